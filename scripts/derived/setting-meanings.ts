import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../../src/host/profile/settings/", import.meta.url);

/** What each group of settings is called in a profile, where its constant says it otherwise. */
const groups: Readonly<Record<string, string>> = {
  timeSettings: "times",
  toolSettings: "tools",
  sessionSettings: "sessions",
  limitSettings: "limits",
};

/** Every key of a profile with its meaning, as a module: the comments of the settings are where it is said. */
export function settingMeanings(): string {
  const entries = readdirSync(folder)
    .toSorted()
    .flatMap((name) => meaningsOf(readFileSync(new URL(name, folder), "utf8")));
  const lines = entries.map(([key, meaning]) => `  ${JSON.stringify(key)}: ${JSON.stringify(meaning)},`);
  return `/** What every key of a profile means. Written by \`npm run build\` from the comments in \`settings/\`. */\nexport const settingMeanings: Readonly<Record<string, string>> = {\n${lines.join("\n")}\n};\n`;
}

function meaningsOf(source: string): readonly (readonly [key: string, meaning: string])[] {
  const entries: (readonly [string, string])[] = [];
  let group = "";
  let comment: string[] | undefined;
  let said = "";
  for (const line of source.split("\n")) {
    const opened = /^(?:export )?const (\w+) = z\.strictObject/.exec(line)?.[1];
    if (opened !== undefined) group = groupOf(opened);
    const whole = /^ {2}\/\*\* (.*) \*\/$/.exec(line)?.[1];
    if (whole !== undefined) said = whole;
    else if (line === "  /**") comment = [];
    else if (line === "   */") [said, comment] = [(comment ?? []).join(" "), undefined];
    else if (comment !== undefined) comment.push(line.replace(/^ {3}\* ?/, ""));
    const name = /^ {2}(\w+): /.exec(line)?.[1];
    if (name !== undefined && said !== "") entries.push([`${group}.${name}`, said]);
    if (name !== undefined) said = "";
  }
  return entries;
}

/** `loopSettings` are `loop`; a constant of its own name is a part of `policy`. */
function groupOf(constant: string): string {
  return groups[constant] ?? (constant.endsWith("Settings") ? constant.replace(/Settings$/, "") : `policy.${constant}`);
}
