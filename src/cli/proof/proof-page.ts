import { markdownText } from "../../report/text/markdown-text.ts";
import type { Kill, KillMatrix, MutantKind } from "../../run/proof/kill-matrix.ts";

/** What a person reads of a kill matrix on a terminal: what does not hold, and the sums. */
export function proofSummary(matrix: KillMatrix, seconds: number): string {
  const { kills, clean, pending, idle } = matrix;
  const wrong = kills.filter(({ caught, astray }) => !caught || astray.length > 0);
  const lines = [
    ...wrong.flatMap(faultLines),
    ...idle.map(({ mutant, check }) => `${mutant}: its mutant names ${check} as violated too, which found nothing`),
    ...clean.flatMap(({ subject, place, accusations, trouble }) => [
      ...(trouble === undefined ? [] : [`clean ${subject}, ${place}: ${trouble}`]),
      ...accusations.map(
        ({ check, revision, message }) => `clean ${subject}, ${place} ${revision}: accused by ${check}: ${message}`,
      ),
    ]),
  ];
  const checks = new Set(kills.map(({ check }) => check)).size;
  const caught = kills.filter(({ caught: yes, astray }) => yes && astray.length === 0).length;
  return [
    ...lines,
    ...(lines.length === 0 ? [] : [""]),
    `${checks} checks, ${kills.length} wrong subjects: ${caught} caught by their own check and no other, ${kills.filter((kill) => !kill.caught).length} survived, ${kills.filter(({ astray }) => astray.length > 0).length} caught by a wrong check`,
    `${clean.length} clean subjects: ${clean.filter(({ accusations }) => accusations.length > 0).length} accused`,
    `${Object.keys(pending).length} checks without a mutant, ${seconds.toFixed(1)} s`,
    "",
  ].join("\n");
}

function faultLines({ check, place, caught, said, astray }: Kill): string[] {
  return [
    ...(caught ? [] : [`${check}, ${place}: its mutant survived: ${said}`]),
    ...astray.map((one) => `${check}, ${place}: its mutant is also accused by ${one.check}: ${one.message}`),
  ];
}

const kinds: Readonly<Record<MutantKind, { readonly title: string; readonly about: string }>> = {
  server: {
    title: "Servers",
    about:
      "A mutant is a correct mock server with exactly one deviation (`mocks/mutants/server/`). Each is judged by every check: its own must find it, and no other may accuse it, but for those its file names with a reason.",
  },
  client: {
    title: "Clients",
    about:
      "The reference client with exactly one deviation (`mocks/mutants/client/`), led through the scenarios that exercise the check. Each is judged by every check of clients.",
  },
  parser: {
    title: "Parsers",
    about: "The reference parser with one deviation (`mocks/mutants/parser/`), on corpora of the formats it names.",
  },
  host: {
    title: "Hosts",
    about:
      "The reference host with one wrong setting (`mocks/mutants/host/`), driven through the cases around the one that must find it.",
  },
  model: {
    title: "Inference servers",
    about:
      "A server that reads scripted texts as they are meant, with one deviation (`mocks/mutants/model/`), on the wire its file names.",
  },
  expectation: {
    title: "Expectations of host cases",
    about:
      "The reference host is driven through every case. Then, for every part of every expectation, what was seen is changed into what would be seen of a host that does just that part wrongly, and the expectation must be violated by it: none can be met by whatever a host does.",
  },
};

/** The matrix as a page: every check with its mutant, where it was caught and by which words. `made` tells how and when. */
export function proofPage(matrix: KillMatrix, titles: ReadonlyMap<string, string>, made: string): string {
  return [
    "# The proof: every check shown to fail",
    "",
    `${made} Every check is shown a subject that is wrong in what it is about, and must find it; clean subjects must not be accused at all.`,
    "",
    ...Object.entries(kinds).flatMap(([kind, { title, about }]) => {
      const kills = matrix.kills.filter((kill) => kill.kind === kind);
      const pending = kind === "server" ? matrix.pending : {};
      return kills.length === 0 ? [] : [`## ${title}`, "", about, "", ...areaTable(kills, pending), ""];
    }),
    "## Clean subjects",
    "",
    "| subject | where | passes | accusations |",
    "| --- | --- | ---: | ---: |",
    ...matrix.clean.map(
      ({ subject, place, judged, accusations }) => `| ${subject} | ${place} | ${judged} | ${accusations.length} |`,
    ),
    "",
    "## Mutants",
    "",
    "| check | what the mutant does | caught on | what the check says | also violated |",
    "| --- | --- | --- | --- | --- |",
    ...mutantRows(matrix, titles),
    "",
    ...(Object.keys(matrix.pending).length === 0 ? [] : withoutMutant(matrix)),
  ].join("\n");
}

function withoutMutant({ pending }: KillMatrix): string[] {
  return [
    "## Without a mutant",
    "",
    ...Object.entries(pending).map(([check, reason]) => `- \`${check}\`: ${markdownText(reason)}`),
    "",
  ];
}

/** A row for every mutant that is a file; the others are only counted. */
function mutantRows({ kills }: KillMatrix, titles: ReadonlyMap<string, string>): string[] {
  const files = kills.filter(({ kind }) => kind !== "expectation");
  return [...groupedBy(files, ({ check }) => check)].map(([check, mine]) => mutantRow(check, mine, titles));
}

function areaTable(kills: readonly Kill[], pending: Readonly<Record<string, string>>): string[] {
  const ids = [...new Set([...kills.map(({ check }) => check), ...Object.keys(pending)])];
  const areas = groupedBy(ids, (id) => id.slice(0, id.indexOf(".")));
  const row = (name: string, of: readonly string[]): string => {
    const mine = kills.filter(({ check }) => of.includes(check));
    const survived = mine.filter(({ caught }) => !caught).length;
    const astray = mine.filter((kill) => kill.astray.length > 0).length;
    return `| ${name} | ${new Set(mine.map(({ check }) => check)).size} | ${mine.length} | ${mine.length - survived} | ${survived} | ${astray} | ${of.filter((id) => pending[id] !== undefined).length} |`;
  };
  return [
    "| area | checks | wrong subjects | caught | survived | by a wrong check | without a mutant |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...[...areas].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, of]) => row(name, of)),
    row("all", ids),
  ];
}

function mutantRow(check: string, kills: readonly Kill[], titles: ReadonlyMap<string, string>): string {
  const [first] = kills;
  const caught = kills.filter((kill) => kill.caught).map(({ place }) => place);
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

function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
