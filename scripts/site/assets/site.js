"use strict";
// The search: the list of pages is fetched as a script, so that it works from a folder on disk as well.
(() => {
  const root = document.body.dataset.root;
  const input = document.getElementById("search");
  const found = document.getElementById("found");
  const contents = document.querySelector("nav details");
  if (matchMedia("(max-width: 52rem)").matches) contents.open = false;
  let index;

  function load() {
    if (index !== undefined) return;
    index = null;
    const script = document.createElement("script");
    script.src = `${root}assets/pages.js`;
    script.addEventListener("load", () => {
      index = new MiniSearch({
        fields: ["title", "words"],
        storeFields: ["path", "title", "words", "section"],
        tokenize: (text) => text.split(/[\s.,:;/()“”"'`|·-]+/u),
        searchOptions: {
          prefix: true,
          fuzzy: 0.15,
          boost: { title: 3 },
          combineWith: "AND",
          boostDocument: (_id, _term, { section }) => (section === "Checks" || section === "Guides" ? 2 : 1),
        },
      });
      index.addAll(globalThis.mcpcheckPages);
      show();
    });
    document.head.append(script);
  }

  function show() {
    const query = input.value.trim();
    found.hidden = query === "" || !index;
    if (found.hidden) return;
    const hits = index.search(query).slice(0, 20);
    found.replaceChildren(
      ...hits.map(({ path, title, words, section }) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = root + path;
        link.textContent = title;
        const more = document.createElement("small");
        more.textContent = `${section} · ${words.slice(0, 120)}`;
        link.append(more);
        item.append(link);
        return item;
      }),
    );
    if (hits.length > 0) return;
    const none = document.createElement("li");
    const text = document.createElement("p");
    text.textContent = "Nothing was found.";
    none.append(text);
    found.append(none);
  }

  input.addEventListener("focus", load);
  input.addEventListener("input", () => {
    load();
    show();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== input) {
      event.preventDefault();
      input.focus();
    }
    if (event.key === "Escape") found.hidden = true;
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const links = [...found.querySelectorAll("a")];
    if (found.hidden || links.length === 0) return;
    event.preventDefault();
    const at = links.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
    (links[at] ?? input).focus();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest(".search")) found.hidden = true;
  });
})();
