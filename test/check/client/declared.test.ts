import { expect, it } from "vitest";
import {
  elicitationDeclared,
  rootsAreFiles,
  rootsDeclared,
  rootsUnsupportedCode,
  samplingDeclared,
  samplingToolsRefused,
} from "../../../src/check/client/declared.ts";
import type { Check } from "../../../src/check/check.ts";
import type { Json } from "../../../src/jsonrpc/json.ts";
import { ask, done, failed, type Line, received, sent } from "../../support/traces/small-trace.ts";
import { broken, seen, kept, none, type Row, second, talk, there, unseen } from "./told-trace.ts";

const opening = (capabilities: Json, more: object = {}): Line => received(ask(1, "initialize", { capabilities }), more);
const answers = (result: Json = {}): Line => received(done(5, result));
const refuses = (code: number): Line => received(failed(5, code));

const ofServices = (
  [
    [samplingDeclared, "sampling/createMessage", "sampling"],
    [rootsDeclared, "roots/list", "roots"],
    [elicitationDeclared, "elicitation/create", "elicitation"],
  ] as readonly (readonly [Check, string, string])[]
).flatMap(([check, method, capability]): readonly Row[] => {
  const asked = sent(ask(5, method, {}));
  const wrong = `${method} got a result, and ${capability} was not declared`;
  return [
    [`${method} is served and was declared`, check, talk(opening({ [capability]: {} }), asked, answers()), kept(4)],
    [`${method} is served and was not declared`, check, talk(opening({}), asked, answers()), broken(wrong, 4)],
    [
      `${method} is served and was declared by a word alone`,
      check,
      talk(opening({ [capability]: true }), asked, answers()),
      broken(wrong, 4),
    ],
    [`${method} is refused`, check, talk(opening({}), asked, refuses(-32601)), unseen(`the client answered no ${method}`)],
    [`${method} gets no answer`, check, talk(opening({}), asked), unseen(`the client answered no ${method}`)],
  ];
});

const rootsAsked = sent(ask(5, "roots/list"));
const noRoot = "the client gave no root";
const noRefusal = "no client without roots refused to list them";
const ofRoots: readonly Row[] = [
  [
    "each root is a file",
    rootsAreFiles,
    talk(rootsAsked, answers({ roots: [{ uri: "file:///a" }, { uri: "file:///b" }] })),
    kept(3),
  ],
  [
    "one of two roots is a path",
    rootsAreFiles,
    talk(rootsAsked, answers({ roots: [{ uri: "file:///a" }, { uri: "/b" }] })),
    broken('a root has the uri "/b"', 3),
  ],
  [
    "a root has file:// further on",
    rootsAreFiles,
    talk(rootsAsked, answers({ roots: [{ uri: "x:file://a" }] })),
    broken('a root has the uri "x:file://a"', 3),
  ],
  [
    "the address of a root is a number",
    rootsAreFiles,
    talk(rootsAsked, answers({ roots: [{ uri: 7 }] })),
    broken("a root has the uri 7", 3),
  ],
  ["there are no roots", rootsAreFiles, talk(rootsAsked, answers({ roots: [] })), unseen(noRoot)],
  ["the roots are no list", rootsAreFiles, talk(rootsAsked, answers({ roots: "file:///a" })), unseen(noRoot)],
  ["the roots are refused", rootsAreFiles, talk(rootsAsked, refuses(-32601)), unseen(noRoot)],
  ["the roots are not told", rootsAreFiles, talk(rootsAsked), unseen(noRoot)],
  [
    "a client without roots says that it has no such method",
    rootsUnsupportedCode,
    talk(opening({}), rootsAsked, refuses(-32601)),
    kept(4),
  ],
  [
    "a client without roots says something else",
    rootsUnsupportedCode,
    talk(opening({}), rootsAsked, refuses(-32602)),
    broken("the code is -32602", 4),
  ],
  [
    "a client with roots refuses to list them",
    rootsUnsupportedCode,
    talk(opening({ roots: {} }), rootsAsked, refuses(-32602)),
    none(noRefusal),
  ],
  ["a client without roots lists them", rootsUnsupportedCode, talk(opening({}), rootsAsked, answers()), none(noRefusal)],
  ["a client without roots does not answer", rootsUnsupportedCode, talk(opening({}), rootsAsked), none(noRefusal)],
  [
    "another client has roots",
    rootsUnsupportedCode,
    talk(second(), opening({}), opening({ roots: {} }, there), rootsAsked, refuses(-1)),
    broken("the code is -1", 6),
  ],
  [
    "another client had opened with roots",
    rootsUnsupportedCode,
    talk(second(), opening({ roots: {} }, there), rootsAsked, refuses(-1)),
    broken("the code is -1", 5),
  ],
  [
    "roots are declared once they were refused",
    rootsUnsupportedCode,
    talk(rootsAsked, refuses(-1), opening({ roots: {} })),
    broken("the code is -1", 3),
  ],
  [
    "the opening is repeated, the second time with roots",
    rootsUnsupportedCode,
    talk(opening({}), opening({ roots: {} }), rootsAsked, refuses(-1)),
    none(noRefusal),
  ],
];

const sample = (params: Json): Line => sent(ask(5, "sampling/createMessage", params));
const noTools = "no client that samples without tools was sent any";
const plain = opening({ sampling: {} });
const ofTools: readonly Row[] = [
  ["tools are refused", samplingToolsRefused, talk(plain, sample({ tools: [] }), refuses(-32602)), kept(4)],
  [
    "tools are taken",
    samplingToolsRefused,
    talk(plain, sample({ tools: [] }), answers()),
    broken("it was answered with a result", 4),
  ],
  [
    "a choice of tools is taken",
    samplingToolsRefused,
    talk(plain, sample({ toolChoice: {} }), answers()),
    broken("it was answered with a result", 4),
  ],
  ["there are no tools", samplingToolsRefused, talk(plain, sample({}), answers()), none(noTools)],
  ["tools get no answer", samplingToolsRefused, talk(plain, sample({ tools: [] })), none(noTools)],
  [
    "tools were declared",
    samplingToolsRefused,
    talk(opening({ sampling: { tools: {} } }), sample({ tools: [] }), answers()),
    none(noTools),
  ],
  ["sampling was not declared", samplingToolsRefused, talk(opening({}), sample({ tools: [] }), answers()), none(noTools)],
];

it.each([...ofServices, ...ofRoots])("of what is served: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofTools)("of sampling with tools: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
