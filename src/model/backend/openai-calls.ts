import type { ModelEvent } from "../model-backend.ts";
import { isRecord } from "./events.ts";

type OpenCall = { readonly key: string; id: string | undefined; name: string; held: string[]; text: string; announced: boolean };

/** Puts calls together from deltas, as servers send them: with or without index, id, or both; several in one delta. */
export type CallAssembly = {
  readonly add: (delta: unknown) => readonly ModelEvent[];
  /** Every call there was, now that there is no more to come. */
  readonly end: () => readonly ModelEvent[];
  readonly count: () => number;
};

/** An assembly for one answer. Indices of events are positions, whatever the server counts. */
export function createCallAssembly(): CallAssembly {
  const calls: OpenCall[] = [];

  /** The call a delta goes on with; an id of its own, different from that of the call with its index, makes a new one. */
  const callFor = (index: unknown, id: string | undefined, name: string): number => {
    const key = typeof index === "number" ? `index ${index}` : id === undefined ? undefined : `id ${id}`;
    const at = key === undefined ? calls.length - 1 : calls.findLastIndex((call) => call.key === key);
    const found = calls[at];
    const isOther = found !== undefined && id !== undefined && found.id !== undefined && found.id !== id;
    const isNext = found !== undefined && key === undefined && name !== "" && found.name !== "";
    if (found !== undefined && !isOther && !isNext) return at;
    calls.push({ key: key ?? `position ${calls.length}`, id, name: "", held: [], text: "", announced: false });
    return calls.length - 1;
  };

  const announce = (call: OpenCall, index: number): ModelEvent[] => {
    if (call.announced) return [];
    call.announced = true;
    const id = call.id === undefined ? {} : { id: call.id };
    const held = call.held.splice(0);
    return [
      { kind: "call-start", index, ...id, name: call.name },
      ...held.map((fragment): ModelEvent => ({ kind: "call-arguments", index, fragment })),
    ];
  };

  return {
    count: () => calls.length,
    add(delta) {
      if (!isRecord(delta)) return [];
      const given = isRecord(delta["function"]) ? delta["function"] : {};
      const id = typeof delta["id"] === "string" && delta["id"] !== "" ? delta["id"] : undefined;
      const name = typeof given["name"] === "string" ? given["name"] : "";
      const index = callFor(delta["index"], id, name);
      const call = calls[index];
      if (call === undefined) return [];
      call.id ??= id;
      if (!call.announced && call.name === "") call.name = name;
      const fragment = argumentText(given["arguments"]);
      call.text += fragment;
      const events = call.name === "" ? [] : announce(call, index);
      if (fragment === "") return events;
      if (call.announced) return [...events, { kind: "call-arguments", index, fragment }];
      call.held.push(fragment);
      return events;
    },
    end: () =>
      calls.flatMap((call, index): ModelEvent[] => [
        ...announce(call, index),
        {
          kind: "call",
          index,
          ...(call.id === undefined ? {} : { id: call.id }),
          name: call.name,
          arguments: call.text.trim() === "" ? "{}" : call.text,
        },
      ]),
  };
}

/** A fragment of arguments; servers that send an object send all of it. */
function argumentText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
