import { ClientFactory } from "@a2a-js/sdk/client";
import { type Message, Role, TaskState } from "@a2a-js/sdk";
import { describe, expect, it } from "vitest";
import { post } from "../served-host.ts";
import { eventsOf, servedBridge, webhookSink } from "./served-bridge.ts";

const hello = { message: { messageId: "m1", role: "ROLE_USER", parts: [{ text: "Hello" }] } };
const late = { say: "late", fault: { hang: true } };

function messageOf(text: string): Message {
  return {
    messageId: crypto.randomUUID(),
    contextId: "",
    taskId: "",
    role: Role.ROLE_USER,
    parts: [{ content: { $case: "text", value: text }, metadata: undefined, filename: "", mediaType: "" }],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
}

const request = (text: string) => ({ tenant: "", message: messageOf(text), configuration: undefined, metadata: undefined });

describe("A2A 1.0, spoken to by a client we did not write", () => {
  it("is found by its card, and answers, streams, gets, lists and cancels", async () => {
    const { url } = await servedBridge({ turns: [{ say: "Good day." }] });
    const client = await new ClientFactory().createFromUrl(url);
    const task = await client.sendMessage(request("Hello"));
    if (!("status" in task)) throw new Error("a message came instead of a task");
    expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(task.artifacts[0]?.parts[0]?.content).toEqual({ $case: "text", value: "Good day." });
    expect(await client.getTask({ tenant: "", id: task.id })).toEqual(task);
    const events = [];
    for await (const { payload } of client.sendMessageStream(request("Hello"))) events.push(payload);
    expect(events.map((event) => event?.$case)).toEqual([
      "task",
      "statusUpdate",
      ...Array.from({ length: events.length - 3 }, () => "artifactUpdate"),
      "statusUpdate",
    ]);
    const { tasks, totalSize } = await client.listTasks({
      tenant: "",
      contextId: task.contextId,
      status: TaskState.TASK_STATE_UNSPECIFIED,
      pageToken: "",
      statusTimestampAfter: undefined,
    });
    expect([tasks.map(({ id }) => id), totalSize]).toEqual([[task.id], 1]);
    const cancelling = client.cancelTask({ tenant: "", id: task.id, metadata: undefined });
    await expect(cancelling).rejects.toHaveProperty("name", "TaskNotCancelableError");
    await expect(client.getTask({ tenant: "", id: "none" })).rejects.toHaveProperty("name", "TaskNotFoundError");
  });

  it("pushes what becomes of a task to the address it was given, in order, with the credentials it was given", async () => {
    const { url, bridge } = await servedBridge({ turns: [{ say: "Good day." }] });
    const sink = await webhookSink();
    const client = await new ClientFactory().createFromUrl(url);
    const taskPushNotificationConfig = {
      tenant: "",
      id: "push-1",
      taskId: "",
      url: sink.url,
      token: "tell-me",
      authentication: { scheme: "Bearer", credentials: "s3cret" },
    };
    const configuration = { acceptedOutputModes: [], taskPushNotificationConfig, returnImmediately: false };
    const task = await client.sendMessage({ ...request("Hello"), configuration });
    if (!("status" in task)) throw new Error("a message came instead of a task");
    await bridge.core.notices.idle();
    expect(
      sink.received.map(({ headers }) => [
        headers["authorization"],
        headers["x-a2a-notification-token"],
        headers["content-type"],
      ]),
    ).toEqual(Array.from({ length: 2 }, () => ["Bearer s3cret", "tell-me", "application/a2a+json"]));
    expect(sink.received.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      { statusUpdate: { taskId: task.id, status: { state: "TASK_STATE_WORKING" } } },
      { task: { id: task.id, status: { state: "TASK_STATE_COMPLETED" }, artifacts: [{ parts: [{ text: "Good day." }] }] } },
    ]);
    const which = { tenant: "", taskId: task.id, id: "push-1" };
    expect(await client.getTaskPushNotificationConfig(which)).toMatchObject({ url: sink.url });
    await client.deleteTaskPushNotificationConfig(which);
    const { configs } = await client.listTaskPushNotificationConfig({ tenant: "", taskId: task.id, pageSize: 0, pageToken: "" });
    expect(configs).toEqual([]);
  });
});

describe("A2A 1.0 on the wire", () => {
  it.each([undefined, "0.3", "2.0"])("refuses version %s, and takes 1.0 from the query too", async (version) => {
    const { url } = await servedBridge();
    const body = { jsonrpc: "2.0", id: 7, method: "ListTasks", params: {} };
    const refused = await post(`${url}/a2a`, body, version === undefined ? {} : { "a2a-version": version });
    expect(JSON.parse(refused.text)).toMatchObject({
      id: 7,
      error: { code: -32009, data: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "VERSION_NOT_SUPPORTED" }] },
    });
    const taken = await post(`${url}/a2a?A2A-Version=1.0`, body);
    expect(JSON.parse(taken.text)).toEqual({
      jsonrpc: "2.0",
      id: 7,
      result: { tasks: [], nextPageToken: "", pageSize: 50, totalSize: 0 },
    });
  });

  it("pages lists by a cursor, and shows artifacts and history as far as they are wanted", async () => {
    const { ask } = await servedBridge();
    for (let at = 0; at < 3; at += 1) await ask("SendMessage", hello);
    const first = (await ask("ListTasks", { pageSize: 2 }))["result"] as { tasks: object[]; nextPageToken: string };
    expect(first).toMatchObject({ pageSize: 2, totalSize: 3 });
    expect(first.tasks.map((task) => "artifacts" in task)).toEqual([false, false]);
    const rest = await ask("ListTasks", { pageToken: first.nextPageToken, includeArtifacts: true, historyLength: 0 });
    expect(rest).toMatchObject({ result: { tasks: [{ artifacts: [{ artifactId: "answer" }] }], nextPageToken: "" } });
    expect(rest).not.toHaveProperty("result.tasks.0.history");
    expect(await ask("ListTasks", { pageToken: "nonsense" })).toMatchObject({ error: { code: -32602 } });
  });

  it("goes on with a conversation in its context", async () => {
    const { ask, backend } = await servedBridge({ turns: [{ say: "Good day." }] });
    await ask("SendMessage", { message: { ...hello.message, contextId: "c" } });
    await ask("SendMessage", { message: { ...hello.message, contextId: "c", parts: [{ text: "Again" }] } });
    expect(backend.requests().at(-1)?.messages.slice(-3)).toMatchObject([
      { role: "user", content: "Hello" },
      { role: "assistant", content: "Good day." },
      { role: "user", content: "Again" },
    ]);
  });

  it("cancels what is under way, ends its streams, and lets nothing change it any more", async () => {
    const { ask, url, backend } = await servedBridge({ turns: [late] });
    const begun = await ask("SendMessage", { ...hello, configuration: { returnImmediately: true } });
    expect(begun).toMatchObject({ result: { task: { status: { state: "TASK_STATE_WORKING" } } } });
    const { id } = (begun["result"] as { task: { id: string } }).task;
    await expect.poll(() => backend.requests().length).toBe(1);
    const body = JSON.stringify({ jsonrpc: "2.0", id: "s", method: "SubscribeToTask", params: { id } });
    const headers = { "content-type": "application/json", "a2a-version": "1.0" };
    const following = await fetch(`${url}/a2a`, { method: "POST", headers, body });
    const cancelled = await ask("CancelTask", { id });
    expect(cancelled).toMatchObject({ result: { id, status: { state: "TASK_STATE_CANCELED" } } });
    expect(eventsOf(await following.text())).toMatchObject([
      { id: "s", result: { task: { id, status: { state: "TASK_STATE_WORKING" } } } },
      { id: "s", result: { statusUpdate: { status: { state: "TASK_STATE_CANCELED" } } } },
    ]);
    expect(await ask("SubscribeToTask", { id })).toMatchObject({ error: { code: -32004 } });
    expect(await ask("SendMessage", { message: { ...hello.message, taskId: id } })).toMatchObject({ error: { code: -32004 } });
  });

  it.each([
    ["a message for a task it does not have", "SendMessage", { message: { ...hello.message, taskId: "none" } }, -32001],
    ["a file", "SendMessage", { message: { ...hello.message, parts: [{ url: "https://example.com/x.png" }] } }, -32005],
    ["a message without parts", "SendMessage", { message: { ...hello.message, parts: [] } }, -32602],
    ["a message of an agent", "SendMessage", { message: { ...hello.message, role: "ROLE_AGENT" } }, -32602],
    ["the method of another wire", "message/send", hello, -32601],
    ["its extended card, of which there is none", "GetExtendedAgentCard", {}, -32004],
    ["a page of a thousand", "ListTasks", { pageSize: 1000 }, -32602],
    [
      "notifications of a task it does not have",
      "CreateTaskPushNotificationConfig",
      { taskId: "none", url: "https://example.com" },
      -32001,
    ],
    [
      "an address in a private network",
      "SendMessage",
      { ...hello, configuration: { taskPushNotificationConfig: { url: "http://10.0.0.1/hook" } } },
      -32602,
    ],
  ])("refuses %s", async (_, method, params, code) => {
    const { ask, backend } = await servedBridge();
    expect(await ask(method, params)).toMatchObject({ error: { code, message: expect.any(String) } });
    expect(backend.requests()).toEqual([]);
  });

  it("refuses text of a page of another origin", async () => {
    const { url } = await servedBridge();
    const headers = { origin: "http://localhost:1", "content-type": "text/plain" };
    expect((await post(`${url}/a2a`, { jsonrpc: "2.0", id: 1, method: "ListTasks" }, headers)).status).toBe(415);
  });
});
