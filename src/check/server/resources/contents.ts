import { readContents } from "../../../trace/facts/content-block.ts";
import { listed } from "../../../trace/facts/server-facts.ts";
import type { Check } from "../../check.ts";
import { inconclusive, notApplicable, overall, overallIfAny } from "../../outcome.ts";
import { base64Bytes, isBase64, textOrJson } from "../../rules/text-forms.ts";

export const resourcesTextOrBlob: Check = {
  id: "resources.text-or-blob",
  title: "Resource contents hold text or a blob",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "server/resources#resource-contents" },
  capability: "resources",
  advice: 'Fill text or blob; an empty resource is "text": "".',
  verify(trace) {
    return overall(
      readContents(trace).map(({ seq, where, contents }) => ({
        ref: seq,
        wrong:
          typeof contents["text"] === "string" || typeof contents["blob"] === "string"
            ? undefined
            : `${where} has neither text nor blob`,
      })),
      "no resource was read",
    );
  },
};

export const resourcesBlobBase64: Check = {
  id: "resources.blob-base64",
  title: "Binary resource contents are base64",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "server/resources#security-considerations" },
  capability: "resources",
  advice: "Encode with the standard base64 alphabet and padding, without a data: prefix or line breaks.",
  verify(trace) {
    const blobs = readContents(trace).filter(({ contents }) => contents["blob"] !== undefined);
    if (blobs.length === 0)
      return readContents(trace).length === 0
        ? inconclusive("no resource was read")
        : notApplicable("no binary resource was read");
    return overall(
      blobs.map(({ seq, where, contents }) => ({
        ref: seq,
        wrong:
          typeof contents["blob"] === "string" && isBase64(contents["blob"]) ? undefined : `${where}.blob is not padded base64`,
      })),
      "no binary resource was read",
    );
  },
};

export const resourcesMimeTypeSame: Check = {
  id: "resources.mime-type-same",
  title: "A resource is read with the MIME type it is listed with",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/resources#resource" },
  capability: "resources",
  advice: "Give both places the same mimeType: a client picks what it can show by the listed one.",
  verify(trace) {
    const types = new Map(listed(trace, "resources").map(({ item }) => [item["uri"], item["mimeType"]]));
    const both = readContents(trace).filter(
      ({ contents }) => typeof types.get(contents["uri"]) === "string" && typeof contents["mimeType"] === "string",
    );
    return overallIfAny(
      both.map(({ seq, contents }) => {
        const [before, now] = [essence(types.get(contents["uri"])), essence(contents["mimeType"])];
        return {
          ref: seq,
          wrong: before === now ? undefined : `${JSON.stringify(contents["uri"])} is listed as ${before} and read as ${now}`,
        };
      }),
      "no resource has a MIME type in both places",
    );
  },
};

const essence = (type: unknown): string => textOrJson(type).split(";")[0]?.trim().toLowerCase() ?? "";

export const resourcesSizeTrue: Check = {
  id: "resources.size-true",
  title: "A listed size is the size of what is read",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/resources#resource", "2025-06-18": "schema#resource" },
  capability: "resources",
  advice: "Give the size in bytes before base64, or leave it out: hosts reckon their context by it.",
  tolerance: "A resource that is listed with several sizes, or read with several, changes, and is left out.",
  verify(trace) {
    const sizes = new Map(listed(trace, "resources").map(({ item }) => [item["uri"], item["size"]]));
    const changing = new Set([
      ...differing(listed(trace, "resources").map(({ item }) => [item["uri"], item["size"]])),
      ...differing(readContents(trace).map(({ contents }) => [contents["uri"], bytesOf(contents)])),
    ]);
    const sized = readContents(trace).filter(
      ({ contents }) =>
        typeof sizes.get(contents["uri"]) === "number" && bytesOf(contents) !== undefined && !changing.has(contents["uri"]),
    );
    return overallIfAny(
      sized.map(({ seq, contents }) => ({
        ref: seq,
        wrong:
          sizes.get(contents["uri"]) === bytesOf(contents)
            ? undefined
            : `${JSON.stringify(contents["uri"])} is listed with ${textOrJson(sizes.get(contents["uri"]))} bytes and has ${bytesOf(contents)}`,
      })),
      "no resource with a size that stays was read",
    );
  },
};

/** The keys that come with more than one value. */
function differing(pairs: readonly (readonly [unknown, unknown])[]): Set<unknown> {
  const first = new Map(pairs.toReversed());
  return new Set(pairs.filter(([key, value]) => first.get(key) !== value).map(([key]) => key));
}

function bytesOf(contents: { readonly [member: string]: unknown }): number | undefined {
  const { text, blob } = contents;
  if (typeof blob === "string") return isBase64(blob) ? base64Bytes(blob) : undefined;
  return typeof text === "string" ? utf8Bytes(text) : undefined;
}

function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
