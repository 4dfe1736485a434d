import type { Ignorer } from "@stryker-mutator/api/ignore";

/** As much of a node of Babel's tree as is looked at. */
type Node = {
  readonly type: string;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
};

/** Text of two words and more, beside what is put into a template. */
const prose = (text: string): boolean => /\p{L}[\p{L}`'",.:;)]*\s+[`'"($]*\p{L}/u.test(text) || /\p{L}{2,}[,:;]?\s*$/u.test(text);

/** Sentences are said to people and decide nothing; that they are there and make sense no mutant shows. Words that are compared stay. */
export class ProseIgnorer implements Ignorer {
  shouldIgnore({ node }: { readonly node: Node }): string | undefined {
    if (node.type === "StringLiteral" && typeof node.value === "string") {
      return /\p{L}[\p{L}`'",.:;)]*\s+[`'"($]*\p{L}/u.test(node.value) ? "a sentence" : undefined;
    }
    if (node.type !== "TemplateLiteral") return undefined;
    return (node.quasis ?? []).some(({ value }) => prose(value.raw)) ? "a sentence" : undefined;
  }
}
