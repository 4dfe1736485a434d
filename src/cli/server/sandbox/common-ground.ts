import { basename, dirname, join } from "node:path";
import type { FileView } from "./file-view.ts";

/** Folders of the system that hold many things of many people, and none of which is shown as a whole for what is in it. */
const shared = ["/", "/dev", "/etc", "/home", "/media", "/mnt", "/opt", "/proc", "/root", "/run", "/srv", "/sys", "/tmp", "/usr"];
const sharedBelow = ["/var", "/var/lib", "/var/tmp", "/run/user"];

/** Files by which the folder of a project is told. */
const markers = [
  ".git",
  "package.json",
  "pyproject.toml",
  "setup.py",
  "pyvenv.cfg",
  "deno.json",
  "go.mod",
  "Cargo.toml",
  "pom.xml",
  "build.gradle",
  "Gemfile",
  "composer.json",
];

/** Whether a folder holds many things of many people: one of the system's, the user's home or above it. */
export function isPublicPlace(path: string, home: string | undefined): boolean {
  return (
    shared.includes(path) || sharedBelow.includes(path) || (home !== undefined && (path === home || home.startsWith(`${path}/`)))
  );
}

/**
 * Whether a folder is common ground: a public place, or a hidden folder right in the home directory, where programs keep keys and
 * histories next to what they need to run.
 */
export function isCommonGround(path: string, home: string | undefined): boolean {
  return isPublicPlace(path, home) || (dirname(path) === home && basename(path).startsWith("."));
}

/** The outermost folder of a project that holds a path or is it, but for common ground. */
export function projectOf(path: string, home: string | undefined, files: FileView): string | undefined {
  let outermost: string | undefined;
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder))
    if (!isCommonGround(folder, home) && markers.some((name) => files.kind(join(folder, name)) !== undefined)) outermost = folder;
  return outermost;
}
