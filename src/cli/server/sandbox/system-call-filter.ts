/** One instruction of a filter (https://docs.kernel.org/userspace-api/seccomp_filter.html): code, jumps if true and if false, operand. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number];

/** What a processor calls itself in the kernel (`AUDIT_ARCH_…`), and the numbers of its system calls. */
type Processor = {
  readonly architecture: number;
  readonly socket: number;
  readonly refused: readonly number[];
  readonly foreign?: number;
};

/** add_key, request_key, keyctl: the keys of the user in the kernel. io_uring_setup: a way to sockets past this filter. */
const processors: Readonly<Record<string, Processor>> = {
  // Numbers from 2^30 on are those of x32 (https://docs.kernel.org/arch/x86): another way to the same calls.
  x64: { architecture: 0xc000003e, socket: 41, refused: [248, 249, 250, 425], foreign: 0x40000000 },
  arm64: { architecture: 0xc00000b7, socket: 198, refused: [217, 218, 219, 425] },
};

/** AF_UNIX, AF_INET, AF_INET6, AF_NETLINK: all of these end at the borders of the sandbox. Others, AF_VSOCK for one, do not. */
const confinedFamilies = [1, 2, 10, 16];

const load = 0x20;
const ifEqual = 0x15;
const ifAtLeast = 0x35;
const give = 0x06;
const allowed = 0x7fff0000;
const refusedWith = (errno: number): number => 0x00050000 | errno;
const noSuchCall = refusedWith(38);
const noSuchFamily = refusedWith(97);

/** Where the number of the call, the processor and the first argument are in what a filter looks at, in bytes. */
const at = { call: 0, processor: 4, argument: 16 } as const;

/**
 * The filter that refuses what name spaces do not confine: keys kept in the kernel, and sockets of families that know no
 * borders between networks. Undefined for a processor whose calls are not known here.
 */
export function systemCallFilter(processor: string): Uint8Array | undefined {
  const known = processors[processor];
  if (known === undefined) return undefined;
  const { architecture, socket, refused, foreign } = known;
  const program: Instruction[] = [
    [load, 0, 0, at.processor],
    [ifEqual, 1, 0, architecture],
    [give, 0, 0, noSuchCall],
    [load, 0, 0, at.call],
    ...(foreign === undefined ? [] : unless(ifAtLeast, foreign)),
    ...refused.flatMap((call) => unless(ifEqual, call)),
    [ifEqual, 1, 0, socket],
    [give, 0, 0, allowed],
    [load, 0, 0, at.argument],
    ...confinedFamilies.flatMap((family): Instruction[] => [
      [ifEqual, 0, 1, family],
      [give, 0, 0, allowed],
    ]),
    [give, 0, 0, noSuchFamily],
  ];
  return encoded(program);
}

/** Refuses a call for which the test holds, and goes on with others. */
function unless(test: number, operand: number): Instruction[] {
  return [
    [test, 0, 1, operand],
    [give, 0, 0, noSuchCall],
  ];
}

/** As `struct sock_filter` lies in memory: both processors have the lowest byte first. */
function encoded(program: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(([code, ifTrue, ifFalse, operand], index) => {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(operand >>> 0, index * 8 + 4);
  });
  return bytes;
}
