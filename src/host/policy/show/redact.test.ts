import { describe, expect, it } from "vitest";
import { redact } from "./redact.ts";

describe("a text", () => {
  it.each<[title: string, text: string, secrets: readonly string[], expected: string]>([
    ["loses a secret of four letters", "it is abcd.", ["abcd"], "it is ***."],
    ["keeps three letters, which are in many words", "it is abc.", ["abc"], "it is abc."],
    ["loses each place of a secret", "abcd-abcd", ["abcd"], "***-***"],
    ["loses a longer secret as a whole, whichever is named first", "abcdefgh abcd", ["abcd", "abcdefgh"], "*** ***"],
    ["loses a secret with signs of expressions in it", "is a.c$& it?", ["a.c$&"], "is *** it?"],
    ["loses a token", "Authorization: Bearer abc.DEF_1~2+3/4=", [], "Authorization: Bearer ***"],
    ["loses a token behind several blanks", "Bearer \t abcdef", [], "Bearer ***"],
    ["loses each of two tokens", "Bearer abcdef, basic ghijkl", [], "Bearer ***, basic ***"],
    ["loses a token of six letters", "bearer abcdef", [], "bearer ***"],
    ["keeps five letters, which are a word", "the bearer knows", [], "the bearer knows"],
    ["keeps a word that only ends so", "forbearer abcdefgh", [], "forbearer abcdefgh"],
    ["keeps a word that goes on", "bearers abcdefgh", [], "bearers abcdefgh"],
    ["keeps a mask, and what follows it", "Bearer *** abcdef", [], "Bearer *** abcdef"],
    ["loses the password of an address", "see https://user:pass@host/x", [], "see https://user:***@host/x"],
    ["loses the password of nobody", "redis://:pass@host", [], "redis://:***@host"],
    ["loses a password with an @", "https://u:p@ss@host", [], "https://u:***@host"],
    ["loses a password with several @", "https://u:@p@@ss@host/x@y", [], "https://u:***@host/x@y"],
    ["keeps what is asked of an address", "https://u:p@host?from=a@b", [], "https://u:***@host?from=a@b"],
    ["keeps the text behind an address", '{"a":"b://c:d@e","f":"g@h"}', [], '{"a":"b://c:***@e","f":"g@h"}'],
    ["loses a password with colons", "https://u:a:b@host", [], "https://u:***@host"],
    ["loses the passwords of two addresses", "a://b:c@d e://f:g@h", [], "a://b:***@d e://f:***@h"],
    ["keeps the port of an address", "https://host:8080/x@y", [], "https://host:8080/x@y"],
    ["keeps the user of an address", "https://user@host:1/x", [], "https://user@host:1/x"],
    ["keeps what is no address", "a: b://, c:d@e", [], "a: b://, c:d@e"],
    ["keeps an address behind which somebody is named", "https://host:80 ann@example.org", [], "https://host:80 ann@example.org"],
  ])("%s", (_title, text, secrets, expected) => {
    expect(redact(text, secrets)).toBe(expected);
  });
});
