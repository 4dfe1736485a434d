import type { ToolCallFormat } from "../format.ts";
import type { BodyEngine, Context } from "./context.ts";
import { createMarkerTable } from "./marker-table.ts";
import type { MarkerEntry, MarkerTable } from "./marker-table.ts";
import { createTextScan } from "./text-scan.ts";
import type { TextOutput, TextScan } from "./text-scan.ts";

/** The scans over a message, by what is open; each is made when it is first needed. */
export interface MessageScans {
  readonly content: () => TextScan;
  /** Between the calls of an open section. */
  readonly section: () => TextScan;
  readonly reasoning: () => TextScan;
  /** Inside a wrapper in which only its closer counts. */
  readonly opaque: () => TextScan;
}

/** Markers of one kind. */
function markersOf(texts: readonly string[] | undefined, kind: MarkerEntry["kind"]): MarkerEntry[] {
  return (texts ?? []).map((text, index) => ({ text, kind, index }));
}

/** What a call, or a section of them, begins with. */
export function openersOf(engine: BodyEngine): MarkerEntry[] {
  return engine.markers().filter(({ kind }) => kind === "call" || kind === "section");
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The tables of markers, by what is open. They are the same for all messages of a format, and a parser has to be cheap to create. */
type MarkerTables = { readonly [Place in keyof MessageScans]: () => MarkerTable };
const known = new WeakMap<ToolCallFormat, MarkerTables>();

function tablesOf(format: ToolCallFormat, engine: BodyEngine): MarkerTables {
  const found = known.get(format);
  if (found !== undefined) return found;
  const { reasoning, contentWrap, router } = format;
  const turnEnds = markersOf(format.turnEnd, "turn-end");
  const blocks = router?.kind === "messages" ? markersOf([router.open], "block") : [];
  const openers = openersOf(engine);
  const shared = [
    ...blocks,
    ...markersOf(reasoning?.where === undefined ? reasoning?.open : [], "reasoning"),
    ...markersOf(contentWrap?.open, "wrap"),
    ...markersOf(contentWrap?.close, "wrap-close"),
    ...markersOf(reasoning?.close, "reasoning-close"),
    ...engine.markers(),
    ...turnEnds,
  ];
  const tables: MarkerTables = {
    content: once(() => createMarkerTable(shared)),
    section: once(() => createMarkerTable([...engine.sectionMarkers(), ...shared])),
    reasoning: once(() =>
      createMarkerTable([
        ...markersOf(reasoning?.close, "reasoning-close"),
        ...markersOf(reasoning?.open, "reasoning"),
        ...(reasoning?.toolInside === "endsReasoning" ? [...blocks, ...openers] : []),
        ...turnEnds,
      ]),
    ),
    opaque: once(() => createMarkerTable([...markersOf(contentWrap?.close, "wrap-close"), ...turnEnds])),
  };
  known.set(format, tables);
  return tables;
}

/** The scans of a format whose calls stand among text. */
export function createMessageScans(ctx: Context, engine: BodyEngine, contentOut: TextOutput): MessageScans {
  const { w, sink, format } = ctx;
  const tables = tablesOf(format, engine);
  const scan = (table: MarkerTable, output: TextOutput, inContent: boolean): TextScan =>
    createTextScan({
      window: w,
      table,
      output,
      guard: () => ctx.guard,
      lines: inContent ? ctx.lines : undefined,
      fences: inContent && format.fence === "ignore",
    });
  return {
    content: once(() => scan(tables.content(), contentOut, true)),
    section: once(() => scan(tables.section(), contentOut, true)),
    reasoning: once(() => scan(tables.reasoning(), sink.reasoning, false)),
    opaque: once(() => scan(tables.opaque(), sink.text, false)),
  };
}
