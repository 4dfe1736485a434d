import * as z from "zod";
import { logLevels } from "../../../mock/script/log-levels.ts";

const object = z.record(z.string(), z.json());
const withTime = {
  timeoutMs: z.int().positive().optional().describe("the client's own time-out for this request, in ms"),
  cancelAfterMs: z.int().nonnegative().optional().describe("the client cancels the request so many ms after it sent it"),
};

const roots = z.array(z.strictObject({ uri: z.string(), name: z.string().optional() }));

/** What a driver is told to do, one object each: a closed set. */
export const driverStep = z.union(
  [
    z.strictObject({ do: z.literal("connect") }),
    z.strictObject({ do: z.literal("list-tools") }),
    z.strictObject({ do: z.literal("call-tool"), name: z.string(), arguments: object.optional(), ...withTime }),
    z.strictObject({ do: z.literal("list-resources") }),
    z.strictObject({ do: z.literal("list-resource-templates") }),
    z.strictObject({ do: z.literal("read-resource"), uri: z.string() }),
    z.strictObject({ do: z.literal("subscribe"), uri: z.string() }),
    z.strictObject({ do: z.literal("unsubscribe"), uri: z.string() }),
    z.strictObject({ do: z.literal("list-prompts") }),
    z.strictObject({ do: z.literal("get-prompt"), name: z.string(), arguments: z.record(z.string(), z.string()).optional() }),
    z.strictObject({ do: z.literal("complete"), ref: object, argument: z.strictObject({ name: z.string(), value: z.string() }) }),
    z.strictObject({ do: z.literal("set-log-level"), level: z.enum(logLevels) }),
    z.strictObject({ do: z.literal("ping"), timeoutMs: withTime.timeoutMs }),
    z.strictObject({ do: z.literal("listen"), ms: z.int().positive().describe("stay connected so long, and read what comes") }),
    z.strictObject({ do: z.literal("set-roots"), roots }).describe("the user changes the roots"),
    z.strictObject({ do: z.literal("close") }),
    z.strictObject({
      answer: z.literal("elicitation"),
      action: z.enum(["accept", "decline", "cancel"]),
      content: object.optional(),
    }),
    z.strictObject({ answer: z.literal("sampling"), text: z.string() }),
    z.strictObject({ answer: z.literal("sampling"), refuse: z.literal(true).describe("the user does not want it") }),
    z.strictObject({
      answer: z.literal("roots"),
      roots,
    }),
  ],
  { error: "expected one of the steps that docs/clients.md lists" },
);

/** One thing a driver is told to do, or how it is to answer what the server asks. */
export type DriverStep = z.infer<typeof driverStep>;

/** A step that does something, not an answer to give. */
export type DoStep = Extract<DriverStep, { do: string }>;

/** An answer to give whenever the server asks. */
export type AnswerStep = Extract<DriverStep, { answer: string }>;
