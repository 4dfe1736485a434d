import { hostEvents, type HostTrace } from "../../../check/host/host-event.ts";
import { altered, type Spoil, spoil } from "./spoil.ts";

type Texts = { readonly has?: readonly string[]; readonly lacks?: readonly string[] };

/** What a host may do wrongly with its configuration. */
export const startSpoils = {
  refused: spoil<Texts>(({ has = [], lacks = [] }, trace) => [
    { does: "takes the configuration", trace: taken(trace) },
    ...has.map((text) => ({ does: `does not say ${JSON.stringify(text)}`, trace: refusing(trace, () => "") })),
    ...lacks.map((text) => ({ does: `says ${JSON.stringify(text)}`, trace: refusing(trace, (old) => old + text) })),
  ]),
  warned: spoil<Texts>(({ has = [], lacks = [] }, trace) => [
    ...has.map((text) => ({ does: `does not warn of ${JSON.stringify(text)}`, trace: noting(trace, () => "") })),
    ...lacks.map((text) => ({ does: `writes ${JSON.stringify(text)}`, trace: noting(trace, (old) => old + text) })),
  ]),
} as const satisfies Readonly<Record<string, Spoil>>;

/** The trace of a host that started all the same. */
function taken(trace: HostTrace): HostTrace {
  const fine = altered(trace, (event) =>
    event.kind === "host-refused" ? undefined : event.kind === "answered" ? { ...event, exit: 0 } : event,
  );
  const starts = hostEvents(fine, "host-start").length > 0;
  return starts ? fine : [{ seq: 0, at: 0, kind: "host-start", message: "spoilt" }, ...fine];
}

const refusing = (trace: HostTrace, change: (said: string) => string): HostTrace =>
  altered(trace, (event) => {
    if (event.kind === "host-refused") return { ...event, message: change(event.message) };
    return event.kind === "answered" ? { ...event, text: change(event.text), aside: change(event.aside) } : event;
  });

const noting = (trace: HostTrace, change: (said: string) => string): HostTrace =>
  altered(trace, (event) => {
    if (event.kind === "host-end") return { ...event, output: change(event.output) };
    return event.kind === "answered" ? { ...event, aside: change(event.aside) } : event;
  });
