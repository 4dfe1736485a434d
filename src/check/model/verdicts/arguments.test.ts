import { describe, expect, it } from "vitest";
import { broken, type Ground, kept, meant, modelTrace, type PlayedTurn } from "../../../../test/support/model-traces.ts";
import { argument, argumentsAre, call, none, stop, text, time, two } from "../../../../test/support/model-turns.ts";
import * as checks from "../calls.ts";
import type { ModelCheck } from "../model-check.ts";

const openai: Ground = { api: "openai" };

describe.each<[string, ModelCheck, [string, Ground, PlayedTurn[], object][]]>([
  [
    "arguments are those that were written",
    checks.callArguments,
    [
      [
        "in any order of members, spaced in any way",
        openai,
        [{ means: { calls: [meant("f", { a: 1, b: [] })] }, said: { calls: [{ name: "f", arguments: '{ "b": [], "a": 1 }' }] } }],
        kept(6),
      ],
      [
        "in every call of an answer",
        {},
        [{ ...two, said: { calls: [time, { ...stop, arguments: { now: true } }] } }],
        broken(6, 'scenario-1, whole: call 1 has the arguments "{\\"now\\":true}", expected "{}"'),
      ],
      ["unless one is emptied", {}, [argument('"CET"', "")], broken(6, argumentsAre('{"x":""}', '{"x":"CET"}'))],
      [
        "unless they are cut off",
        openai,
        [{ ...call, said: { calls: [{ ...time, arguments: '{"zone":' }] } }],
        broken(6, argumentsAre('{"zone":', '{"zone":"CET"}')),
      ],
      ["but for characters beyond ASCII, which have a check", {}, [argument('"Grüße"', "Gre")], kept(6)],
      [
        "unless more is lost than characters beyond ASCII",
        {},
        [argument('"Grüße"', "Gr")],
        broken(6, argumentsAre('{"x":"Gr"}', '{"x":"Grüße"}')),
      ],
      [
        "unless characters come that nobody wrote",
        {},
        [argument('"Gre"', "Grüße")],
        broken(6, argumentsAre('{"x":"Grüße"}', '{"x":"Gre"}')),
      ],
      [
        "but for escapes where both readings are sound",
        {},
        [
          argument(
            '{"k":["a\\nb\\tc",1,null,"\\r\\b\\f\\"\\\\"]}',
            { k: ["a\\nb\\tc", 1, null, '\\r\\b\\f\\"\\\\'] },
            {
              escapes: "disputed",
            },
          ),
        ],
        kept(6),
      ],
      [
        "also for escapes where there is one reading",
        {},
        [argument('"a\\nb"', "a\\nb")],
        broken(6, argumentsAre('{"x":"a\\\\nb"}', '{"x":"a\\nb"}')),
      ],
      [
        "unless more than escapes is another",
        {},
        [argument('"a\\nb"', "a\\nc", { escapes: "disputed" })],
        broken(6, argumentsAre('{"x":"a\\\\nc"}', '{"x":"a\\nb"}')),
      ],
      ["and a lost call has none", {}, [{ ...call, said: { calls: [] } }], none],
      ["and where no call was written there are none", {}, [{ ...text, group: "before", said: { calls: [time] } }], none],
      ["and a call too many is for another check", {}, [{ ...call, said: { calls: [stop, time] } }], kept(6)],
      ["and texts are for other checks", {}, [{ ...text, said: { calls: [time] } }], none],
    ],
  ],
  [
    "numbers keep their digits",
    checks.numbers,
    [
      [
        "also beyond what a double holds",
        openai,
        [
          {
            ...argument("12345678901234567", 0),
            group: "numbers",
            said: { calls: [{ name: "set", arguments: '{"x":12345678901234567}' }] },
          },
        ],
        kept(6),
      ],
      [
        "unless they go through a double",
        {},
        [{ ...argument("12345678901234567", 12345678901234568), group: "numbers" }],
        broken(6, 'scenario-1, whole: 12345678901234567 came back as "{\\"x\\":12345678901234568}"'),
      ],
      [
        "each of them",
        {},
        [{ ...argument("[1234567890123457,9007199254740993]", [0]), group: "numbers" }],
        broken(6, 'scenario-1, whole: 1234567890123457, 9007199254740993 came back as "{\\"x\\":[0]}"'),
      ],
      [
        "and those that a double holds are for another check",
        {},
        [{ ...argument("123456789012345", 1), group: "numbers" }],
        kept(6),
      ],
      ["and a lost call has none", {}, [{ ...argument("1", 1), group: "numbers", said: { calls: [] } }], none],
      ["and other calls are for other checks", {}, [argument("12345678901234567", 1)], none],
    ],
  ],
  [
    "arguments in a string are read",
    checks.stringArguments,
    [
      ["once", {}, [{ ...call, group: "lenient" }], kept(6)],
      [
        "unless the call is lost",
        {},
        [{ ...call, group: "lenient", said: { calls: [] } }],
        broken(6, 'scenario-1, whole: 0 calls, expected 1, content ""'),
      ],
      [
        "unless they are emptied",
        {},
        [{ ...argument('"a"', {}), group: "lenient" }],
        broken(6, argumentsAre('{"x":{}}', '{"x":"a"}')),
      ],
      [
        "and a name is for another check",
        {},
        [{ ...call, group: "lenient", said: { calls: [{ ...time, name: "stop" }] } }],
        kept(6),
      ],
      ["and other calls are for other checks", {}, [{ ...call, said: { calls: [] } }], none],
    ],
  ],
])("%s", (_what, check, rows) => {
  it.each(rows)("%s", (_title, ground, turns, expected) => {
    expect(check.verify(modelTrace(ground, ...turns))).toEqual(expected);
  });
});
