/** The verdicts a page can be filtered by, in the order they are listed, and whether they are shown at first. */
export const filters = [
  { verdict: "fail", label: "failed", shown: true },
  { verdict: "warn", label: "warned", shown: true },
  { verdict: "error", label: "harness errors", shown: true },
  { verdict: "untested", label: "untested", shown: true },
  { verdict: "pass", label: "passed", shown: false },
  { verdict: "not-applicable", label: "not applicable", shown: false },
] as const;

/** The style of the page. Filtering needs no script: what a box above is not ticked for is not displayed, unless it was linked to. */
export const htmlStyle = `
:root { color-scheme: light dark; --line: #8884; --dim: #777; --fail: #c62828; --warn: #b26a00; --pass: #2e7d32; --none: #777; --back: #8881; }
@media (prefers-color-scheme: dark) { :root { --fail: #ff7b72; --warn: #e3b341; --pass: #56d364; --dim: #999; --none: #999; } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
a { color: inherit; } code, pre { font: 13px/1.45 ui-monospace, monospace; }
pre { background: var(--back); padding: .6rem .8rem; border-radius: 6px; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; margin: .3rem 0; }
pre.again { user-select: all; }
dl { display: grid; grid-template-columns: 7rem 1fr; gap: .3rem 1rem; margin: .5rem 0 1rem; } dt { color: var(--dim); } dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
details { border: 1px solid var(--line); border-left: 4px solid var(--none); border-radius: 6px; margin: .4rem 0; padding: .3rem .8rem; }
summary { cursor: pointer; overflow-wrap: anywhere; } summary .dim, .dim { color: var(--dim); }
.verdict { display: inline-block; min-width: 7.5rem; font-weight: 600; }
.fail, .error { border-left-color: var(--fail); } .warn { border-left-color: var(--warn); } .pass { border-left-color: var(--pass); }
.fail .verdict, .error .verdict, .bad { color: var(--fail); } .warn .verdict { color: var(--warn); } .pass .verdict, .good { color: var(--pass); }
label { margin-right: 1rem; white-space: nowrap; } .evidence { border-left: 3px solid currentColor; }
${filters.map(({ verdict }) => `body:has(#show-${verdict}:not(:checked)) details.${verdict}:not(:target)`).join(",\n")} { display: none; }
`;
