import { type HostConfiguration, type HostSettings, emptyConfiguration, type SecurityBlock } from "../configuration.ts";
import { fieldsOf, kindOf } from "./fields.ts";
import type { Pointer, Reading } from "./problem.ts";
import { readModels, readPrompts } from "./read-models.ts";
import { readServers } from "./read-servers.ts";
import { createReader, isRecord, type Reader, type ReadingRules } from "./reader.ts";
import type { ServerDefinition } from "../server-definition.ts";
import { isSource, parseSource, type Source } from "./source.ts";

/** Where hosts keep their servers. */
const places: readonly Pointer[] = [["mcpServers"], ["servers"], ["mcp", "servers"], ["mcp_servers"], ["context_servers"]];

/** Members that show a configuration of a host that has no servers. */
const otherMembers = ["runtime", "mcp", "security", "default_provider", "ollama_model", "human_in_loop"];

/** The text of a configuration file, of any form, as one value. The ending of `name` says JSON, YAML or TOML. */
export function readConfiguration(text: string, name: string, rules: ReadingRules): Reading<HostConfiguration> {
  const parsed = parseSource(text, name);
  return isSource(parsed)
    ? readConfigurationSource(parsed, rules)
    : { value: emptyConfiguration, problems: [parsed], warnings: [] };
}

/** A configuration that is a value already, such as the body of a request or an object of a program. */
function readConfigurationSource(source: Source, rules: ReadingRules): Reading<HostConfiguration> {
  const reader = createReader(source, rules);
  const root = source.value;
  if (Array.isArray(root)) return finished({ ...emptyConfiguration, servers: readServers(root, [], reader) }, reader);
  if (!isRecord(root)) {
    reader.problem([], `expected a map with the servers, got ${kindOf(root)}`);
    return finished(emptyConfiguration, reader);
  }
  const found = places.filter((place) => valueAt(root, place) !== undefined);
  const [first, ...others] = found;
  if (first === undefined && !otherMembers.some((member) => Object.hasOwn(root, member))) {
    reader.problem([], `no servers: expected one of ${places.map((place) => place.join(".")).join(", ")}`);
  }
  for (const other of others) reader.warning(other, `ignored: the servers are taken from ${first?.join(".")}`);
  const servers = first === undefined ? [] : readServers(valueAt(root, first), first, reader);
  const names = servers.map(({ name }) => name);
  const runtime = isRecord(root["runtime"]) ? root["runtime"] : {};
  const models = readModels(runtime["models"], ["runtime", "models"], names, reader);
  const prompts = readPrompts(root["prompts"], ["prompts"], reader);
  judgePrompts(models, prompts, reader);
  return finished(
    {
      servers,
      models,
      defaultModel: readDefault(runtime, models, reader),
      prompts,
      security: readSecurity(root["security"], ["security"], reader),
      settings: readSettings(root, reader),
      replace: root["replace"] === true,
      secrets: [],
    },
    reader,
  );
}

function finished(value: HostConfiguration, reader: Reader): Reading<HostConfiguration> {
  const { problems, warnings, secrets } = reader.finish(value);
  return {
    value: { ...value, secrets: [...new Set([...secrets, ...value.servers.flatMap(credentialsOf)])] },
    problems,
    warnings,
  };
}

/** The values of a definition that may let somebody in: headers and environment, whole and without their scheme. */
function credentialsOf({ reach }: ServerDefinition): string[] {
  const values = Object.values(reach.transport === "stdio" ? reach.env : reach.headers);
  return values
    .flatMap((value) => [value, value.replace(/^(?:Bearer|Basic|Token)\s+/i, "")])
    .filter((value) => value.length >= 6);
}

function readDefault(
  runtime: Readonly<Record<string, unknown>>,
  models: HostConfiguration["models"],
  reader: Reader,
): string | undefined {
  const fields = fieldsOf(runtime, ["runtime"], reader);
  const name = fields.text("default_model");
  if (name !== undefined && !models.some((model) => model.name === name)) {
    reader.problem(fields.at("default_model"), `there is no model named "${name}"`);
  }
  return name;
}

function judgePrompts(models: HostConfiguration["models"], prompts: HostConfiguration["prompts"], reader: Reader): void {
  models.forEach((model, index) => {
    for (const name of model.prompts) {
      if (!Object.hasOwn(prompts, name)) {
        reader.problem(["runtime", "models", index, "prompts"], `there is no prompt named "${name}"`);
      }
    }
  });
}

/** What the operator adds to the command policy; both spellings that hosts use for a member are read. */
function readSecurity(value: unknown, pointer: Pointer, reader: Reader): SecurityBlock | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isRecord(value)) {
    reader.problem(pointer, `expected a map with block, allow, strict and origins, got ${kindOf(value)}`);
    return undefined;
  }
  const fields = fieldsOf(value, pointer, reader);
  return {
    block: fields.texts("block") ?? fields.texts("blocked_commands") ?? [],
    allow: fields.texts("allow") ?? fields.texts("allowed_commands") ?? [],
    strict: fields.flag("strict") ?? fields.flag("strict_mode") ?? false,
    origins: fields.texts("origins") ?? [],
  };
}

/** The settings one host keeps in the same file as its servers. */
function readSettings(root: Readonly<Record<string, unknown>>, reader: Reader): HostSettings {
  const fields = fieldsOf(root, [], reader);
  return {
    provider: fields.text("default_provider"),
    model: fields.text("ollama_model"),
    humanInLoop: fields.flag("human_in_loop"),
  };
}

function valueAt(root: Readonly<Record<string, unknown>>, place: Pointer): unknown {
  return (
    place.reduce<unknown>((value, part) => (isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined), root) ??
    undefined
  );
}
