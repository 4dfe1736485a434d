/**
 * Why no model family speaks a tool-call format, by the id of the format. A test holds that each format has either a family or a
 * reason here; docs/models.md ends with them.
 */
export const withoutFamily: Readonly<Record<string, string>> = {
  "ernie4.5":
    "The calls are known from parsers (vLLM, FastDeploy), the prompts are not: no source was found that shows how a tool's result stands in a prompt of ERNIE 4.5.",
  "generic-json":
    "The format of no maker: what servers ask of a model whose format they do not know, or hold it to by a grammar. There is no tokenizer and no prompt that belong to it.",
  "glm-4-0414":
    "Its chat template shows no call, so that no server learns to read one from it, and none of those that can be judged has a parser of it.",
  plamo3:
    "The open weights are base models; how the prompts of the model that calls tools show tools and results is published nowhere that was found. Its markers are several tokens each.",
  sarashina: "One parser (SMG) knows its calls and one token; its chat template and its other tokens were not found.",
};
