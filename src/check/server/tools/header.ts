import type { Json } from "../../../jsonrpc/json.ts";
import { listed } from "../../../trace/facts/server-facts.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check, Level } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";
import { headerAnnotations, isHeaderName, isMirrorable } from "../../rules/headers/header-annotations.ts";
import { textOrJson } from "../../rules/text-forms.ts";

/** One `x-mcp-header` with where it stands; `reachable` when only `properties` lie between it and the root. */
type Header = {
  readonly seq: number;
  readonly tool: string;
  readonly path: string;
  readonly value: Json;
  readonly type: Json | undefined;
  readonly reachable: boolean;
};

function headers(trace: Trace): Header[] {
  return listed(trace, "tools").flatMap(({ seq, item }) =>
    headerAnnotations(item["inputSchema"]).map(({ path, ...found }) => ({
      ...found,
      path: path.join("/"),
      seq,
      tool: textOrJson(item["name"]),
    })),
  );
}

function headerCheck(
  id: string,
  title: string,
  level: Level,
  advice: string,
  judge: (all: readonly Header[]) => readonly Exhibit[],
): Check {
  return {
    id,
    title,
    subject: "server",
    level,
    spec: { "2026-07-28": "server/tools#x-mcp-header" },
    capability: "tools",
    advice,
    verify(trace) {
      return overallIfAny(judge(headers(trace)), "no tool has an x-mcp-header");
    },
  };
}

const place = (header: Header): string => `${JSON.stringify(header.tool)} at ${header.path}`;

export const toolsHeaderName: Check = headerCheck(
  "tools.header-name",
  "An x-mcp-header is a non-empty HTTP field-name token",
  "MUST",
  "Use letters, digits and hyphens: the value becomes part of a header name, and clients drop the tool otherwise.",
  (all) =>
    all.map((header) => ({
      ref: header.seq,
      wrong: isHeaderName(header.value) ? undefined : `${place(header)}: ${JSON.stringify(header.value)} is not a field name`,
    })),
);

export const toolsHeaderUnique: Check = headerCheck(
  "tools.header-unique",
  "The x-mcp-header values of one tool differ, whatever their case",
  "MUST",
  "Header names are case-insensitive: give each parameter its own.",
  (all) => {
    const last = new Map<string, string>();
    return all.map((header) => {
      const key = `${header.seq} ${header.tool} ${textOrJson(header.value).toLowerCase()}`;
      const known = last.get(key);
      last.set(key, header.path);
      return {
        ref: header.seq,
        wrong:
          known === undefined || known === header.path
            ? undefined
            : `${place(header)}: ${textOrJson(header.value)} is taken by ${known}`,
      };
    });
  },
);

export const toolsHeaderPrimitive: Check = headerCheck(
  "tools.header-primitive",
  "An x-mcp-header is on a string, integer or boolean",
  "MUST",
  "Mirror only parameters of type string, integer or boolean; number is not allowed.",
  (all) =>
    all.map((header) => ({
      ref: header.seq,
      wrong: isMirrorable(header.type) ? undefined : `${place(header)}: type ${JSON.stringify(header.type)}`,
    })),
);

export const toolsHeaderReachable: Check = headerCheck(
  "tools.header-reachable",
  "An x-mcp-header is reached from the root through properties alone",
  "MUST",
  "Move the parameter out of items, composition, conditions and $defs.",
  (all) => all.map((header) => ({ ref: header.seq, wrong: header.reachable ? undefined : place(header) })),
);

export const toolsHeaderNotSensitive: Check = headerCheck(
  "tools.header-not-sensitive",
  "Parameters that hold secrets are not mirrored into headers",
  "SHOULD NOT",
  "Take the x-mcp-header off: every intermediary sees and logs headers.",
  (all) =>
    all.map((header) => {
      const name = header.path.split("/").at(-1) ?? "";
      return { ref: header.seq, wrong: secretNames.test(name) ? `${place(header)} looks like a secret` : undefined };
    }),
);

const secretNames =
  /^(password|passwd|passphrase|secret|client_?secret|api_?key|access_?token|auth_?token|private_?key|credit_?card|ssn)$/i;
