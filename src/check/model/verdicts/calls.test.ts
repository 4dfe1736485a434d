import { describe, expect, it } from "vitest";
import {
  besides,
  broken,
  type Ground,
  kept,
  modelTrace,
  type PlayedTurn,
  unshown,
} from "../../../../test/support/model-traces.ts";
import { argument, argumentsAre, call, none, stop, text, time, two } from "../../../../test/support/model-turns.ts";
import * as checks from "../calls.ts";
import type { ModelCheck } from "../model-check.ts";

const openai: Ground = { api: "openai" };

describe.each<[string, ModelCheck, [string, Ground, PlayedTurn[], object][]]>([
  [
    "calls are found",
    checks.callsFound,
    [
      ["whole and streamed", {}, [call, { ...call, streamed: true }], kept(6, 12)],
      [
        "before which the model talks or reasons",
        {},
        [
          { ...call, group: "before" },
          { ...call, group: "reasoning" },
        ],
        kept(6, 11),
      ],
      [
        "unless one is lost",
        {},
        [{ ...call, said: { content: "Hm.", calls: [] } }],
        broken(6, 'scenario-1, whole: 0 calls, expected 1, content "Hm."'),
      ],
      [
        "unless there is one too many",
        openai,
        [{ ...call, streamed: true, said: { calls: [time, stop] } }],
        broken(10, "scenario-1, streamed: 2 calls, expected 1"),
      ],
      [
        "unless that is in a later turn",
        {},
        [{ ...call, turn: 1, said: { calls: [] } }],
        broken(6, 'scenario-1 turn 2, whole: 0 calls, expected 1, content ""'),
      ],
      ["and several in one answer are for another check", {}, [{ ...two, said: { calls: [] } }], none],
      [
        "for which a family has no words",
        { skips: ["it has one call", "it has one call", "no tools"] },
        [],
        besides("it has one call; no tools"),
      ],
      ["where the model was let speak, in any answer", {}, [{ ...call, said: { tokens: 1 } }, call], kept(11)],
      [
        "which says nothing where the model was not",
        {},
        [
          { ...call, said: { tokens: 1 } },
          { ...call, end: { how: "late" } },
        ],
        besides("constrained: in 1 of 2 answers the model was made to say something else than its script has"),
      ],
      [
        "which does not show where no answer came",
        {},
        [{ ...call, end: { how: "late" } }],
        unshown("no answer to judge: no whole answer in time"),
      ],
      [
        "which does not show without token counts",
        { extra: null },
        [call],
        unshown("the server reports no token counts, so it is unknown whether the script was followed"),
      ],
      [
        "which does not show where a grammar may speak in one answer, and there are no counts",
        { ...openai, extra: null },
        [call, { ...call, tools: ["get_time"], said: { calls: [stop] } }],
        unshown(
          "a grammar may have changed what the model said, and without log-probabilities it does not show whether the script was followed",
        ),
      ],
      [
        "which does not show where a grammar may speak",
        openai,
        [{ ...call, tools: ["get_time"], said: { calls: [stop] } }],
        unshown(
          "a grammar may have changed what the model said, and without log-probabilities it does not show whether the script was followed",
        ),
      ],
    ],
  ],
  [
    "several calls come back",
    checks.parallelCalls,
    [
      ["in order", {}, [two], kept(6)],
      [
        "unless only the first does",
        {},
        [{ ...two, said: { calls: [time] } }],
        broken(6, 'scenario-1, whole: 1 call, expected 2, content ""'),
      ],
      [
        "unless the order is another",
        {},
        [{ ...two, said: { calls: [stop, time] } }],
        broken(6, 'scenario-1, whole: call 0 is named "stop", expected "get_time"'),
      ],
      ["and a single one is for another check", {}, [{ ...call, said: { calls: [] } }], none],
    ],
  ],
  [
    "names are those that were written",
    checks.callNames,
    [
      ["to the letter", {}, [call], kept(6)],
      [
        "unless one is changed",
        {},
        [{ ...call, said: { calls: [{ ...time, name: "getTime" }] } }],
        broken(6, 'scenario-1, whole: call 0 is named "getTime", expected "get_time"'),
      ],
      ["and a lost call has none", {}, [{ ...call, said: { calls: [] } }], none],
      ["and where no call was written there is none", {}, [{ ...text, group: "before", said: { calls: [time] } }], none],
      ["and a call too many is for another check", {}, [{ ...call, said: { calls: [stop, time] } }], kept(6)],
      ["and several in one answer are for another check", {}, [{ ...two, said: { calls: [stop, time] } }], none],
    ],
  ],
  [
    "calls have ids",
    checks.callIds,
    [
      ["of their own", openai, [two], kept(6)],
      [
        "unless one has none",
        openai,
        [{ ...two, said: { calls: [time, { ...stop, id: null }] } }],
        broken(6, "scenario-1, whole: a call without an id"),
      ],
      [
        "unless one is empty",
        openai,
        [{ ...two, said: { calls: [time, { ...stop, id: "" }] } }],
        broken(6, "scenario-1, whole: a call without an id"),
      ],
      [
        "unless two share one",
        openai,
        [
          {
            ...two,
            said: {
              calls: [
                { ...time, id: "a" },
                { ...stop, id: "a" },
              ],
            },
          },
        ],
        broken(6, 'scenario-1, whole: the id "a" appears on more than one call'),
      ],
      ["where there is a call", openai, [{ ...two, said: { calls: [] } }], none],
    ],
  ],
  [
    "markers within strings end nothing",
    checks.markersInStrings,
    [
      ["of a call that comes back", {}, [{ ...call, group: "markers" }], kept(6)],
      [
        "unless the call is lost",
        {},
        [{ ...call, group: "markers", said: { calls: [] } }],
        broken(6, 'scenario-1, whole: 0 calls, expected 1, content ""'),
      ],
      [
        "unless its name is another",
        {},
        [{ ...call, group: "markers", said: { calls: [stop] } }],
        broken(6, 'scenario-1, whole: call 0 is named "stop", expected "get_time"'),
      ],
      [
        "unless the string ends at one",
        {},
        [{ ...argument('"a</tool_call>"', "a"), group: "markers" }],
        broken(6, argumentsAre('{"x":"a"}', '{"x":"a</tool_call>"}')),
      ],
      [
        "unless the request fails for them",
        {},
        [{ ...call, group: "markers", status: 500 }],
        broken(6, "scenario-1, whole: status 500: no message"),
      ],
      [
        "which says nothing where the model was not let speak",
        {},
        [{ ...call, group: "markers", said: { tokens: 1 } }],
        besides("constrained: in 1 of 1 answer the model was made to say something else than its script has"),
      ],
      ["and other calls are for other checks", {}, [{ ...call, said: { calls: [] } }], none],
    ],
  ],
])("%s", (_what, check, rows) => {
  it.each(rows)("%s", (_title, ground, turns, expected) => {
    expect(check.verify(modelTrace(ground, ...turns))).toEqual(expected);
  });
});
