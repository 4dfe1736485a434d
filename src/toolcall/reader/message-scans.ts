import type { BodyEngine, Context } from "./context.ts";
import { createMarkerTable } from "./marker-table.ts";
import type { MarkerEntry } from "./marker-table.ts";
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

function once(make: () => TextScan): () => TextScan {
  let made: TextScan | undefined;
  return () => (made ??= make());
}

/** The scans of a format whose calls stand among text. */
export function createMessageScans(ctx: Context, engine: BodyEngine, contentOut: TextOutput): MessageScans {
  const { w, sink, format } = ctx;
  const { reasoning, contentWrap, router } = format;
  const turnEnds = markersOf(format.turnEnd, "turn-end");
  const blocks = router?.kind === "messages" ? markersOf([router.open], "block") : [];
  const openers = engine.markers.filter(({ kind }) => kind === "call" || kind === "section");
  const shared = (): MarkerEntry[] => [
    ...blocks,
    ...markersOf(reasoning?.where === undefined ? reasoning?.open : [], "reasoning"),
    ...markersOf(contentWrap?.open, "wrap"),
    ...markersOf(contentWrap?.close, "wrap-close"),
    ...markersOf(reasoning?.close, "reasoning-close"),
    ...engine.markers,
    ...turnEnds,
  ];
  const scan = (entries: readonly MarkerEntry[], output: TextOutput, inContent: boolean): TextScan =>
    createTextScan({
      window: w,
      table: createMarkerTable(entries),
      output,
      guard: () => ctx.guard,
      lines: inContent ? ctx.lines : undefined,
      fences: inContent && format.fence === "ignore",
    });
  return {
    content: once(() => scan(shared(), contentOut, true)),
    section: once(() => scan([...engine.sectionMarkers, ...shared()], contentOut, true)),
    reasoning: once(() =>
      scan(
        [
          ...markersOf(reasoning?.close, "reasoning-close"),
          ...markersOf(reasoning?.open, "reasoning"),
          ...(reasoning?.toolInside === "endsReasoning" ? [...blocks, ...openers] : []),
          ...turnEnds,
        ],
        sink.reasoning,
        false,
      ),
    ),
    opaque: once(() => scan([...markersOf(contentWrap?.close, "wrap-close"), ...turnEnds], sink.text, false)),
  };
}
