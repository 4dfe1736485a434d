import { describe, expect, it } from "vitest";
import { type Entry, link, testWorld } from "../../config/world/test-world.ts";
import { leadsTo } from "./leads-to.ts";

/** Links to what does not exist, each to the next: `/chain/1` leads to `/chain/2`, and the last to what is not there. */
const chain = (length: number): Readonly<Record<string, Entry>> =>
  Object.fromEntries(Array.from({ length }, (_, index) => [`/chain/${index + 1}`, link(`/chain/${index + 2}`)]));

const world = testWorld({
  "/base/dir/file": "",
  "/base/to-dir": link("dir"),
  "/base/to-secret": link("/secret"),
  "/base/to-nothing": link("nothing"),
  "/base/up-to-nothing": link("../gone/away"),
  "/base/absolute-to-nothing": link("/gone"),
  "/base/dir/through": link("../up-to-nothing"),
  "/base/loop": link("loop"),
  "/base/one": link("two"),
  "/base/two": link("one"),
  "/secret/key": "",
  ...chain(41),
});

describe("a path leads", () => {
  it.each<[title: string, path: string, expected: string | undefined]>([
    ["to a file below", "dir/file", "/base/dir/file"],
    ["to where it starts", "", "/base"],
    ["to where it starts by a dot", ".", "/base"],
    ["to a file whatever dots and slashes stand between", ".//dir/./file/", "/base/dir/file"],
    ["upwards", "..", "/"],
    ["no further than to the root", "../../../secret", "/secret"],
    ["from the root where it is absolute", "/secret/key", "/secret/key"],
    ["to what does not exist yet, as it is written", "new/file", "/base/new/file"],
    ["up from what does not exist yet", "new/../dir", "/base/dir"],
    ["to where a link does", "to-dir/file", "/base/dir/file"],
    ["to where an absolute link does", "to-secret/key", "/secret/key"],
    ["up from where a link led", "to-secret/..", "/"],
    ["to what a link names that is not there", "to-nothing", "/base/nothing"],
    ["below what a link names that is not there", "to-nothing/x", "/base/nothing/x"],
    ["upwards by a link to what is not there", "up-to-nothing", "/gone/away"],
    ["to the root by a link to what is not there", "absolute-to-nothing/x", "/gone/x"],
    ["through two links to what is not there, each from its place", "dir/through/x", "/gone/away/x"],
    ["up from what a link names that is not there", "absolute-to-nothing/..", "/"],
    ["nowhere by a link to itself", "loop", undefined],
    ["nowhere below a link to itself", "loop/x", undefined],
    ["nowhere by two links in a circle", "one/x", undefined],
    ["through forty links, as a kernel follows", "/chain/2", "/chain/42"],
    ["nowhere through one link more", "/chain/1", undefined],
  ])("%s", (_title, path, expected) => {
    expect(leadsTo(path, "/base", world)).toBe(expected);
  });
});
