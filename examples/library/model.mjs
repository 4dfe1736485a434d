// A fake model in a test: it says what it is told to, on the wires of OpenAI, Anthropic and Ollama, and knows what it was asked.
import { calls, says, startFakeModel } from "mcpcheck/model";

const model = await startFakeModel(calls("search", { query: "cats" }).then(says("Found some.")));

// Here your host or agent would be told the URL: with /v1 behind it for OpenAI's clients, as it is for the others.
async function ask(messages) {
  const body = JSON.stringify({ model: "any", messages, tools: [{ type: "function", function: { name: "search" } }] });
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${model.url}/v1/chat/completions`, { method: "POST", headers, body });
  return (await answer.json()).choices[0].message;
}

const user = { role: "user", content: "cats, please" };
const message = await ask([user]);
const [call] = message.tool_calls;
console.log(call.function);
console.log((await ask([user, message, { role: "tool", tool_call_id: call.id, content: "three" }])).content);
console.log(model.requests.map(({ api, path, outcome, body }) => [api, path, outcome, body.messages.length]));
await model.close();
