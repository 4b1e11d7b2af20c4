"""The page's style sheet, for light and dark screens, for desks and phones."""

CSS = """
:root { color-scheme: light dark; --paper: #fbfaf8; --ink: #2b2926; --faint: #6a655e; --line: #d9d4cc;
  --card: #f3f0eb; --accent: #b4501c; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1c1b1a; --ink: #ece8e2; --faint: #a8a198; --line: #45413c; --card: #272523;
    --accent: #f09a63; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 66rem; background: var(--paper);
  color: var(--ink); font: 1.0625rem/1.55 system-ui, sans-serif; }
h1 { font-size: 2rem; line-height: 1.2; margin: 1rem 0 0.5rem; }
h2 { font-size: 1.35rem; margin: 3rem 0 0.5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.75rem 0 0.25rem; overflow-wrap: anywhere; }
p { margin: 0.5rem 0; max-width: 44rem; }
.lead { font-size: 1.2rem; }
figure { margin: 1rem 0; }
img { display: block; width: 100%; height: auto; border-radius: 0.5rem; }
figcaption, caption, .faint { color: var(--faint); font-size: 0.95rem; text-align: left; }
.advice { background: var(--card); border-left: 0.3rem solid var(--accent); border-radius: 0.25rem;
  margin: 1rem 0; padding: 0.75rem 1rem 0.75rem 2rem; max-width: 48rem; }
.advice li { margin: 0.35rem 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: 0.75rem 0; }
caption { padding-bottom: 0.4rem; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.9rem 0.4rem 0; }
tr { border-bottom: 1px solid var(--line); }
td.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
.swatch { display: inline-block; width: 1.1em; height: 1.1em; margin-right: 0.5em; border-radius: 0.2em;
  vertical-align: -0.2em; border: 1px solid var(--line); }
svg { display: block; width: 100%; max-width: 40rem; height: auto; font: 13px system-ui, sans-serif; }
svg text { fill: var(--faint); }
svg .axis { stroke: var(--line); }
svg .curve { stroke: var(--accent); fill: none; stroke-width: 2.5; stroke-linejoin: round; }
svg .dot, svg .bar { fill: var(--accent); }
"""
