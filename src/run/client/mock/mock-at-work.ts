import type { MockScript } from "../../../mock/script/script.ts";
import type { Front } from "../../../mock/serve/listening.ts";
import type { Revision } from "../../../spec/revision.ts";
import type { ClientTransport } from "../../../transport/client-transport.ts";
import type { ClientTransportName } from "../scenario/client-suite.ts";
import type { ScenarioRecord } from "../scenario-record.ts";

/** What a mock server of a scenario is made from. */
export type MockSetting = {
  readonly scenario: string;
  readonly script: MockScript;
  readonly transport: ClientTransportName;
  /** The revision what is said to it is judged by. */
  readonly revision: Revision | null;
  readonly record: ScenarioRecord;
  /** A directory of the scenario's own. */
  readonly directory: string;
  /** Looks at every HTTP request first. */
  readonly front?: Front | undefined;
};

/** How a client gets at the mock server of a scenario. */
export type MockPlace = {
  readonly transport: ClientTransportName;
  readonly script: MockScript;
  /** The end point, over HTTP. */
  readonly url?: string;
  /** The command line that starts it, over stdio. */
  readonly command?: readonly [string, ...string[]];
  /** Starts it over stdio without a process, for a client in this one. */
  readonly connect?: () => ClientTransport;
};

/** A mock server that a client can reach. */
export type MockAtWork = MockPlace & {
  /** Reads what server processes wrote down, ends those that are left, and closes what listens. */
  readonly close: () => Promise<void>;
};

/** Opens the mock server of a scenario. */
export type OpenMock = (setting: MockSetting) => Promise<MockAtWork>;

/** The event with which a connection of a client to a mock begins. */
export const clientConnected = ({ transport, revision, scenario }: MockSetting, connection: number) =>
  ({ kind: "connect", connection, transport, revision, session: scenario, capabilities: {}, target: "the mock server" }) as const;
