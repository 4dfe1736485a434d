import { expect, it } from "vitest";
import { unixSockets } from "./unix-sockets.ts";

it("finds the absolute paths of sockets, once each, with blanks in them, and no abstract ones", () => {
  const table = [
    "Num       RefCount Protocol Flags    Type St Inode Path",
    "00000000a5dc9061: 00000003 00000000 00000000 0001 03 463253",
    "000000003a1b2c3d: 00000002 00000000 00010000 0001 01 22222 /home/me/my project/s.sock",
    "000000003a1b2c3e: 00000002 00000000 00010000 0001 01    22 /home/me/my project/s.sock",
    "000000003a1b2c3f: 00000002 00000000 00010000 0001 01 22224 @/tmp/.X11-unix/X0",
    "000000003a1b2c40: 00000002 00000000 00010000 0001 01 22225 relative.sock",
  ].join("\n");
  expect(unixSockets(table)).toEqual(["/home/me/my project/s.sock"]);
});
