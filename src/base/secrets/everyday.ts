/**
 * Whether a value is one that stands everywhere: a switch, a mode, a place, a media type, a date. It is no secret, whatever the name
 * it was given under, and a report that hid it would tell nothing any more.
 */
export function isEveryday(value: string): boolean {
  return words.has(value.toLowerCase()) || patterns.some((pattern) => pattern.test(value));
}

const words: ReadonlySet<string> = new Set(
  `true false yes no on off none null nil undefined auto default enabled disabled enable disable always never
  debug info notice warn warning warnings error errors fatal trace verbose silent quiet
  production development testing staging prod test tests stage local localhost remote demo dummy sample example
  admin administrator root user users guest anonymous public private internal
  password passwd secret token bearer basic digest apikey
  node python bash json yaml toml text html http https stdio utf8 utf-8 utf-16 ascii base64 gzip
  read write readonly read-only read-write readwrite full main master latest stable beta alpha
  keep-alive no-cache no-store max-age=0 identity close dark light color colors`.split(/\s+/),
);

const patterns: readonly RegExp[] = [
  /^(application|audio|font|image|message|model|multipart|text|video)\/[\w.+*-]+$/i,
  /^\d{4}-\d\d-\d\d$/,
  /^[a-z]{2}[-_][A-Z]{2}(\.UTF-?8)?$/i,
  /^(Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Etc|Indian|Pacific)\/[A-Za-z_/+-]+\d?$/,
  /^(localhost|127\.0\.0\.1|0\.0\.0\.0|\[?::1?\]?)(:\d{1,5})?$/i,
  /^(\d)\1*$/,
];
