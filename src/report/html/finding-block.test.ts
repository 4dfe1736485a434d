import { describe, expect, it } from "vitest";
import { bytes, found, subject } from "../../../test/report/formats/build.ts";
import type { WireExcerpt } from "../../run/wire/wire-excerpt.ts";
import type { Reported } from "../collect-run.ts";
import { addresses, findingBlock, findingItem } from "./finding-block.ts";
import { eventLabel, sequence } from "./sequence.ts";

const one = (finding: Reported, revisions: readonly string[] = ["2025-11-25"]) => ({ first: finding, revisions });
const around = { findings: [] as readonly Reported[], subject, docsUrl: undefined as string | undefined };
const flaky = { failed: 1, played: 2 };

describe("a finding on a page", () => {
  it("says whose verdict it is, what was seen, and how to see it again", () => {
    const finding = found("tools.a", "fail", { message: "<b>", title: "A & B" });
    expect(findingBlock(one(finding, ["2025-06-18", "2025-11-25"]), "id", around).split("\n")).toEqual([
      '<details id="id" class="finding fail" data-verdict="fail" data-area="tools" data-revisions="2025-06-18 2025-11-25" open>',
      '<summary><span class="verdict">fail</span> <h4><code>tools.a</code> A &#38; B</h4>',
      '<span class="dim">MUST · 2025-06-18, 2025-11-25</span></summary>',
      "<dl>",
      "<dt>Seen</dt><dd>&#60;b&#62;</dd>",
      '<dt>Specification</dt><dd><a href="https://spec.example/tools.a">https://spec.example/tools.a</a></dd>',
      "<dt>To fix it</dt><dd>Mend it.</dd>",
      "<dt>More</dt><dd><code>npx mcpcheck explain tools.a</code></dd>",
      '<dt>Again</dt><dd><pre id="id-again" tabindex="0" aria-label="command line">mcpcheck --check tools.a</pre></dd>',
      "</dl>",
      '<div class="row"><a href="#id">link to this finding</a><button type="button" class="copy js-only" data-copy="link">copy link</button><button type="button" class="copy js-only" data-copy="id-again">copy command</button></div>',
      "</details>",
    ]);
  });

  it.each<[string, Reported, readonly string[]]>([
    ["is listed in the baseline", found("tools.a", "fail", { known: true }), ["known (baseline)"]],
    ["is flaky", found("tools.a", "fail", { flaky }), ["flaky: failed 1 time of 2, and passed then"]],
    ["follows from another", found("tools.a", "fail", { because: "tools.b" }), ["follows from tools.b"]],
    ["is a library's", found("tools.a", "warn", { inheritedFrom: "sdk <1>" }), ["inherited from sdk &#60;1&#62;"]],
    ["was promised and not exercised", found("tools.a", "untested", { promised: true }), ["promised"]],
    ["was promised and exercised", found("tools.a", "fail", { promised: true }), []],
    ["was not exercised and not promised", found("tools.a", "untested"), []],
    [
      "is many things at once",
      found("tools.a", "fail", { known: true, flaky, because: "tools.b", inheritedFrom: "sdk" }),
      ["known (baseline)", "flaky: failed 1 time of 2, and passed then", "follows from tools.b", "inherited from sdk"],
    ],
  ])("says after its revisions that it %s", (_title, finding, marks) => {
    expect(findingBlock(one(finding), "id", around)).toContain(
      `<span class="dim">${["MUST", "2025-11-25", ...marks].join(" · ")}</span>`,
    );
  });

  it.each<[string, Reported, boolean]>([
    ["failed", found("tools.a", "fail"), true],
    ["is an error of the harness", found("tools.a", "error"), true],
    ["follows from another", found("tools.a", "fail", { because: "tools.b" }), false],
    ["warns", found("tools.a", "warn"), false],
    ["was not exercised", found("tools.a", "untested"), false],
    ["passed", found("tools.a", "pass"), false],
  ])("that %s is open only where somebody has to act on it", (_title, finding, isOpen) => {
    expect(findingBlock(one(finding), "id", around).split("\n")[0]?.endsWith(" open>")).toBe(isOpen);
  });

  const rowsOf = (finding: Reported, more: Partial<typeof around> = {}): readonly (readonly (string | undefined)[])[] =>
    [...findingBlock(one(finding), "id", { ...around, ...more }).matchAll(/^<dt>(.*)<\/dt><dd>(.*)/gm)].map(([, name, html]) => [
      name,
      html?.replace(/<\/dd>$/, ""),
    ]);

  it.each<[string, Reported, Partial<typeof around>, readonly (readonly string[])[]]>([
    [
      "what follows from it and which readings are accepted",
      found("tools.a", "warn", { tolerance: "Both & more." }),
      { findings: [found("tools.b", "warn", { because: "tools.a" })] },
      [
        ["Seen", "warn seen"],
        ["So", "1 finding follows from it: tools.b"],
        ["Specification", '<a href="https://spec.example/tools.a">https://spec.example/tools.a</a>'],
        ["Note", "Both &#38; more."],
        ["To fix it", "Mend it."],
      ],
    ],
    [
      "of a pass no more than where it stands",
      found("tools.a", "pass", { spec: "docs/<formats>.md" }),
      {},
      [
        ["Seen", "pass seen"],
        ["Specification", "docs/&#60;formats&#62;.md"],
      ],
    ],
  ])("tells %s", (_title, finding, more, rows) => {
    expect(rowsOf(finding, more).slice(0, rows.length)).toEqual(rows);
  });

  it.each<[string, Reported, string | undefined, string | undefined]>([
    ["is the command that explains it", found("tools.a", "fail"), undefined, "<code>npx mcpcheck explain tools.a</code>"],
    ["is nothing of a pass", found("tools.a", "pass"), undefined, undefined],
    [
      "is its page where there is a site, of a pass too",
      found("tools.a", "pass"),
      "../a&b",
      '<a href="../a&#38;b/checks/tools.a.html">../a&#38;b/checks/tools.a.html</a>',
    ],
  ])("what more there is to read %s", (_title, finding, docsUrl, html) => {
    expect(rowsOf(finding, { docsUrl }).find(([name]) => name === "More")?.[1]).toBe(html);
  });

  const long = bytes(4, "received", "x".repeat(299) + "😀".repeat(3));

  it.each<[string, Reported, Partial<typeof around>, string | undefined]>([
    ["is nothing where nothing travelled", found("tools.a", "fail"), {}, undefined],
    [
      "is drawn with its subject",
      found("tools.a", "fail", { wire: [bytes(3, "sent", "a")] }),
      {},
      sequence([bytes(3, "sent", "a")], "server", "id"),
    ],
    [
      "is drawn with a subject whatever it is",
      found("tools.a", "fail", { wire: [bytes(3, "sent", "a")] }),
      { subject: undefined as never },
      sequence([bytes(3, "sent", "a")], "subject", "id"),
    ],
    ["is whole of a failure", found("tools.a", "fail", { wire: [long] }), {}, sequence([long], "server", "id")],
    [
      "is only begun of a pass, between two characters",
      found("tools.a", "pass", { wire: [long] }),
      {},
      sequence([{ ...long, text: "x".repeat(299), cut: true }], "server", "id"),
    ],
    [
      "is only begun of a pass, with every character before that",
      found("tools.a", "pass", { wire: [bytes(4, "received", `😀${"x".repeat(300)}`)] }),
      {},
      sequence([bytes(4, "received", `😀${"x".repeat(298)}`, { cut: true })], "server", "id"),
    ],
    [
      "is whole of a pass that is short",
      found("tools.a", "pass", { wire: [bytes(4, "received", "x".repeat(300))] }),
      {},
      sequence([bytes(4, "received", "x".repeat(300))], "server", "id"),
    ],
  ])("what went over the wire %s", (_title, finding, more, html) => {
    const block = findingBlock(one(finding), "id", { ...around, ...more });
    expect(block.includes("On the wire")).toBe(html !== undefined);
    expect(block).toContain(html === undefined ? "<dl>" : `<dt>On the wire</dt><dd>${html}</dd>\n`);
  });

  it.each([
    ["with a link to its page", "../site", '<a href="../site/checks/http.a.html"><code>http.a</code></a>'],
    ["without one where there is no site", undefined, "<code>http.a</code>"],
  ])("that has nothing but its reason is one line, %s", (_title, docsUrl, name) => {
    const finding = found("http.a", "not-applicable", { title: "A & B" });
    expect(findingItem(one(finding, ["a", "b"]), "id", docsUrl)).toBe(
      `<li id="id" class="finding not-applicable" data-verdict="not-applicable" data-area="http" data-revisions="a b">${name} A &#38; B <span class="dim">a, b</span></li>`,
    );
  });
});

describe("the address of a finding", () => {
  it("is its subject, check and first revision in words, and a number where that is taken", () => {
    const address = addresses();
    const finding = found("tools.a", "fail", { subjectId: "node  ./a b.js" });
    expect([
      address(one(finding, ["2025-06-18", "2025-11-25"])),
      address(one(finding, ["2025-06-18"])),
      address(one(finding, ["2025-06-18"])),
      address(one(finding, [])),
    ]).toEqual([
      "node-.-a-b.js-tools.a-2025-06-18",
      "node-.-a-b.js-tools.a-2025-06-18-2",
      "node-.-a-b.js-tools.a-2025-06-18-3",
      "node-.-a-b.js-tools.a-",
    ]);
  });
});

describe("an exchange drawn as a sequence", () => {
  it.each<[string, Partial<WireExcerpt>, string]>([
    [
      "that led to the verdict is closed",
      {},
      '<li class="sent"><details><summary><span class="label">hello &#60;</span> <span class="dim">#7</span><span class="arrow"></span></summary><pre id="id-w0" tabindex="0" aria-label="bytes of #7">hello &#60;</pre><div class="row js-only"><button type="button" class="copy" data-copy="id-w0">copy</button></div></details></li>',
    ],
    [
      "the verdict rests on is open and marked",
      { evidence: true, direction: "received", cut: true, alike: 2 },
      '<li class="received guilty"><details open><summary><span class="label">hello &#60;</span> <span class="dim">#7, decides</span><span class="arrow"></span></summary><pre id="id-w0" tabindex="0" aria-label="bytes of #7">hello &#60; … cut</pre><div class="row js-only"><button type="button" class="copy" data-copy="id-w0">copy</button></div><p class="dim">and 2 more alike</p></details></li>',
    ],
  ])("an event %s", (_title, more, item) => {
    expect(sequence([{ ...bytes(7, "sent", "hello <"), ...more }], "a & b", "id").split("\n")).toEqual([
      '<p class="lanes"><span>mcpcheck</span><span>a &#38; b</span></p>',
      '<ol class="sequence">',
      item,
      "</ol>",
    ]);
  });

  it("says of each event how long after the first it was", () => {
    const wire = [100, 103.25, 109.96, 110, 250.6].map((at, index) => bytes(index + 1, "sent", "x", { at }));
    const html = sequence(wire, "server", "id");
    expect([...html.matchAll(/<span class="dim">([^<]*)</g)].map(([, time]) => time)).toEqual([
      "#1",
      "#2, +3.3 ms",
      "#3, +10.0 ms",
      "#4, +10 ms",
      "#5, +151 ms",
    ]);
    expect([...html.matchAll(/<pre id="([^"]*)"/g)].map(([, id]) => id)).toEqual(["id-w0", "id-w1", "id-w2", "id-w3", "id-w4"]);
  });

  it("of nothing is empty", () => {
    expect(sequence([], "server", "id")).toContain('<ol class="sequence">\n\n</ol>');
  });

  it.each<[WireExcerpt["kind"], string, string]>([
    ["http-body", '{"id":12,"result":{}}', "result (id 12)"],
    ["http-body", "hello", "hello"],
    ["sse-event", 'id: 4\nevent: message\ndata: {"id":1,"method":"ping"}', "ping (id 1)"],
    ["sse-event", 'event: data: {"id":1,"method":"ping"}', 'event: data: {"id":1,"method":"ping"}'],
    ["http-request", 'POST /mcp\naccept: x\n\n[{"id":1}]', "POST /mcp: batch"],
    ["http-request", "DELETE http://h/a?b", "DELETE /a"],
    ["http-request", 'POST /mcp\nx: {"method":"header"}\n\n{"method":\n"body"}', "POST /mcp: body"],
    ["http-request", "", " "],
    ["http-response", "", ""],
    ["stdin-closed", '{"method":"x"}', '{"method":"x"}'],
    ["frame", '{"id":"","method":"m"}', 'm (id "")'],
    ["frame", `{"method":"${"m".repeat(60)}"}`, "m".repeat(60)],
    ["frame", `{"method":"${"m".repeat(61)}"}`, `{"method":"${"m".repeat(58)}…`],
    ["frame", '{"method":""}', '{"method":""}'],
    ["frame", `{"id":"${"i".repeat(40)}","method":"m"}`, `m (id "${"i".repeat(40)}")`],
    ["frame", `{"id":"${"i".repeat(41)}","method":"m"}`, "m"],
    ["frame", '{"id"  :  33,"method"  :  "m"}', "m (id 33)"],
    ["frame", '\n  {"jsonrpc":\n"2.0","result"  :1}', "result"],
    ["frame", '\n  {"jsonrpc":\n"2.0","error"  :{"code"  :  -32}}', "error -32"],
    ["frame", '{"error":{"code":1.5}}', "error 1.5"],
    ["frame", '{"error":{"code":"x"}}', "error"],
    ["frame", `{"a":"${"x".repeat(115)}","result":1}`, `{"a":"${"x".repeat(63)}…`],
    ["frame", `{"a":"${"x".repeat(113)}","result":1}`, "result"],
    ["frame", `{"a":"${"x".repeat(115)}","error":1}`, `{"a":"${"x".repeat(63)}…`],
    ["frame", `{"a":"${"x".repeat(113)}","error":1}`, "error"],
    ["frame", '{"id":2,"method":"tools/call","params":{"arguments":{"error":"x","result":1}}}', "tools/call (id 2)"],
    ["frame", '{"id":2,"params":{"arguments":{"error":"x"}},"method":"tools/call"}', "tools/call (id 2)"],
    ["frame", '{"id":2,"result":{"error":"x"}}', "result (id 2)"],
    ["frame", '"x [1]"', '"x [1]"'],
    ["exit", `😀${"x".repeat(80)}`, `😀${"x".repeat(67)}…`],
  ])("an event of the kind %s reading %j is called %j", (kind, text, label) => {
    expect(eventLabel({ kind, text })).toBe(label);
  });
});
