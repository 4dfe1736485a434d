import { suggestion } from "../../../base/nearest.ts";
import { kindOf, fieldsOf } from "./fields.ts";
import { problemText, type Pointer } from "./problem.ts";
import { isRecord, type Reader } from "./reader.ts";
import { readReach, urlMembers } from "./read-reach.ts";
import { type AutoEnableMode, autoEnableModes, type EnableIf, type ServerDefinition } from "../server-definition.ts";
import { serverNameFault } from "./server-name.ts";
import { withoutEnd } from "../../../base/without-end.ts";

/** The members of an entry that are understood, of all forms together. */
const known: readonly string[] = [
  ...urlMembers,
  ..."name description transport type command args env cwd headers enabled disabled".split(" "),
  ..."requires_path path_arg_index capabilities auto_enable enable_if init_timeout_ms tool_timeout_ms".split(" "),
];

/**
 * One entry of a list or map of servers as a definition; undefined when a problem was noted anywhere in it. `key` is the name in a map, or undefined
 * for an entry that has to name itself. Unknown members are warned about and left out.
 */
export function readServer(
  value: unknown,
  key: string | undefined,
  pointer: Pointer,
  reader: Reader,
): ServerDefinition | undefined {
  const before = reader.problemCount();
  if (!isRecord(value)) {
    reader.problem(pointer, `expected a map describing a server, got ${kindOf(value)}`);
    return undefined;
  }
  for (const member of Object.keys(value)) {
    if (!known.includes(member)) reader.warning([...pointer, member], `unknown member, ignored${suggestion(member, known)}`);
  }
  const fields = fieldsOf(value, pointer, reader);
  const name = key ?? nameOf(value);
  const fault = name === undefined ? "no name" : serverNameFault(name, reader.rules.profile.limits.serverNameChars);
  if (fault !== undefined) reader.problem(key === undefined && name !== undefined ? fields.at("name") : pointer, fault);
  const reach = readReach(value, fields, pointer, reader);
  const autoEnable = readMode(fields.text("auto_enable"), fields.at("auto_enable"), reader);
  const enableIf = readConditions(value["enable_if"], fields.at("enable_if"), reader);
  if (
    autoEnable === "if_match" &&
    Object.keys(enableIf).length === 0 &&
    reader.rules.profile.configuration.emptyCondition === "error"
  ) {
    reader.problem(pointer, "auto_enable is if_match, but enable_if has no condition");
  }
  const settings = {
    description: fields.text("description"),
    requiresPath: fields.flag("requires_path") ?? false,
    pathArgIndex: fields.integer("path_arg_index") ?? null,
    capabilities: fields.texts("capabilities") ?? [],
    enabled: (fields.flag("enabled") ?? true) && fields.flag("disabled") !== true,
    initializeMs: duration("init_timeout_ms"),
    callMs: duration("tool_timeout_ms"),
  };
  if (name === undefined || reach === undefined || reader.problemCount() > before) return undefined;
  const place = withoutEnd(problemText(reader.source.at(pointer, "")), ": ");
  return { name, reach, autoEnable, enableIf, ...settings, origin: reader.rules.origin, place };

  function duration(member: string): number | undefined {
    const found = fields.integer(member);
    if (found === undefined || found > 0) return found;
    reader.problem(fields.at(member), `expected milliseconds above 0, got ${found}`);
    return undefined;
  }
}

/** Names are taken as they stand: variables are filled in everywhere but here. */
function nameOf(value: Readonly<Record<string, unknown>>): string | undefined {
  return typeof value["name"] === "string" ? value["name"] : undefined;
}

/** Without a mode a server is used only when it is named; a mode nobody knows never enables. */
function readMode(word: string | undefined, pointer: Pointer, reader: Reader): AutoEnableMode {
  if (word === undefined || word === "") return "never";
  const mode = autoEnableModes.find((one) => one === word);
  if (mode !== undefined) return mode;
  const message = `unknown mode "${word}": expected ${autoEnableModes.join(", ")}`;
  if (reader.rules.profile.configuration.unknownMode === "error") reader.problem(pointer, message);
  else reader.warning(pointer, `${message}; it never enables`);
  return "never";
}

/** The conditions of `enable_if`; a file outside the tools path cannot be one. */
function readConditions(value: unknown, pointer: Pointer, reader: Reader): EnableIf {
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) {
    reader.problem(pointer, `expected a map of conditions, got ${kindOf(value)}`);
    return {};
  }
  const fields = fieldsOf(value, pointer, reader);
  for (const member of Object.keys(value)) {
    // An unknown condition must not be taken for one that holds.
    if (!["file_exists", "env_set"].includes(member)) {
      reader.problem([...pointer, member], `unknown condition${suggestion(member, ["file_exists", "env_set"])}`);
    }
  }
  const fileExists = fields.text("file_exists");
  const envSet = fields.text("env_set");
  if (fileExists !== undefined && leavesFolder(fileExists)) {
    reader.problem(fields.at("file_exists"), `"${fileExists}" leaves the tools path`);
  }
  return { ...(fileExists === undefined ? {} : { fileExists }), ...(envSet === undefined ? {} : { envSet }) };
}

/** Whether a relative path leads out of the folder it starts in, or is none. */
export function leavesFolder(path: string): boolean {
  if (path === "" || /^([/\\~]|[A-Za-z]:)/.test(path) || path.includes("\0")) return true;
  return path.split(/[/\\]/).includes("..");
}
