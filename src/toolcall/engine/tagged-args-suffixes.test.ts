import { describe, expect, it } from "vitest";
import {
  asText,
  changed,
  formatOf,
  inFull,
  type Row as RowOf,
  stray,
  toldOf,
  type Wanted,
} from "../../../test/support/both-ways.ts";

const hunyuan = formatOf("tagged-args", "hy3");

type Row = RowOf<"tagged-args">;

const called = (args: string, rest: object = {}): Wanted => ({ calls: [["f", args]], ...rest });

describe("the ending of tag names", () => {
  const ended = (text: string): string => text.replaceAll("@", ":opensource");
  const written =
    "<tool_calls@>\n<tool_call@>f<tool_sep@>\n<arg_key@>a</arg_key@>\n<arg_value@>x</arg_value@>\n</tool_call@>\n</tool_calls@> tail";
  const own = changed(formatOf("tagged-args", "minicpm5"), {
    tagSuffixes: [":v2", ":opensource"],
    callOpen: [["<call>", "<tool_call>"], "<tool_call>"],
    nameEnd: "</name><args>",
    argOpen: "<arg_key>",
    argNameEnd: "</arg_key>",
    argClose: "</arg_value>",
    callClose: "</tool_call>",
  });
  it.each<Row>([
    ["may be there", hunyuan, ended(written), called('{"a":"x"}', { content: " tail" })],
    ["may be left out", hunyuan, written.replaceAll("@", ""), called('{"a":"x"}', { content: " tail" })],
    ["cannot change in a section", hunyuan, ended("<tool_calls@>").concat("<tool_call>f"), asText],
    ["cannot change in a call", hunyuan, ended("<tool_calls@><tool_call@>f<tool_sep>"), asText],
    [
      "belongs to stray closers of calls and sections as well",
      hunyuan,
      ended("a</tool_call@>b</tool_calls@>c</tool_call>d"),
      {
        content: "abcd",
        diagnostics: [stray("</tool_call:opensource>"), stray("</tool_calls:opensource>"), stray("</tool_call>")],
      },
    ],
    [
      "belongs to each tag of an opener, and to the last of two tags that end a name",
      own,
      ended("<call@> <tool_call@>f</name><args@><arg_key@>a</arg_key@>x</arg_value@></tool_call@>"),
      called('{"a":"x"}'),
    ],
    ["has to be there where all of them are something", own, "<call><tool_call>f</name><args></arg_value>", asText],
  ])("%s", (_title, format, input, wanted) => {
    expect(toldOf(format, input)).toEqual(inFull(wanted, input));
  });
});
