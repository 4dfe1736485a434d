import { McpcheckError } from "../base/mcpcheck-error.ts";

/**
 * Loads packages of the user's that lie beside mcpcheck: most who judge servers need none of them.
 * @param use what needs them, as the first words of the error
 * @throws McpcheckError `usage` where one is missing, with how to install them
 */
export async function loadBeside<T extends Readonly<Record<string, unknown>>>(
  names: readonly (keyof T & string)[],
  use: string,
): Promise<T> {
  try {
    const loaded = await Promise.all(names.map(async (name): Promise<unknown> => await import(name)));
    return Object.fromEntries(names.map((name, index) => [name, loaded[index]])) as T;
  } catch (cause) {
    const all = names.join(" ");
    const beside = names.map((name) => `-p ${name}`).join(" ");
    const need = names.length === 1 ? `the package ${all}` : `the packages ${names.join(" and ")}`;
    throw new McpcheckError(
      "usage",
      `${use} needs ${need} beside mcpcheck: npm install ${all} (or npx -p mcpcheck ${beside} mcpcheck fleet …)`,
      { cause },
    );
  }
}
