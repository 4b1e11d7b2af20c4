# Everything runs in .venv, which the first target that needs it makes. `make help` lists the targets.

PYTHON  ?= python3
VENV    ?= .venv
WORKERS ?= auto
INSTALL ?= $(BIN)/python -m pip install --quiet

BIN      := $(VENV)/bin
STAMP    := $(VENV)/.stamp
DRAWS    := $(VENV)/.draws
KERNELS  := src/pliant/__pycache__/.kernels
EXTRAS   := test,pictures,docs,studio,joints,simulate,step,usd,alembic,fbx,gltf,cluster
PACKAGES := libegl1 libgl1-mesa-dri

.DEFAULT_GOAL := help
.PHONY: help env studio demo kernels test lint page bench docs release clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-7s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

env: $(STAMP)  ## the environment in .venv

studio: $(STAMP)  ## pose in the browser, beginning with a sample
	$(BIN)/pliant studio --sample quadruped

demo: $(DRAWS)  ## pose a sample and draw it into out/
	$(BIN)/python examples/demo.py

# Kernels are compiled first: else every process of the tests would compile the same ones. For the same reason Python
# may keep its bytecode, even where the environment forbids it.
kernels test: export PYTHONDONTWRITEBYTECODE =
kernels: $(KERNELS)  ## what tests need compiled

test: $(DRAWS) $(KERNELS)  ## every test; WORKERS=2 sets the number of processes
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

lint: $(STAMP)  ## style, types and import rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/lint-imports

# The built page is committed, so that installing Pliant needs no Node; this builds it anew.
page:  ## the studio's page from web/: types, style, tests, build (needs Node 20 or newer)
	cd web && npm install --no-audit --no-fund --loglevel=error && npm run check && npm run build

bench: $(STAMP)  ## tables of speed and quality in benchmarks/results/
	$(INSTALL) --editable ".[bench]"
	$(BIN)/python -m benchmarks

docs: $(DRAWS)  ## pictures, then the pages in site/
	$(BIN)/python docs/make_pictures.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "site/index.html"

release: $(STAMP)  ## wheel and source archive in dist/, checked
	$(BIN)/python -m release

clean:  ## remove what the other targets made, except the environment
	rm -rf build dist site out docs/pictures src/*.egg-info
	rm -rf .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find src tests benchmarks examples docs -name __pycache__ -prune -exec rm -rf {} +
	rm -f $(STAMP) $(DRAWS)

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Pliant needs Python 3.11 or newer, and '$(PYTHON)' is $$($(PYTHON) --version 2>/dev/null || echo missing)."; \
	  echo "Name another one: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "'$(PYTHON)' cannot make environments; on Debian and Ubuntu: apt install python3-venv"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(INSTALL) --editable ".[$(EXTRAS)]"
	@touch $@

# They lie beside the sources, and are compiled anew after any change there, and where none are left.
ifeq ($(shell find src/pliant -name '*.nbi' -print -quit),)
.PHONY: $(KERNELS)
endif
$(KERNELS): $(STAMP) tests/compile_kernels.py $(shell find src/pliant -name '*.py')
	$(BIN)/python -m tests.compile_kernels
	@mkdir -p $(@D) && touch $@

# One small picture shows whether VTK and the system's libraries work together.
$(DRAWS): $(STAMP)
	@$(BIN)/python -c 'from pliant.figures import render; render(([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]), size=(32, 32))' || { \
	  echo "Pictures cannot be drawn here; on Debian and Ubuntu: apt install $(PACKAGES)"; exit 1; }
	@touch $@
