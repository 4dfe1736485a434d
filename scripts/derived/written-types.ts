import type { TraceHeader } from "../../src/trace/ndjson.ts";
import type { WireEvent } from "../../src/trace/wire-event.ts";

export type { Report } from "../../src/report/report.ts";
export type { RunEvent } from "../../src/run/run-event.ts";

/** One line of a saved trace: the first is the header, all others are events in their order. */
export type TraceLine = TraceHeader | WireEvent;
