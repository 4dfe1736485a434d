import { methodAt, methodsOf, type Method, type Side } from "./methods.ts";
import type { Revision } from "./revision.ts";
import { object, required, type Shape } from "./shape.ts";
import { shapeAt, type ShapeName } from "./shape-registry.ts";
import { RequestId, Result } from "./shapes/base.ts";
import { JSONRPCErrorResponse, JSONRPCNotification, JSONRPCRequest, JSONRPCResultResponse } from "./shapes/jsonrpc.ts";
import { defectsOf, isRecord, memberOf, type ShapeDefect } from "./validate.ts";

/** Who sent a message, and for an answer: to which method. */
export type MessageContext = { readonly direction: Side; readonly answerTo?: string };

/**
 * Where a whole JSON-RPC message departs from the shapes of a revision. Methods the revision does not know (extensions)
 * are held to the general shape of a message alone. `id: null` in an error is accepted: JSON-RPC 2.0 demands it where
 * the id could not be read, and the MCP schema forbids it. Never throws.
 */
export function messageDefects(message: unknown, revision: Revision, context: MessageContext): readonly ShapeDefect[] {
  if (!isRecord(message)) return defectsOf(message, object({}), revision);
  if (Object.hasOwn(message, "method")) return callDefects(message, revision, context);
  if (Object.hasOwn(message, "result")) return resultDefects(message, revision, context);
  if (Object.hasOwn(message, "error")) return errorDefects(message, revision);
  return [{ pointer: "", message: "an object with neither method nor result nor error" }];
}

function callDefects(message: object, revision: Revision, context: MessageContext): readonly ShapeDefect[] {
  const isRequest = Object.hasOwn(message, "id");
  const general = defectsOf(message, isRequest ? JSONRPCRequest : JSONRPCNotification, revision);
  const name = memberOf(message, "method");
  const known = typeof name === "string" ? methodAt(name, revision, context.direction) : undefined;
  if (known === undefined || known.carrier === "input-request") return general;
  return merge(general, [...roleDefects(known, isRequest, revision, context), ...paramsDefects(message, known, revision)]);
}

/** A method of the other side, or a request sent as a notification. */
function roleDefects(method: Method, isRequest: boolean, revision: Revision, { direction }: MessageContext): ShapeDefect[] {
  if (!method.senders.includes(direction)) {
    return [
      { pointer: "/method", message: `${method.name} from the ${direction}, which ${revision} lets only the other side send` },
    ];
  }
  if (isRequest === (method.carrier === "request")) return [];
  return isRequest
    ? [{ pointer: "/id", message: `an id, but ${method.name} is a notification` }]
    : [{ pointer: "/id", message: `missing, but ${method.name} is a request` }];
}

function paramsDefects(message: object, method: Method, revision: Revision): readonly ShapeDefect[] {
  const shape = method.params === undefined ? undefined : shapeAt(method.params, revision);
  const params = memberOf(message, "params");
  if (shape === undefined || (params === undefined && !method.paramsRequired)) return [];
  return defectsOf(params, shape, revision, "/params");
}

function resultDefects(message: object, revision: Revision, context: MessageContext): readonly ShapeDefect[] {
  const method = context.answerTo === undefined ? undefined : answered(context.answerTo, revision, context.direction);
  const result = memberOf(message, "result");
  if (method === undefined) {
    const known = context.answerTo === undefined || methodAt(context.answerTo, revision) !== undefined;
    return defectsOf(message, known ? JSONRPCResultResponse : anyResult, revision);
  }
  return merge(
    defectsOf(message, anyResult, revision),
    resultShapes(method, result, revision).flatMap((shape) => defectsOf(result, shape, revision, "/result")),
  );
}

/** The request a side answers: the other side sent it. */
function answered(name: string, revision: Revision, answerer: Side): Method | undefined {
  return methodsOf(revision).find(
    (method) => method.name === name && method.carrier === "request" && method.senders.some((side) => side !== answerer),
  );
}

/** Answers to methods of other revisions and of extensions: no more is known than that the result is an object. */
const anyResult = object({
  jsonrpc: required({ kind: "literal", value: "2.0" }),
  id: required(RequestId),
  result: required(object({})),
});

const inputRequired = "input_required";

/** What a result has to look like: `resultType` or the member `task` tells which of the possible results it is. */
function resultShapes(method: Method, result: unknown, revision: Revision): Shape[] {
  const named = (name: ShapeName | undefined): Shape[] => {
    const shape = name === undefined ? undefined : shapeAt(name, revision);
    return shape === undefined ? [] : [shape];
  };
  const type = memberOf(result, "resultType");
  if (type === inputRequired) {
    return named(method.alternatives?.includes("InputRequiredResult") === true ? "InputRequiredResult" : method.result);
  }
  if (typeof type === "string" && type !== "complete" && revision >= "2026-07-28") return [Result];
  if (method.alternatives?.includes("CreateTaskResult") === true && isTaskLike(result)) return named("CreateTaskResult");
  return named(method.result);
}

function isTaskLike(result: unknown): boolean {
  return (
    isRecord(memberOf(result, "task")) && memberOf(result, "content") === undefined && memberOf(result, "action") === undefined
  );
}

const particularErrors: ReadonlyMap<unknown, ShapeName> = new Map<unknown, ShapeName>([
  [-32042, "URLElicitationRequiredError"],
  [-32020, "HeaderMismatchError"],
  [-32021, "MissingRequiredClientCapabilityError"],
  [-32022, "UnsupportedProtocolVersionError"],
]);

function errorDefects(message: object, revision: Revision): readonly ShapeDefect[] {
  const name = particularErrors.get(memberOf(memberOf(message, "error"), "code"));
  const shape = (name === undefined ? undefined : shapeAt(name, revision)) ?? JSONRPCErrorResponse;
  const defects = defectsOf(message, shape, revision);
  return memberOf(message, "id") === null ? defects.filter((defect) => defect.pointer !== "/id") : defects;
}

/** Both, without saying the same twice. */
function merge(first: readonly ShapeDefect[], second: readonly ShapeDefect[]): readonly ShapeDefect[] {
  const told = new Set(first.map((defect) => defect.pointer));
  return [...first, ...second.filter((defect) => !told.has(defect.pointer))];
}
