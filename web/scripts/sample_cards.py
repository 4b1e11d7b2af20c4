"""Draw the pictures of the sample cards (web/public/assets/samples) with the studio itself.

Start a studio, then: python web/scripts/sample_cards.py 'http://127.0.0.1:PORT/?token=…' [NAME …]
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

FLAGS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
PICTURES = Path(__file__).parents[1] / "public" / "assets" / "samples"
# The example of each sample that says most about it; others are shown as they open.
EXAMPLES = {"bar": 1, "flag": 10, "quadruped": 3}
# Turns of the wheel that make the sample fill its card.
ZOOM = {"bar": -90, "quadruped": -200, "robot": 130, "snake": -350}
# Everything but the mesh and its ground; the card's own colour shows through.
PLAIN = (
    "#studio, html, body, .viewport { background: transparent !important }"
    " .hint, .corner, .notices, .legend, .joint-marks { display: none !important }"
)


def draw(page: Page, title: str, name: str) -> None:
    """One sample, in its pose, without handles."""
    page.get_by_role("button", name=title).click()
    while not page.evaluate("window.pliant.state().pose !== null"):
        page.wait_for_timeout(200)
    page.evaluate("window.pliant.idle()")
    if name in EXAMPLES:
        # By script: a window this narrow has its inspector in a drawer.
        page.locator(".thumbnail").nth(EXAMPLES[name]).evaluate("button => button.click()")
        page.evaluate("window.pliant.idle()")
    for key in ("a", "Delete", "Escape", "f"):
        page.keyboard.press(key)
    page.wait_for_timeout(600)
    page.evaluate("window.pliant.idle()")
    page.add_style_tag(content=PLAIN)
    page.wait_for_timeout(300)
    page.mouse.move(320, 200)
    page.mouse.wheel(0, ZOOM.get(name, 0))
    page.evaluate("window.pliant.idle()")
    page.mouse.move(1, 1)
    page.wait_for_timeout(300)
    png = page.locator(".viewport").screenshot(omit_background=True)
    Image.open(BytesIO(png)).save(PICTURES / f"{name}.webp", quality=88, method=6)


def main(url: str, *names: str) -> None:
    """The samples of these names, or all, each in a page of its own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        samples: list[dict[str, str]] = []
        position = 0
        while position == 0 or position < len(samples):
            # The bars above and below take 68 pixels, and cards are 16 to 10.
            page = browser.new_page(viewport={"width": 640, "height": 468}, color_scheme="light")
            page.goto(url)
            page.wait_for_timeout(1500)
            if page.locator(".crumb").count():
                page.locator(".crumb").evaluate("button => button.click()")
            samples = page.evaluate("window.pliant.state().welcome.samples")
            if not names or samples[position]["name"] in names:
                draw(page, samples[position]["title"], samples[position]["name"])
            page.close()
            position += 1
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
