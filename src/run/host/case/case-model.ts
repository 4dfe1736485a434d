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

/** Makes the model that plays the script of a case. It does not see tools of the host that are none of its servers'. */
export type OpenCaseModel = (script: ModelScript, clock: ModelClock, isBuiltIn?: (name: string) => boolean) => Promise<CaseModel>;

/** A fake model: plays the script on the wire itself. */
export const openFakeModel: OpenCaseModel = async (script, clock, isBuiltIn) => {
  const fake = createFakeModel({ scripts: [script], clock, date: () => new Date(), overlooks: isBuiltIn });
  const { url, close } = await serveFakeModel(fake);
  return { url, name: script.id, requests: fake.requests, close };
};
