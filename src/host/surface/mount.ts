import type { Asker } from "./chat-request.ts";
import type { HttpExchange } from "./http-exchange.ts";

/** Something that answers the requests for its paths beside the surfaces of the host. */
export type Mount = {
  readonly takes: (path: string) => boolean;
  readonly answer: (exchange: HttpExchange, asker: Asker) => Promise<void> | void;
  /** Ends what is open. */
  readonly close: () => void;
};
