import { describe, expect, it } from "vitest";
import { systemCallFilter } from "./system-call-filter.ts";

/** What the kernel would make of a call: an errno, or "allowed". The few instructions the filter is made of, as the kernel runs them. */
function verdict(
  filter: Uint8Array,
  call: { readonly processor: number; readonly call: number; readonly argument?: number },
): string {
  const view = new DataView(filter.buffer, filter.byteOffset, filter.byteLength);
  const data: Readonly<Record<number, number>> = { 0: call.call, 4: call.processor, 16: call.argument ?? 0 };
  let value = 0;
  for (let at = 0; at * 8 < filter.length; at += 1) {
    const [code, operand] = [view.getUint16(at * 8, true), view.getUint32(at * 8 + 4, true)];
    if (code === 0x20) value = data[operand] ?? Number.NaN;
    else if (code === 0x06) return operand === 0x7fff0000 ? "allowed" : `errno ${operand & 0xffff}`;
    else at += view.getUint8(at * 8 + ((code === 0x15 ? value === operand : value >= operand) ? 2 : 3));
  }
  return "fell off the end";
}

const processors = [
  { name: "x64", processor: 0xc000003e, socket: 41, keyctl: 250, read: 0 },
  { name: "arm64", processor: 0xc00000b7, socket: 198, keyctl: 219, read: 63 },
];

describe.each(processors)("systemCallFilter of $name", ({ name, processor, socket, keyctl, read }) => {
  const filter = systemCallFilter(name) ?? new Uint8Array();

  it("allows sockets that end at the borders of the sandbox, and no others", () => {
    const families = [1, 2, 10, 16, 17, 38, 40].map((argument) => verdict(filter, { processor, call: socket, argument }));
    expect(families).toEqual(["allowed", "allowed", "allowed", "allowed", "errno 97", "errno 97", "errno 97"]);
  });

  it("refuses the keys of the kernel and io_uring, and lets other calls be", () => {
    expect([keyctl, 425, read].map((call) => verdict(filter, { processor, call }))).toEqual(["errno 38", "errno 38", "allowed"]);
  });

  it("refuses every call by another way into the kernel", () => {
    expect(verdict(filter, { processor: 0x40000003, call: 4 })).toBe("errno 38");
  });
});

it("refuses the calls of x32, which have other numbers", () => {
  const filter = systemCallFilter("x64") ?? new Uint8Array();
  expect(verdict(filter, { processor: 0xc000003e, call: 0x40000000 + 41, argument: 40 })).toBe("errno 38");
});

it("is not there for a processor whose calls are not known", () => {
  expect(systemCallFilter("riscv64")).toBeUndefined();
});
