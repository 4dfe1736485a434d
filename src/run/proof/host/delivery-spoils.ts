import type { Bounds } from "../../../check/host/bounds.ts";
import { type Delivered, deliveriesTo } from "../../../check/host/expect-deliveries.ts";
import { altered, miscounted, type Spoil, spoil } from "./spoil.ts";

type Wanted = Delivered & { readonly times?: Bounds; readonly signed?: object };

/** What a host may tell other agents wrongly. */
export const deliverySpoils = {
  delivered: spoil<Wanted>(({ times, signed, ...meant }, trace) => {
    const found = deliveriesTo(trace, meant);
    const extra = {
      kind: "server-received",
      seq: 0,
      at: 0,
      server: meant.server,
      instance: `${meant.server}:first`,
      text: JSON.stringify(meant.holds ?? {}),
    } as const;
    const [first] = found;
    return [
      ...miscounted(trace, `what ${meant.server} is told`, found, times, extra),
      ...(signed === undefined || first === undefined
        ? []
        : [
            {
              does: "signs other bytes than it sends",
              trace: altered(trace, (event) => (event === first ? { ...first, text: `${first.text} ` } : event)),
            },
          ]),
    ];
  }),
} as const satisfies Readonly<Record<string, Spoil>>;
