type Members = Readonly<Record<string, unknown>>;

/**
 * What of a request stands beside `options` on Ollama's wire (`format`, `keep_alive`, `think`), as members of the request to an
 * Ollama, and as options of one on OpenAI's wire. What the other wire has no word for is left out.
 */
export function fromOllama(given: Members, to: "ollama" | "openai"): { readonly members: Members; readonly options: Members } {
  if (to === "ollama") return { members: given, options: {} };
  const { format, think } = given;
  return {
    members: {},
    options: {
      ...(format === undefined || format === "" ? {} : { response_format: responseFormat(format) }),
      ...(typeof think === "string" ? { reasoning_effort: think } : {}),
    },
  };
}

/** The members of a request to an Ollama that say what OpenAI's `response_format` and `reasoning_effort` say. */
export function fromOpenai({ response_format, reasoning_effort }: Members, to: "ollama" | "openai"): Members {
  if (to === "openai") return {};
  const format = isRecord(response_format) ? formatOf(response_format) : undefined;
  return {
    ...(format === undefined ? {} : { format }),
    ...(typeof reasoning_effort === "string" ? { think: reasoning_effort === "none" ? false : reasoning_effort } : {}),
  };
}

function responseFormat(format: unknown): object {
  return format === "json" ? { type: "json_object" } : { type: "json_schema", json_schema: { name: "answer", schema: format } };
}

function formatOf({ type, json_schema }: Members): unknown {
  if (type === "json_object") return "json";
  return type === "json_schema" && isRecord(json_schema) ? json_schema["schema"] : undefined;
}

function isRecord(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
