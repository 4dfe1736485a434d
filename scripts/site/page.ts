/** A page of the site, before it is laid out. */
export type Page = {
  /** Where it lies in the site, such as `checks/tools.unknown-name.html`. */
  readonly path: string;
  readonly title: string;
  readonly section: Section;
  /** Its text. A link that begins with `/` is one from the root of the site, any other is taken from where `source` lies. */
  readonly markdown: string;
  /** The file it is made of, from the root of the repository; absent for what is made of data. */
  readonly source?: string;
  /** What the search finds it by besides its title. */
  readonly words?: string;
};

/** The parts of the site, in the order they are shown in. */
export const sections = {
  guides: "Guides",
  checks: "Checks",
  formats: "Tool-call formats",
  mocks: "Mock servers",
  scenarios: "Scenarios",
  models: "Fake models",
  published: "Published tables",
  reference: "Library reference",
} as const;
/** A part of the site. */
export type Section = keyof typeof sections;

/** Text in a block of code, whatever it holds. */
export function fenced(text: string, language = ""): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Text in a line of code. */
export function coded(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  const space = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${space}${text}${space}${fence}`;
}

/** Rows as a table; a bar in a cell is no border. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("\n", " ").replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
