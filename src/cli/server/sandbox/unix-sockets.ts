/**
 * The sockets in the file system that somebody listens at or is bound to, of `/proc/net/unix`
 * (https://man7.org/linux/man-pages/man7/unix.7.html, "/proc interfaces"); those with an absolute path.
 */
export function unixSockets(table: string): string[] {
  const paths = table.split("\n").flatMap((line) => /^(?:\S+ +){6}\d+ (\/.*)$/u.exec(line)?.[1] ?? []);
  return [...new Set(paths)];
}
