/* The versions beside the title, in the theme's look. A version that has this page opens it, others their first. */
"use strict";
{
  const { base } = JSON.parse(document.getElementById("__config").textContent);
  const folder = new URL(`${base}/`, location.href);
  const site = new URL("../", folder);
  const current = folder.pathname.slice(site.pathname.length).replace("/", "");
  const page = location.pathname.slice(folder.pathname.length) || "index.html";

  const element = (tag, name, properties, ...children) => {
    const made = Object.assign(document.createElement(tag), { className: `md-version${name}` }, properties);
    made.append(...children);
    return made;
  };
  const item = ({ version, pages }) => {
    const { href } = new URL(`${version}/${pages.includes(page) ? page : "index.html"}`, site);
    return element("li", "__item", {}, element("a", "__link", { href, textContent: version }));
  };

  const list = document.createElement("script");
  list.src = new URL("versions.js", site).href;
  list.onload = () => {
    const button = element("button", "__current", { textContent: current, ariaLabel: "Version" });
    const items = element("ul", "__list", {}, ...window.pagesOfVersions.map(item));
    document.querySelector(".md-header__topic").append(element("div", "", {}, button, items));
  };
  document.head.append(list);
}
