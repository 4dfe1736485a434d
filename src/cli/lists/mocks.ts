import { spokenRevisions } from "../../mock/era/capabilities.ts";
import { listMocks as scripts } from "../../mock/script/load-script.ts";
import { isClean, transportsOf } from "../../mock/era/transports.ts";
import type { Listing } from "./listing.ts";

/** The mock servers that `serve mock` plays; `clean` ones keep every rule of the protocol, `odd` ones do something else. */
export function listMocks(): Listing {
  const items = scripts().map((script) => ({
    id: script.id,
    title: script.title,
    description: script.description,
    kind: isClean(script) ? "clean" : "odd",
    transports: transportsOf(script),
    revisions: spokenRevisions(script),
  }));
  return { items, columns: ["kind", "transports", "title"] };
}
