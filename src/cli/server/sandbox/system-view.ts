import { join } from "node:path";
import type { FileView } from "./file-view.ts";
import { wayTo } from "./way-to.ts";

/** Where a system has its programs and libraries. */
const folders = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"];

/** What in those is the machine's configuration, and may hold credentials: of registries, of databases. */
const hiddenBelow = ["/usr/local/etc", "/usr/etc"];

/** What of `/etc` programs read to start at all. */
const configuration = new Set([
  "alternatives",
  "ca-certificates",
  "ca-certificates.conf",
  "crypto-policies",
  "fonts",
  "group",
  "host.conf",
  "hosts",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "locale.alias",
  "locale.conf",
  "localtime",
  "lsb-release",
  "magic",
  "mime.types",
  "nsswitch.conf",
  "os-release",
  "passwd",
  "protocols",
  "services",
  "shells",
  "terminfo",
  "timezone",
]);
const configurationOf = /^(?:java|jvm|python|perl|ruby|ImageMagick)[\w.-]*$/u;
/** Folders that hold private keys beside certificates. */
const certificates = ["/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/etc/pki/tls/certs", "/etc/pki/ca-trust", "/etc/pki/java"];

/** What of `/proc` is of use beside the processes; the rest of the kernel's files is for nobody in a sandbox. */
const aboutMachine = new Set([
  "cgroups",
  "cpuinfo",
  "devices",
  "filesystems",
  "loadavg",
  "meminfo",
  "mounts",
  "net",
  "pressure",
  "self",
  "stat",
  "swaps",
  "sys",
  "thread-self",
  "uptime",
  "version",
  "vmstat",
]);

/** The system's own files that every sandbox shows. */
export function systemPaths(files: FileView): string[] {
  const etc = files.names("/etc").filter((name) => configuration.has(name) || configurationOf.test(name));
  return [...folders, ...etc.map((name) => join("/etc", name)), ...certificates].filter(
    (path) => wayTo(files, path).end !== undefined,
  );
}

/** Folders in them that are shown empty. */
export function emptiedPaths(files: FileView): string[] {
  return hiddenBelow.filter((path) => files.kind(path) === "folder");
}

/** What of a new `/proc` is hidden: folders and files of the kernel. */
export function hiddenOfProc(files: FileView): { readonly folders: readonly string[]; readonly files: readonly string[] } {
  const hidden = files
    .names("/proc")
    .filter((name) => !/^\d+$/u.test(name) && !aboutMachine.has(name))
    .map((name) => join("/proc", name));
  return {
    folders: hidden.filter((path) => files.kind(path) === "folder"),
    files: hidden.filter((path) => files.kind(path) === "file"),
  };
}
