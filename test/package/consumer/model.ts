// What users write, compiled against the packed package: it need not run.
import { calls, type CapturedRequest, type FakeModel, listModelScripts, says, startFakeModel } from "mcpcheck/model";
import { test } from "mcpcheck/vitest";

const script = says("One moment.")
  .and(calls("search", { query: ["cats"] }))
  .then(says("Found some."))
  .asText("hermes");

export async function used(signal: AbortSignal): Promise<readonly CapturedRequest[]> {
  await using model: FakeModel = await startFakeModel(script, { api: "openai", signal });
  return model.url === "" ? [] : model.requests;
}
export const ids: string[] = listModelScripts().map(({ id }) => id);
await startFakeModel({ scenarios: [{ id: "late", turns: [{ say: "hi", fault: { slow: { first: 100 } } }] }] });
test("asks", async ({ fakeModel }) => {
  const { requests } = await fakeModel("call-then-say", { api: "ollama" });
  return void requests.map(({ path }) => path.length);
});

// @ts-expect-error there is no such wire
await startFakeModel(script, { api: "telex" });
// @ts-expect-error answers follow on answers
says("hi").then("bye");
