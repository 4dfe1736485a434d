import { sha256 } from "../../base/sha256.ts";

/**
 * What the page does beyond showing itself: search, filters, copying, links that open what they lead to. It only ever reads what stands in
 * the page and hides elements; no text of it becomes markup or code.
 */
export const htmlScript = `
"use strict";
document.documentElement.classList.add("js");
const all = [...document.querySelectorAll(".finding")];
const byId = (id) => document.getElementById(id);
const search = byId("search"), area = byId("area"), revision = byId("revision"), shown = byId("shown");
const words = new Map();
const textOf = (element) => { if (!words.has(element)) words.set(element, element.textContent.toLowerCase()); return words.get(element); };
function filter() {
  const wanted = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let count = 0;
  for (const one of all) {
    const fits = (area.value === "" || one.dataset.area === area.value)
      && (revision.value === "" || one.dataset.revisions.split(" ").includes(revision.value))
      && wanted.every((word) => textOf(one).includes(word));
    one.hidden = !fits;
    const box = byId("show-" + one.dataset.verdict);
    if (fits && (box === null || box.checked)) count += 1;
  }
  for (const group of document.querySelectorAll(".group-of"))
    group.hidden = ![...group.querySelectorAll(".finding")].some((one) => !one.hidden && (byId("show-" + one.dataset.verdict)?.checked ?? true));
  shown.textContent = count + " of " + all.length + " shown";
}
function remember() {
  const parts = [["q", search.value], ["area", area.value], ["revision", revision.value]].filter(([, value]) => value !== "");
  history.replaceState(null, "", parts.length === 0 ? location.pathname + location.search : "#?" + new URLSearchParams(parts));
}
function follow() {
  if (location.hash.startsWith("#?")) {
    const parts = new URLSearchParams(location.hash.slice(2));
    search.value = parts.get("q") ?? ""; area.value = parts.get("area") ?? ""; revision.value = parts.get("revision") ?? "";
    const verdicts = parts.get("verdicts")?.split(" ");
    if (verdicts) for (const box of document.querySelectorAll("[id^=show-]")) box.checked = verdicts.includes(box.id.slice(5));
    filter();
    return;
  }
  const target = location.hash.length > 1 ? byId(decodeURIComponent(location.hash.slice(1))) : null;
  if (target === null || !target.classList.contains("finding")) return;
  target.hidden = false;
  for (let up = target; up !== null; up = up.parentElement) { if (up.tagName === "DETAILS") up.open = true; up.hidden = false; }
  target.scrollIntoView();
}
async function copy(button) {
  const text = button.dataset.copy === "link" ? new URL("#" + button.closest(".finding").id, location.href).href : byId(button.dataset.copy).textContent;
  try { await navigator.clipboard.writeText(text); } catch {
    const area = document.createElement("textarea");
    area.value = text; document.body.append(area); area.select(); document.execCommand("copy"); area.remove();
  }
  const was = button.textContent;
  button.textContent = "copied"; setTimeout(() => { button.textContent = was; }, 1500);
}
document.addEventListener("input", (event) => { if (event.target.closest(".tools")) { filter(); remember(); } });
document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.copy) copy(button);
  if (button?.id === "open-all" || button?.id === "close-all")
    for (const one of all) if (!one.hidden && one.tagName === "DETAILS") one.open = button.id === "open-all";
});
window.addEventListener("hashchange", follow);
filter(); follow();
`;

/** What the policy of the page names, so that this script runs and no other: its hash (https://www.w3.org/TR/CSP3/#grammardef-hash-source). */
export function scriptHash(): string {
  return `sha256-${Buffer.from(sha256(new TextEncoder().encode(htmlScript)), "hex").toString("base64")}`;
}
