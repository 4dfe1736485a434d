/**
 * The style of the page. Every colour of text has a contrast of at least 4.5 to its ground, in both schemes. Boxes of verdicts work
 * without script: what a box is not ticked for is not displayed, unless it was linked to.
 */
export function htmlStyle(verdicts: readonly string[]): string {
  return `${style}${verdicts.map((verdict) => `body:has(#show-${verdict}:not(:checked)) .finding.${verdict}:not(:target)`).join(",\n")} { display: none; }\n`;
}

const style = `
:root { color-scheme: light dark; --ground: #fff; --text: #1b1d1f; --dim: #595f66; --line: #c9cdd2; --back: #f3f4f6; --link: #0b57b0; --focus: #0b57b0;
  --fail: #b3261e; --warn: #8a5300; --pass: #1b6e2d; --none: #595f66; --bar-fail: #c62828; --bar-warn: #d98a00; --bar-pass: #4c9a5b; --bar-none: #b4b9bf; --guilty: #fdecea; --edge: #0005; }
@media (prefers-color-scheme: dark) { :root { --ground: #15181b; --text: #e6e8ea; --dim: #a9afb6; --line: #3c4248; --back: #1f2428; --link: #8ab4f8; --focus: #8ab4f8;
  --fail: #ff8a80; --warn: #f0b74a; --pass: #74d48a; --none: #a9afb6; --bar-fail: #e5534b; --bar-warn: #c98a1b; --bar-pass: #3f8f52; --bar-none: #5b636b; --guilty: #3a1f1e; --edge: #fff6; } }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, sans-serif; background: var(--ground); color: var(--text); max-width: 76rem; margin: 0 auto; padding: 0 1rem 4rem; }
h1 { font-size: 1.5rem; margin: 1.5rem 0 .2rem; } h2 { font-size: 1.2rem; margin: 2.2rem 0 .3rem; overflow-wrap: anywhere; } h3 { font-size: 1.02rem; margin: 1.6rem 0 .4rem; }
h4 { font: inherit; display: inline; margin: 0; }
a { color: var(--link); } code, pre { font: 13px/1.45 ui-monospace, monospace; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -999rem; } .skip:focus { left: 1rem; top: .5rem; background: var(--ground); padding: .4rem .8rem; z-index: 2; }
pre { background: var(--back); padding: .6rem .8rem; border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; margin: .3rem 0; max-height: 28rem; overflow-y: auto; }
.dim { color: var(--dim); } .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; } .bad { color: var(--fail); } .good { color: var(--pass); }
.tools { position: sticky; top: 0; z-index: 1; background: var(--ground); border-bottom: 1px solid var(--line); padding: .6rem 0; display: flex; flex-wrap: wrap; gap: .4rem .9rem; align-items: center; }
.tools label { white-space: nowrap; } .tools fieldset { border: 0; padding: 0; margin: 0; display: flex; flex-wrap: wrap; gap: .2rem .9rem; } .tools legend { float: left; margin-right: .6rem; }
input[type=search], select, button { font: inherit; color: inherit; background: var(--back); border: 1px solid var(--dim); border-radius: 6px; padding: .2rem .5rem; max-width: 100%; }
button { cursor: pointer; } button.copy { font-size: 12.5px; padding: 0 .5rem; }
html:not(.js) .js-only { display: none; } [hidden] { display: none !important; }
.table { overflow-x: auto; background: linear-gradient(to right, var(--ground) 40%, transparent) left / 2rem 100% no-repeat local, linear-gradient(to left, var(--ground) 40%, transparent) right / 2rem 100% no-repeat local,
  linear-gradient(to right, var(--edge), transparent) left / .7rem 100% no-repeat scroll, linear-gradient(to left, var(--edge), transparent) right / .7rem 100% no-repeat scroll; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .15rem .7rem .15rem 0; vertical-align: middle; font-weight: 400; } thead th { color: var(--dim); white-space: nowrap; } td.number, th.number { text-align: right; white-space: nowrap; }
.bar { display: flex; height: 14px; min-width: 5rem; border-radius: 3px; overflow: hidden; gap: 1px; } .bar i { display: block; min-width: 3px; } .bar .b-fail { background: var(--bar-fail); } .bar .b-warn { background: var(--bar-warn); } .bar .b-pass { background: var(--bar-pass); } .bar .b-none { background: var(--bar-none); }
td .cell { position: relative; display: flex; gap: .5rem; align-items: center; color: inherit; text-decoration: none; } td .cell .bar { flex: 1; } td .cell b { font-weight: 400; min-width: 7.5rem; font-variant-numeric: tabular-nums; } td a.cell:hover b { text-decoration: underline; }
.key span { margin-right: 1rem; white-space: nowrap; } .key i { display: inline-block; width: 12px; height: 12px; border-radius: 3px; margin-right: .35rem; vertical-align: -1px; }
details.finding, details.group { border: 1px solid var(--line); border-radius: 6px; margin: .4rem 0; padding: .35rem .8rem; } details.finding { border-left: 4px solid var(--none); }
summary { cursor: pointer; overflow-wrap: anywhere; }
.verdict { display: inline-block; min-width: 5.5rem; font-weight: 600; color: var(--none); }
.finding.fail, .finding.error { border-left-color: var(--fail); } .finding.warn { border-left-color: var(--warn); } .finding.pass { border-left-color: var(--pass); }
.fail > summary .verdict, .error > summary .verdict, tr.fail .verdict, tr.error .verdict { color: var(--fail); } .warn > summary .verdict, tr.warn .verdict { color: var(--warn); } .pass > summary .verdict, tr.pass .verdict { color: var(--pass); }
.finding:target { outline: 3px solid var(--focus); }
dl { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: .3rem 1rem; margin: .6rem 0 .4rem; } dt { color: var(--dim); } dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.row { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; }
.sequence { list-style: none; margin: .4rem 0 .6rem; padding: 0; max-width: 52rem; } .lanes { display: flex; justify-content: space-between; max-width: 52rem; font-weight: 600; margin: .4rem 0 0; } .lanes span { border: 1px solid var(--dim); border-radius: 5px; padding: 0 .6rem; background: var(--back); }
.sequence li { border: solid var(--dim); border-width: 0 2px; margin: 0 1.6rem; padding: .15rem 0; } .sequence summary { list-style: none; padding: .1rem .6rem 0; text-align: center; } .sequence summary::-webkit-details-marker { display: none; }
.sequence .arrow { display: block; height: 9px; border-bottom: 2px solid var(--dim); position: relative; margin: 0 -.6rem 5px; } .sequence .arrow::after { content: ""; position: absolute; bottom: -7px; border: 6px solid transparent; }
.sent .arrow::after { right: 0; border-left-color: var(--dim); border-right-width: 0; } .received .arrow::after { left: 0; border-right-color: var(--dim); border-left-width: 0; } .harness .arrow { border-bottom-style: dotted; } .harness .arrow::after { display: none; }
.guilty { background: var(--guilty); } .guilty .arrow { border-bottom: 3px solid var(--fail); } .guilty.sent .arrow::after { border-left-color: var(--fail); } .guilty.received .arrow::after { border-right-color: var(--fail); } .guilty .label { font-weight: 600; }
.guilty .label::before { content: "\\25B6\\00A0"; color: var(--fail); } .sequence pre { margin: .3rem .6rem; text-align: left; } .sequence p, .sequence .row { margin: .2rem .6rem .3rem; }
.chart { width: 100%; height: 16px; display: block; } .chart .life { fill: var(--back); stroke: var(--line); } .chart .start { fill: var(--bar-none); } .chart .call { fill: var(--bar-pass); } .chart .call.subject { fill: var(--link); } .chart .call.error { fill: var(--bar-warn); } .chart .silence { fill: var(--bar-fail); } .chart .mark { fill: var(--text); } .chart .dot { fill: var(--link); opacity: .75; } .chart .middle { fill: var(--text); }
.subjects th[scope=row] { overflow-wrap: anywhere; min-width: 12rem; } .subjects tbody tr { border-top: 1px solid var(--line); }
ul.plain { padding-left: 1.2rem; margin: .2rem 0; }
@media (min-width: 60rem) { .connections th { min-width: 12rem; overflow-wrap: anywhere; } .connections td { min-width: 14rem; } }
@media (max-width: 40rem) { dl { grid-template-columns: minmax(0, 1fr); gap: 0; } dd { margin-bottom: .5rem; } .sequence li { margin: 0 .5rem; } .tools { position: static; } td .cell { display: block; } .connections td:nth-child(2), .connections th:nth-child(2) { display: none; } }
@media print { .tools { display: none; } }
`;
