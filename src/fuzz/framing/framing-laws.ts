import type { Law } from "../law.ts";
import { lineLaws } from "./line-laws.ts";
import { messageLaws } from "./message-laws.ts";
import { sessionLaws } from "./session-laws.ts";
import { sseLaws } from "./sse-laws.ts";

/** Every law of framing, from bytes to conversations. */
export const framingLaws: readonly Law[] = [...lineLaws, ...sseLaws, ...messageLaws, ...sessionLaws];
