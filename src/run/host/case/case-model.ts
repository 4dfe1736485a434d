import type { ModelClock } from "../../../model/clock.ts";
import type { CapturedRequest } from "../../../model/fake/capture.ts";
import { createFakeModel } from "../../../model/fake/fake-model.ts";
import { serveFakeModel } from "../../../model/fake/serve-fake-model.ts";
import type { ModelScript } from "../../../model/script/model-script.ts";

/** The model of a case, ready to be asked over HTTP. */
export type CaseModel = {
  /** Scheme, host and port. */
  readonly url: string;
  readonly name: string;
  /** What it was asked so far. */
  readonly requests: () => readonly Pick<
    CapturedRequest,
    "at" | "api" | "method" | "path" | "headers" | "body" | "status" | "outcome"
  >[];
  readonly close: () => Promise<void>;
};

/** Makes the model that plays the script of a case. */
export type OpenCaseModel = (script: ModelScript, clock: ModelClock) => Promise<CaseModel>;

/** A fake model: plays the script on the wire itself. */
export const openFakeModel: OpenCaseModel = async (script, clock) => {
  const fake = createFakeModel({ scripts: [script], clock, date: () => new Date() });
  const { url, close } = await serveFakeModel(fake);
  return { url, name: script.id, requests: fake.requests, close };
};
