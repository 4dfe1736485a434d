import { markdownText } from "../../report/markdown-text.ts";
import type { Kill, KillMatrix } from "../../run/proof/kill-matrix.ts";
import type { Place } from "../../run/proof/mutant.ts";

/** What a person reads of a kill matrix on a terminal: what does not hold, and the sums. */
export function proofSummary(matrix: KillMatrix, seconds: number): string {
  const { kills, clean, pending, idle } = matrix;
  const wrong = kills.filter(({ caught, astray }) => !caught || astray.length > 0);
  const lines = [
    ...wrong.flatMap(faultLines),
    ...idle.map(({ mutant, check }) => `${mutant}: its mutant names ${check} as violated too, which found nothing`),
    ...clean.flatMap(({ subject, transport, accusations, trouble }) => [
      ...(trouble === undefined ? [] : [`clean ${subject}, ${transport}: ${trouble}`]),
      ...accusations.map(
        ({ check, revision, message }) => `clean ${subject}, ${transport} ${revision}: accused by ${check}: ${message}`,
      ),
    ]),
  ];
  const checks = new Set(kills.map(({ check }) => check)).size;
  const caught = kills.filter(({ caught: yes, astray }) => yes && astray.length === 0).length;
  return [
    ...lines,
    ...(lines.length === 0 ? [] : [""]),
    `${checks} mutants, ${kills.length} runs: ${caught} caught by their own check and no other, ${kills.filter((kill) => !kill.caught).length} survived, ${kills.filter(({ astray }) => astray.length > 0).length} caught by a wrong check`,
    `${clean.length} clean subjects: ${clean.filter(({ accusations }) => accusations.length > 0).length} accused`,
    `${Object.keys(pending).length} checks without a mutant, ${seconds.toFixed(1)} s`,
    "",
  ].join("\n");
}

function faultLines({ check, place, caught, said, astray }: Kill): string[] {
  const where = placeName(place);
  return [
    ...(caught ? [] : [`${check}, ${where}: its mutant survived: ${said}`]),
    ...astray.map((one) => `${check}, ${where}: its mutant is also accused by ${one.check}: ${one.message}`),
  ];
}

/** The matrix as a page: every check with its mutant, where it was caught and by which words. `made` tells how and when. */
export function proofPage(matrix: KillMatrix, titles: ReadonlyMap<string, string>, made: string): string {
  const byCheck = groupedBy(matrix.kills, ({ check }) => check);
  return [
    "# The proof: every check shown to fail",
    "",
    `${made} A mutant is a correct mock server with exactly one deviation (\`mocks/mutants/\`). Each is judged by every check: its own must find it, and no other may accuse it, but for those its file names with a reason. Clean subjects must not be accused at all.`,
    "",
    ...areaTable(matrix),
    "",
    "## Clean subjects",
    "",
    "| subject | transport | passes | accusations |",
    "| --- | --- | ---: | ---: |",
    ...matrix.clean.map(
      ({ subject, transport, judged, accusations }) => `| ${subject} | ${transport} | ${judged} | ${accusations.length} |`,
    ),
    "",
    "## Mutants",
    "",
    "| check | what the mutant does | caught on | what the check says | also violated |",
    "| --- | --- | --- | --- | --- |",
    ...[...byCheck].map(([check, kills]) => mutantRow(check, kills, titles)),
    "",
    "## Without a mutant",
    "",
    ...Object.entries(matrix.pending).map(([check, reason]) => `- \`${check}\`: ${markdownText(reason)}`),
    "",
  ].join("\n");
}

function areaTable({ kills, pending }: KillMatrix): string[] {
  const ids = [...new Set([...kills.map(({ check }) => check), ...Object.keys(pending)])];
  const areas = groupedBy(ids, (id) => id.slice(0, id.indexOf(".")));
  const row = (name: string, of: readonly string[]): string => {
    const mine = kills.filter(({ check }) => of.includes(check));
    const survived = mine.filter(({ caught }) => !caught).length;
    const astray = mine.filter((kill) => kill.astray.length > 0).length;
    return `| ${name} | ${new Set(mine.map(({ check }) => check)).size} | ${mine.length} | ${mine.length - survived} | ${survived} | ${astray} | ${of.filter((id) => pending[id] !== undefined).length} |`;
  };
  return [
    "| area | mutants | runs | caught | survived | by a wrong check | without a mutant |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...[...areas].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, of]) => row(name, of)),
    row("all", ids),
  ];
}

function mutantRow(check: string, kills: readonly Kill[], titles: ReadonlyMap<string, string>): string {
  const [first] = kills;
  const caught = kills.filter((kill) => kill.caught).map(({ place }) => placeName(place));
  const also = [...new Set(kills.flatMap((kill) => kill.also))];
  const cells = [
    `\`${check}\`: ${markdownText(titles.get(check) ?? "")}`,
    markdownText(first?.deviation ?? ""),
    caught.length === 0 ? "nowhere" : caught.join(", "),
    markdownText((first?.said ?? "").slice(0, 200)),
    also.map((id) => `\`${id}\``).join(", "),
  ];
  return `| ${cells.join(" | ")} |`;
}

const placeName = ({ transport, revision }: Place): string => `${transport} ${revision}`;

function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
