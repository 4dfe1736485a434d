import { describe, expect, it } from "vitest";
import {
  asText,
  cut,
  cutInSection,
  formatOf,
  handedBack,
  inFull,
  readBothWays,
  type Row as RowOf,
  stray,
  toldOf,
} from "../../../test/support/both-ways.ts";

const kimi = formatOf("header-args", "kimi-k2");
const deepseek = formatOf("header-args", "deepseek-v3.1");
const solar = formatOf("header-args", "solar-open");

const open = "<|tool_calls_section_begin|>";
const close = "<|tool_calls_section_end|>";
const call = (name: string): string => `<|tool_call_begin|>${name}<|tool_call_argument_begin|>{}<|tool_call_end|>`;

const unclosed = "unclosed: the closing marker of a section is missing";
const endsAtOpener = handedBack("truncated: the input ends after the opener of a section");

type Row = RowOf<"header-args">;

describe("a section", () => {
  it.each<Row>([
    [
      "may hold several calls",
      kimi,
      `${open}${call("f")}\n${call("g")}\n${close} tail`,
      {
        content: " tail",
        calls: [
          ["f", "{}", "f"],
          ["g", "{}", "g"],
        ],
      },
    ],
    ["may hold nothing", kimi, `a ${open} ${close} b`, { content: "a  b" }],
    [
      "may be opened and closed by other names of its markers",
      kimi,
      `<|tool_call_section_begin|>${call("f")}<|tool_call_section_end|>`,
      { calls: [["f", "{}", "f"]] },
    ],
    ["is none when words follow its opener", kimi, `${open} words`, asText],
    ["is none when its first call is none", kimi, `${open}<|tool_call_begin|>two words`, asText],
    [
      "is none when its first call is none and ends the input like its closer",
      solar,
      "<|tool_calls|><|tool_call:begin|>7<|c",
      asText,
    ],
    ["is cut after its opener", kimi, open, endsAtOpener],
    ["is cut at whitespace after its opener", kimi, `${open}\n`, endsAtOpener],
    ["is cut in the opener of its first call", kimi, `${open}<|tool_call_b`, endsAtOpener],
    ["is cut in its closer", kimi, `${open}<|tool_calls_section_e`, endsAtOpener],
    ["is cut in its first call", kimi, `${open}<|tool_call_begin|>f`, cutInSection],
    [
      "goes on after words between its calls",
      kimi,
      `${open}${call("f")} and ${call("g")}${close} tail`,
      {
        content: " and  tail",
        calls: [
          ["f", "{}", "f"],
          ["g", "{}", "g"],
        ],
      },
    ],
    [
      "goes on after words where calls stand in sections only",
      deepseek,
      "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>f<｜tool▁sep｜>{}<｜tool▁call▁end｜>and<｜tool▁call▁begin｜>g<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
      {
        content: "and",
        calls: [
          ["f", "{}"],
          ["g", "{}"],
        ],
      },
    ],
    [
      "goes on after a call that is none",
      kimi,
      `${open}${call("f")}\n<|tool_call_begin|>two words${call("g")}${close}`,
      {
        content: "\n<|tool_call_begin|>two words",
        calls: [
          ["f", "{}", "f"],
          ["g", "{}", "g"],
        ],
      },
    ],
    ["is left open after its last call", kimi, `${open}${call("f")}`, { calls: [["f", "{}", "f"]], diagnostics: [unclosed] }],
    [
      "is left open after words",
      kimi,
      `${open}${call("f")} words`,
      { content: " words", calls: [["f", "{}", "f"]], diagnostics: [unclosed] },
    ],
    [
      "is closed once",
      kimi,
      `${open}${call("f")}${close}a${close}b`,
      { content: "ab", calls: [["f", "{}", "f"]], diagnostics: [stray(close)] },
    ],
    [
      "is closed once, with words in it",
      kimi,
      `${open}${call("f")}x${close}a${close}b`,
      { content: "xab", calls: [["f", "{}", "f"]], diagnostics: [stray(close)] },
    ],
    [
      "may be opened again",
      kimi,
      `${open}${call("f")} and ${open}${call("g")}${close} tail`,
      {
        content: " and  tail",
        calls: [
          ["f", "{}", "f"],
          ["g", "{}", "g"],
        ],
      },
    ],
    [
      "may come after a false one",
      kimi,
      `${open} words ${open}${call("f")}${close}`,
      { content: `${open} words `, calls: [["f", "{}", "f"]] },
    ],
  ])("%s", (_title, format, input, wanted) => {
    expect(toldOf(format, input)).toEqual(inFull(wanted, input));
  });

  it("keeps the calls in front of one that is cut, and hands back no more than that one", () => {
    const broken = "<|tool_call_begin|>g<|tool_call_argument_begin|>{";
    const { content, calls, diagnostics } = readBothWays(kimi, `${open}${call("f")}${broken}`);
    expect(content).toBe(broken);
    expect(calls.map(({ name }) => name)).toEqual(["f"]);
    expect(diagnostics[0]).toEqual({ code: "truncated", message: "the input ends inside a call", raw: broken });
  });
});

describe("a call without a section", () => {
  it.each<Row>([
    ["is read where the section may be left out", kimi, `${call("f")} tail`, { content: " tail", calls: [["f", "{}", "f"]] }],
    ["is text when it is none", kimi, "<|tool_call_begin|>two words", asText],
    ["is cut", kimi, "<|tool_call_begin|>f", cut],
    ["is text where a section has to be", deepseek, "<｜tool▁call▁begin｜>f<｜tool▁sep｜>{} tail", asText],
  ])("%s", (_title, format, input, wanted) => {
    expect(toldOf(format, input)).toEqual(inFull(wanted, input));
  });
});
