import type { ModelTool } from "../model-backend.ts";

/**
 * The tools a system text offers, for hosts that put them there: JSON between `<tools>` and `</tools>`, one definition per line
 * or per `<tool>`, or a list; in the form of OpenAI or with name and parameters alone. What is none is passed over.
 */
export function toolsInPrompt(system: string): readonly ModelTool[] {
  const blocks = [...system.matchAll(/<tools>(.*?)<\/tools>/gsu)].map(([, inside = ""]) => inside);
  return blocks.flatMap((block) => {
    const whole = definitionsIn(block);
    return whole.length > 0 ? whole : block.split(/\n|<\/?tool>/u).flatMap(definitionsIn);
  });
}

function definitionsIn(text: string): ModelTool[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  return (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap(definitionOf);
}

function definitionOf(value: unknown): ModelTool[] {
  if (!isRecord(value)) return [];
  const given = isRecord(value["function"]) ? value["function"] : value;
  const { name, description, parameters } = given;
  if (typeof name !== "string") return [];
  const described = typeof description === "string" ? { description } : {};
  return [{ name, ...described, parameters: isRecord(parameters) ? parameters : {} }];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
