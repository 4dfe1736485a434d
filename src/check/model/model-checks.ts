import * as calls from "./calls.ts";
import * as choice from "./choice.ts";
import type { ModelCheck } from "./model-check.ts";
import * as streams from "./streams.ts";
import * as texts from "./texts.ts";

/** Every check of inference servers, in the order reports show them. A new one is one declaration. */
export const modelChecks: readonly ModelCheck[] = [streams, calls, texts, choice].flatMap((area) => Object.values(area));
