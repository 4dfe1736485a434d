import { isArray, isObject, type Json, valueAt } from "../../../jsonrpc/json.ts";
import { skillEntries, type SkillEntry, skillFiles, skillOf } from "../../../trace/facts/extensions/skills.ts";
import type { Check } from "../../check.ts";
import { judgeEach } from "../../outcome.ts";
import { skillsCapability, skillsPlace } from "../../rules/extensions/places.ts";
import { shortJson } from "../../rules/text-forms.ts";

const noSkill = "the server gave no entry of a skill";

const of = ({ entry }: SkillEntry, wrong: string | undefined): string | undefined =>
  wrong === undefined ? undefined : `the skill ${shortJson(entry["uri"])}: ${wrong}`;

export const skillsEntryShape: Check = {
  id: "extensions.skills-entry-shape",
  title: "The entry of a skill has its URI, its frontmatter and its files with digest and size",
  subject: "server",
  level: "MUST",
  spec: skillsPlace("skill-entries"),
  capability: skillsCapability,
  advice:
    'Give uri, frontmatter with name and description, and resources: a list of { uri, digest, size }, or "dynamic" for what is made as it is asked for.',
  verify: (trace) => judgeEach(skillEntries(trace), noSkill, (one) => of(one, shapeDefect(one))),
};

function shapeDefect({ entry }: SkillEntry): string | undefined {
  const { uri, frontmatter, resources } = entry;
  if (typeof uri !== "string") return `uri is ${shortJson(uri)}, expected a text`;
  if (!isObject(frontmatter)) return `frontmatter is ${shortJson(frontmatter)}, expected an object`;
  const lacking = ["name", "description"].find((name) => typeof frontmatter[name] !== "string");
  if (lacking !== undefined) return `frontmatter.${lacking} is ${shortJson(frontmatter[lacking])}, expected a text`;
  if (resources === "dynamic") return undefined;
  if (!isArray(resources)) return `resources is ${shortJson(resources)}, expected a list or "dynamic"`;
  return resources.map(fileDefect).find((wrong) => wrong !== undefined);
}

function fileDefect(file: Json): string | undefined {
  const [uri, digest, size] = ["uri", "digest", "size"].map((name) => valueAt(file, name));
  if (typeof uri !== "string") return `a file has the uri ${shortJson(uri)}, expected a text`;
  if (typeof digest !== "string" || !/^sha256:[0-9a-f]{64}$/.test(digest))
    return `the file ${shortJson(uri)} has the digest ${shortJson(digest)}, expected sha256: and 64 hexadecimal digits`;
  return typeof size === "number" && Number.isInteger(size) && size >= 0
    ? undefined
    : `the file ${shortJson(uri)} has the size ${shortJson(size)}, expected a number of bytes`;
}

export const skillsUriName: Check = {
  id: "extensions.skills-uri-name",
  title: "The URI of a skill ends with its name and SKILL.md",
  subject: "server",
  level: "MUST",
  spec: skillsPlace("resource-mapping"),
  capability: skillsCapability,
  advice: "Serve a skill at …/<name>/SKILL.md, with the name of its frontmatter.",
  verify: (trace) =>
    judgeEach(
      skillEntries(trace).filter(({ entry }) => typeof entry["uri"] === "string"),
      noSkill,
      (one) => {
        const { name, root } = skillOf(one);
        if (root === undefined) return of(one, "the URI does not end with /SKILL.md");
        const last = decoded(root.slice(root.lastIndexOf("/") + 1));
        return of(one, typeof name !== "string" || last === name ? undefined : `it is named ${shortJson(name)}`);
      },
    ),
};

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // a lone % stands for itself
  }
}

const skillScheme = "skill://";

/** A registered name, and a segment of a path, of at least one character (RFC 3986, sections 3.2.2 and 3.3). */
const registeredName = /^(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+$/i;
const pathSegment = /^(?:[\w.~!$&'()*+,;=:@-]|%[\da-f]{2})+$/i;

export const skillsUriSegments: Check = {
  id: "extensions.skills-uri-segments",
  title: "The segments of a skill's URI are what a URI may hold",
  subject: "server",
  level: "SHOULD",
  spec: skillsPlace("resource-mapping"),
  capability: skillsCapability,
  advice: "Encode what a URI may not hold: a space as %20, brackets as %5B and %5D.",
  tolerance: "Other schemes than skill:// have rules of their own.",
  verify: (trace) =>
    judgeEach(skillEntries(trace).filter(hasSkillScheme), noSkill, (one) => {
      const [first = "", ...others] = one.entry.uri.slice(skillScheme.length).split("/");
      if (!registeredName.test(first)) return of(one, `${shortJson(first)} is no registered name`);
      const wrong = others.find((segment) => !pathSegment.test(segment));
      return of(one, wrong === undefined ? undefined : `${shortJson(wrong)} is no segment of a path`);
    }),
};

function hasSkillScheme(one: SkillEntry): one is SkillEntry & { readonly entry: { readonly uri: string } } {
  const { uri } = one.entry;
  return typeof uri === "string" && uri.startsWith(skillScheme);
}

export const skillsNameRules: Check = {
  id: "extensions.skills-name-rules",
  title: "The name of a skill is made of lower-case letters, digits and single hyphens",
  subject: "server",
  level: "MUST",
  spec: skillsPlace("resource-mapping"),
  capability: skillsCapability,
  advice:
    "Use at most 64 lower-case letters, digits and hyphens, none of them at an end or beside another, such as pdf-processing.",
  verify: (trace) =>
    judgeEach(
      skillEntries(trace).filter((one) => typeof skillOf(one).name === "string"),
      noSkill,
      (one) => {
        const { name } = skillOf(one);
        if (typeof name !== "string") return undefined;
        const fits = name.length <= 64 && /^[\p{Ll}\p{Lo}\d]+(-[\p{Ll}\p{Lo}\d]+)*$/u.test(name);
        return of(one, fits ? undefined : `its name is ${shortJson(name)}`);
      },
    ),
};

export const skillsManifest: Check = {
  id: "extensions.skills-manifest",
  title: "The files of a skill are listed once each, its SKILL.md among them, and lie in its directory",
  subject: "server",
  level: "MUST",
  spec: skillsPlace("resources"),
  capability: skillsCapability,
  advice: "List every file of the directory of the skill once, with SKILL.md under the URI of the skill itself.",
  verify: (trace) =>
    judgeEach(
      skillEntries(trace).filter(({ entry }) => isArray(entry["resources"]) && typeof entry["uri"] === "string"),
      "no skill lists its files",
      (one) => of(one, manifestDefect(one)),
    ),
};

function manifestDefect(one: SkillEntry): string | undefined {
  const uris = skillFiles(one).map(({ file }) => file["uri"]);
  const { root } = skillOf(one);
  if (!uris.includes(one.entry["uri"])) return "SKILL.md is not among its files";
  const twice = uris.find((uri, index) => uris.indexOf(uri) !== index);
  if (twice !== undefined) return `the file ${shortJson(twice)} is listed twice`;
  const outside = uris.find((uri) => root !== undefined && typeof uri === "string" && !uri.startsWith(`${root}/`));
  return outside === undefined ? undefined : `the file ${shortJson(outside)} lies outside of its directory`;
}

/** What every host takes: so many files, and so many bytes in all. */
const mostFiles = 512;
const mostBytes = 16 * 1024 * 1024;

export const skillsLimits: Check = {
  id: "extensions.skills-limits",
  title: "A skill has at most 512 files and 16 MiB",
  subject: "server",
  level: "SHOULD NOT",
  spec: skillsPlace("limits"),
  capability: skillsCapability,
  advice: "Divide the skill, or leave large files elsewhere: hosts need not load more.",
  verify: (trace) =>
    judgeEach(
      skillEntries(trace).filter(({ entry }) => isArray(entry["resources"])),
      "no skill lists its files",
      (one) => {
        const files = skillFiles(one);
        const bytes = files.reduce((sum, { file }) => sum + (typeof file["size"] === "number" ? file["size"] : 0), 0);
        if (files.length > mostFiles) return of(one, `it has ${files.length} files`);
        return of(one, bytes > mostBytes ? `its files have ${bytes} bytes` : undefined);
      },
    ),
};
