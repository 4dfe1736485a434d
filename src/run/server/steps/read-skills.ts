import { asObject, isArray, isObject, valueAt, type Json, type JsonObject } from "../../../jsonrpc/json.ts";
import type { ClientSession } from "../../../session/client-session.ts";

/** The most pages of a list, skills, files of a skill and directories that are read. */
const maxPages = 20;
const maxSkills = 10;
const maxFiles = 20;
const maxDirectories = 20;

/** The entries of the skills a server lists, to the end of the list. */
async function listSkills(session: ClientSession): Promise<JsonObject[]> {
  return (await pages(session, "skills/list", {})).flatMap((result) => {
    const skills = valueAt(result, "skills");
    return isArray(skills) ? skills.filter(isObject) : [];
  });
}

async function pages(session: ClientSession, method: string, params: JsonObject): Promise<Json[]> {
  const results: Json[] = [];
  let cursor: Json | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await session.request(method, cursor === undefined ? params : { ...params, cursor });
    if (answer.kind !== "result") break;
    results.push(answer.frame.result);
    cursor = valueAt(answer.frame.result, "nextCursor");
    if (cursor === undefined || cursor === null) break;
  }
  return results;
}

const uriOf = (entry: JsonObject): string[] => (typeof entry["uri"] === "string" ? [entry["uri"]] : []);

function filesOf(entry: JsonObject): string[] {
  const { resources } = entry;
  return isArray(resources) ? resources.flatMap((file) => uriOf(asObject(file))) : [];
}

/** Lists the skills, asks for each of them, and reads its SKILL.md and the files it lists (io.modelcontextprotocol/skills). */
export async function readSkills(session: ClientSession): Promise<void> {
  const entries = (await listSkills(session)).slice(0, maxSkills);
  const uris = new Set<string>();
  for (const entry of entries) {
    for (const uri of uriOf(entry)) await session.request("skills/get", { uri });
    for (const uri of [...uriOf(entry), ...filesOf(entry)].slice(0, maxFiles)) uris.add(uri);
  }
  await Promise.all([...uris].map(async (uri) => await session.request("resources/read", { uri })));
}

/** Reads the directories of the skills from their roots down, and tries the same with a file. */
export async function readSkillDirectories(session: ClientSession): Promise<void> {
  const entries = (await listSkills(session)).slice(0, maxSkills);
  const open = entries.flatMap(uriOf).flatMap((uri) => (uri.endsWith("/SKILL.md") ? [uri.slice(0, -"/SKILL.md".length)] : []));
  const known = new Set(open);
  for (let read = 0; read < maxDirectories; read += 1) {
    const uri = open.shift();
    if (uri === undefined) break;
    for (const result of await pages(session, "resources/directory/read", { uri })) {
      const children = valueAt(result, "resources");
      for (const child of isArray(children) ? children : []) {
        const directory = valueAt(child, "mimeType") === "inode/directory" ? valueAt(child, "uri") : undefined;
        if (typeof directory !== "string" || known.has(directory)) continue;
        known.add(directory);
        open.push(directory);
      }
    }
  }
  const [file] = entries.flatMap(uriOf);
  if (file !== undefined) await session.request("resources/directory/read", { uri: file });
}
