/** The name of the event that says that results of other agents were put into the conversation. */
export const injectionName = "agent.injection";

/** One event of a stream: a chunk, `[DONE]`, or another value, which has a name. */
export function openaiEvent(data: object | string, name?: string): string {
  const first = name === undefined ? "" : `event: ${name}\n`;
  return `${first}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
}
