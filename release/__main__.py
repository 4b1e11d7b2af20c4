"""Build the wheel and the source archive into dist/ and say what is wrong with them."""

from __future__ import annotations

import shutil
import sys

from release.distributions import ROOT, build, troubles


def main() -> int:
    """The exit code: 0 for good archives."""
    target = ROOT / "dist"
    shutil.rmtree(target, ignore_errors=True)
    archives = build(target)
    found = troubles(*archives)
    for sentence in found:
        print(sentence, file=sys.stderr)
    for path in archives:
        print(f"{path.relative_to(ROOT)}  {path.stat().st_size / 1e6:.1f} MB")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
