import type { Revision } from "../../../spec/revision.ts";
import type { MockPlace } from "../mock/mock-at-work.ts";
import type { DriverStep } from "../scenario/driver-step.ts";
import type { ScenarioRecord } from "../scenario-record.ts";

/** What a driver of a client is given for one scenario. */
export type DriverSetting = {
  readonly scenario: string;
  /** The newest revision the server of the scenario speaks. */
  readonly revision: Revision;
  readonly steps: readonly DriverStep[];
  readonly mock: MockPlace;
  readonly record: ScenarioRecord;
  /** What the driver does itself is noted under this connection. */
  readonly connection: number;
  /** What the scenario hands out beforehand: ids and keys of a client. */
  readonly context: Readonly<Record<string, string>>;
  /** A directory of the scenario's own. */
  readonly directory: string;
  /** How long all of it may take on a machine that is not busy, in ms. */
  readonly limitMs: number;
  readonly stop: AbortSignal;
  /** Tells the user something of this driver that is no verdict. */
  readonly remark: (text: string) => void;
};

/** Has a client do the steps of a scenario; resolves when it has ended and nothing of it is left. Never rejects for what it does. */
export type ClientDriver = (setting: DriverSetting) => Promise<void>;
