import { isRecord, type Rule } from "./rules.ts";

/** A trace as `onTrace` hands it over, or its text. */
export const textOrTrace: Rule = {
  wants: "a trace: the text of a file of --trace, or what onTrace handed over",
  holds: (value) =>
    typeof value === "string" || (isRecord(value) && isRecord(value["subject"]) && Array.isArray(value["events"])),
};

/** A surface as `surface` gives it. */
export const aSurface: Rule = {
  wants: "a surface, as surface() gives it (JSON.parse a saved file)",
  holds: (value) => isRecord(value) && isRecord(value["server"]) && isRecord(value["capabilities"]),
};

/** A list of tools, or what has one. */
export const toolsOrSurface: Rule = {
  wants: "a list of tools, or a surface, as listTools() and surface() give them",
  holds: (value) => {
    const tools = isRecord(value) ? (value["tools"] ?? []) : value;
    return Array.isArray(tools) && tools.every(isRecord);
  },
};

/** A report as `judgeServer` gives it, or its text. */
export const textOrReport: Rule = {
  wants: "a report, as judgeServer() gives it, or the text of a file of --reporter json",
  holds: (value) => typeof value === "string" || isRecord(value),
};
