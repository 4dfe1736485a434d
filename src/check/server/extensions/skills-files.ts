import { internalError, invalidParams } from "../../../jsonrpc/error-codes.ts";
import { groupBy } from "../../../base/group-by.ts";
import { sha256 } from "../../../base/sha256.ts";
import { asObject, isArray, isObject, type Json, valueAt } from "../../../jsonrpc/json.ts";
import {
  bytesOf,
  type ReadFile,
  readFiles,
  type SkillEntry,
  skillEntries,
  skillFiles,
  skillOf,
} from "../../../trace/facts/extensions/skills.ts";
import { listed } from "../../../trace/facts/server-facts.ts";
import { errorCodeOf } from "../../../trace/facts/tool-call.ts";
import { answered, calls, lastOf } from "../../../trace/call.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, notApplicable, overallIfAny } from "../../outcome.ts";
import { errorDefect } from "../../rules/error-defect.ts";
import { frontmatterDifference, frontmatterOf } from "../../rules/extensions/frontmatter.ts";
import { skillsCapability, skillsPlace } from "../../rules/extensions/places.ts";
import { shortJson } from "../../rules/text-forms.ts";

const noSkill = "the server gave no entry of a skill";

/** The SKILL.md files that were read, with the entries of their skill that came before. */
function skillTexts(trace: Trace): { readonly read: ReadFile; readonly text: string; readonly entries: readonly SkillEntry[] }[] {
  const entries = skillEntries(trace);
  return readFiles(trace).flatMap((read) => {
    const own = entries.filter(({ entry, seq }) => entry["uri"] === read.uri && seq < read.seq);
    const bytes = bytesOf(read);
    return own.length === 0 || bytes === undefined ? [] : [{ read, text: new TextDecoder().decode(bytes), entries: own }];
  });
}

export const skillsSkillFile: Check = {
  id: "extensions.skills-skill-file",
  title: "The SKILL.md of a skill can be read, and begins with its name and description",
  subject: "server",
  level: "MUST",
  spec: skillsPlace("skill-format"),
  capability: skillsCapability,
  advice: "Serve the file at the URI of the skill; begin it with --- and YAML that has name and description.",
  verify(trace) {
    const uris = new Set(skillEntries(trace).map(({ entry }) => entry["uri"]));
    if (uris.size === 0) return notApplicable(noSkill);
    const missing = calls(trace, "resources/read").filter(
      (call) => errorCodeOf(call) === invalidParams && uris.has(valueAt(call.request.frame.params, "uri")),
    );
    return overallIfAny(
      [
        ...missing.map((call): Exhibit => ({
          ref: lastOf(call),
          wrong: `${shortJson(valueAt(call.request.frame.params, "uri"))} cannot be read: -32602`,
        })),
        ...skillTexts(trace).map(({ read, text }): Exhibit => {
          const found = frontmatterOf(text);
          const lacking = ["name", "description"].find((name) => typeof asObject(found)[name] !== "string");
          const wrong = found === undefined ? "begins with no frontmatter" : `has no ${lacking} in its frontmatter`;
          return { ref: read, wrong: lacking === undefined ? undefined : `${shortJson(read.uri)} ${wrong}` };
        }),
      ],
      "no skill was read",
    );
  },
};

export const skillsFrontmatterSame: Check = {
  id: "extensions.skills-frontmatter-same",
  title: "The frontmatter in the entry of a skill is that of its SKILL.md",
  subject: "server",
  level: "MUST",
  spec: skillsPlace("frontmatter"),
  capability: skillsCapability,
  advice: "Read the frontmatter from the file that is served, with every member the author wrote.",
  tolerance: "Values of different JSON types are not compared: readers of YAML take dates and yes in different ways.",
  verify: (trace) =>
    overallIfAny(
      skillTexts(trace).flatMap(({ read, text, entries }): Exhibit[] => {
        const found = frontmatterOf(text);
        if (found === undefined) return [];
        // A skill may change between two looks: only what no entry says of it is held against the server.
        const differences = entries.map(({ entry }) => frontmatterDifference(asObject(entry["frontmatter"]), found));
        const wrong = differences.includes(undefined) ? undefined : differences.at(-1);
        return [{ ref: read, wrong: wrong === undefined ? undefined : `${shortJson(read.uri)}: ${wrong}` }];
      }),
      "no SKILL.md with frontmatter was read",
    ),
};

export const skillsDigestTrue: Check = {
  id: "extensions.skills-digest-true",
  title: "The files of a skill have the digest and the size its entry gives them",
  subject: "server",
  level: "MUST",
  spec: skillsPlace("integrity-and-verification"),
  capability: skillsCapability,
  advice:
    "Compute both from the bytes that are served; a text with other line ends or without its byte order mark has other bytes.",
  tolerance: "A file that changed between two looks passes with the digest of either.",
  verify(trace) {
    const given = skillEntries(trace).flatMap(skillFiles);
    return overallIfAny(
      readFiles(trace).flatMap((read): Exhibit[] => {
        const said = given.filter(({ file }) => file["uri"] === read.uri && typeof file["digest"] === "string");
        const bytes = bytesOf(read);
        if (said.length === 0 || bytes === undefined) return [];
        const digest = `sha256:${sha256(bytes)}`;
        const same = said.filter(({ file }) => file["digest"] === digest);
        if (same.length === 0)
          return [{ ref: read, wrong: `${shortJson(read.uri)} has the digest ${digest}, not the one of its entry` }];
        const sized = same.some(({ file }) => typeof file["size"] !== "number" || file["size"] === bytes.length);
        return [
          {
            ref: read,
            wrong: sized ? undefined : `${shortJson(read.uri)} has ${bytes.length} bytes, not as many as its entry says`,
          },
        ];
      }),
      "no file that an entry lists was read",
    );
  },
};

export const skillsFileMetadata: Check = {
  id: "extensions.skills-file-metadata",
  title: "The SKILL.md of a skill is a resource of type text/markdown, with the name and description of the skill",
  subject: "server",
  level: "SHOULD",
  spec: skillsPlace("resource-metadata"),
  capability: skillsCapability,
  advice: "Set mimeType to text/markdown, and in resources/list name and description from the frontmatter.",
  verify(trace) {
    const entries = new Map(skillEntries(trace).map(({ entry }) => [entry["uri"], entry]));
    const types = readFiles(trace)
      .filter(({ uri }) => entries.has(uri))
      .map((read): Exhibit => ({ ref: read, wrong: typeDefect(read.uri, read.contents["mimeType"]) }));
    const items = listed(trace, "resources")
      .filter(({ item }) => entries.has(item["uri"]))
      .map(({ seq, item }): Exhibit => {
        const frontmatter = asObject(entries.get(item["uri"])?.["frontmatter"]);
        const other = ["name", "description"].find((name) => item[name] !== frontmatter[name]);
        const wrong =
          other === undefined ? undefined : `${shortJson(item["uri"])} is listed with ${other} ${shortJson(item[other])}`;
        return { ref: seq, wrong: typeDefect(item["uri"], item["mimeType"]) ?? wrong };
      });
    return overallIfAny([...types, ...items], "no SKILL.md was read or listed");
  },
};

function typeDefect(uri: Json | undefined, type: Json | undefined): string | undefined {
  const markdown = typeof type === "string" && /^text\/markdown\s*(;|$)/i.test(type);
  return markdown ? undefined : `${shortJson(uri)} has the mimeType ${shortJson(type)}`;
}

const directoryReads = (trace: Trace) => calls(trace, "resources/directory/read").filter((call) => call.answer !== undefined);

/** The directories that the files of skills lie in, their roots among them. */
function directoriesOf(entries: readonly SkillEntry[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const one of entries) {
    const { root } = skillOf(one);
    if (root === undefined) continue;
    found.add(root);
    for (const { file } of skillFiles(one)) {
      const { uri } = file;
      if (typeof uri !== "string" || !uri.startsWith(`${root}/`)) continue;
      for (let end = uri.lastIndexOf("/"); end > root.length; end = uri.lastIndexOf("/", end - 1)) found.add(uri.slice(0, end));
    }
  }
  return found;
}

const noDirectory = "no directory of a skill was read";

export const skillsDirectoryServed: Check = {
  id: "extensions.skills-directory-served",
  title: "resources/directory/read is answered for the directories of skills",
  subject: "server",
  level: "MUST",
  spec: skillsPlace("reading-directories"),
  capability: `${skillsCapability}.directoryRead`,
  advice:
    "Answer for the root of every skill, its URI without /SKILL.md, and for each directory below; or do not declare directoryRead.",
  verify(trace) {
    const entries = skillEntries(trace);
    if (entries.length === 0) return notApplicable(noSkill);
    const known = directoriesOf(entries);
    return overallIfAny(
      directoryReads(trace).flatMap((call): Exhibit[] => {
        const uri = valueAt(call.request.frame.params, "uri");
        if (typeof uri !== "string" || !known.has(uri)) return [];
        const code = errorCodeOf(call);
        if (code === internalError) return [];
        const resources = call.answer?.frame.kind === "result" ? valueAt(call.answer.frame.result, "resources") : undefined;
        const how = code === undefined ? `resources is ${shortJson(resources)}` : `reading it fails with ${shortJson(code)}`;
        return [{ ref: lastOf(call), wrong: isArray(resources) ? undefined : `the directory ${shortJson(uri)}: ${how}` }];
      }),
      noDirectory,
    );
  },
};

export const skillsDirectoryChildren: Check = {
  id: "extensions.skills-directory-children",
  title: "A directory of a skill gives what lies in it, and nothing else",
  subject: "server",
  level: "SHOULD",
  spec: skillsPlace("response-2"),
  capability: `${skillsCapability}.directoryRead`,
  advice: "Give every direct child, directories among them as inode/directory, and leave what is deeper to a request of its own.",
  tolerance:
    "A directory that comes in pages is looked at for what it has, not for what it lacks; and it may lack what not every entry of its skill lists.",
  verify(trace) {
    const entries = skillEntries(trace);
    const directories = directoriesOf(entries);
    const promised = alwaysListed(entries);
    return overallIfAny(
      answered(directoryReads(trace)).flatMap(({ request, answer }): Exhibit[] => {
        const uri = valueAt(request.frame.params, "uri");
        const children = valueAt(answer.frame.result, "resources");
        if (typeof uri !== "string" || !directories.has(uri) || !isArray(children)) return [];
        const whole =
          valueAt(answer.frame.result, "nextCursor") === undefined && valueAt(request.frame.params, "cursor") === undefined;
        const within = (one: Json | undefined): one is string =>
          typeof one === "string" && one.startsWith(`${uri}/`) && !one.slice(uri.length + 1).includes("/");
        const given = new Set(children.map((child) => valueAt(child, "uri")));
        const stray = [...given].find((one) => !within(one));
        const lost = promised.find((one) => within(one) && !given.has(one));
        const plain = children.find((child) => isDirectory(child, directories));
        const wrong =
          stray !== undefined
            ? `${shortJson(stray)} does not lie in it`
            : whole && lost !== undefined
              ? `${shortJson(lost)} is missing`
              : plain === undefined
                ? undefined
                : `${shortJson(valueAt(plain, "uri"))} has the mimeType ${shortJson(valueAt(plain, "mimeType"))}`;
        return [{ ref: answer, wrong: wrong === undefined ? undefined : `the directory ${shortJson(uri)}: ${wrong}` }];
      }),
      noDirectory,
    );
  },
};

/** What is in every entry of its skill, files and their directories: a skill may change between two looks. */
function alwaysListed(entries: readonly SkillEntry[]): readonly Json[] {
  const lasting = [...groupBy(entries, ({ entry }) => entry["uri"]).values()].flatMap((looks): SkillEntry[] => {
    const [first, ...others] = looks;
    if (first === undefined) return [];
    const inOthers = others.map((look) => new Set(skillFiles(look).map(({ file }) => file["uri"])));
    const resources = skillFiles(first).flatMap(({ file }) => (inOthers.every((uris) => uris.has(file["uri"])) ? [file] : []));
    return [{ ...first, entry: { ...first.entry, resources } }];
  });
  return [...lasting.flatMap(skillFiles).flatMap(({ file }) => file["uri"] ?? []), ...directoriesOf(lasting)];
}

/** Whether a child is a directory that does not say so. */
function isDirectory(child: Json, directories: ReadonlySet<string>): boolean {
  const uri = isObject(child) ? child["uri"] : undefined;
  return typeof uri === "string" && directories.has(uri) && valueAt(child, "mimeType") !== "inode/directory";
}

export const skillsNotADirectory: Check = {
  id: "extensions.skills-not-a-directory",
  title: "Reading as a directory what is none is answered with error -32602",
  subject: "server",
  level: "MUST",
  spec: skillsPlace("response-2"),
  capability: `${skillsCapability}.directoryRead`,
  advice: "Answer error -32602 to a URI that is not there, and to that of a file.",
  verify(trace) {
    const entries = skillEntries(trace);
    const known = directoriesOf(entries);
    const files = new Set(entries.flatMap(skillFiles).map(({ file }) => file["uri"]));
    return overallIfAny(
      directoryReads(trace)
        .filter((call) => errorCodeOf(call) !== internalError)
        .filter((call) => {
          const uri = valueAt(call.request.frame.params, "uri");
          const none = typeof uri === "string" && uri.includes("mcpcheck-no-such");
          return none || (files.has(uri) && typeof uri === "string" && !known.has(uri));
        })
        .map((call) => {
          const wrong = errorDefect(call, invalidParams);
          const uri = shortJson(valueAt(call.request.frame.params, "uri"));
          return { ref: lastOf(call), wrong: wrong === undefined ? undefined : `reading ${uri} as a directory was ${wrong}` };
        }),
      "nothing that is no directory was read as one",
    );
  },
};
