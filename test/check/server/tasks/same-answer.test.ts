import { expect, it } from "vitest";
import { tasksSameAnswer } from "../../../../src/check/server/tasks/same-answer.ts";
import { note, sent } from "../../../support/traces/small-trace.ts";
import { conversation, untested } from "../conversation.ts";
import { called, works } from "../tools/tools.ts";

const plain = called("slow", {}, works());

it("nothing is compared where no tool was called as a task", () => {
  expect(tasksSameAnswer.verify(conversation([plain, plain, sent(note("ping"))]))).toEqual(
    untested("no tool was called as a task"),
  );
});
