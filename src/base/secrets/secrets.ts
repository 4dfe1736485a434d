import { hiddenText } from "./hidden-text.ts";
import { type Needle, needlesOf, queryNeedle } from "./needles.ts";
import { queryOf, secretParts, urlSecrets } from "./secret-parts.ts";

/** What nobody may read, and the functions that take it out of what is kept or shown. */
export type Secrets = {
  /** Adds the values of named variables or headers, but for those that stand everywhere and those that `isKnown` says are no secret. */
  readonly add: (named: Readonly<Record<string, string>>, isKnown?: (value: string) => boolean) => void;
  /** Adds what is secret in a URL: user, password, values of its query, long path segments. */
  readonly addUrl: (url: string, isKnown?: (value: string) => boolean) => void;
  /**
   * A text in which letters of the same number stand for every secret, in whatever usual spelling it is there (see `plainText`), also
   * within Base64 and as hexadecimal digits. `cut` says that the text is only the beginning of one: the beginning of a secret at its
   * end goes, too.
   */
  readonly hide: (text: string, cut?: boolean) => string;
  /** The same for bytes that are kept as Base64. */
  readonly hideBytes: (base64: string) => string;
  /** The same for all strings and names of members in a JSON value. */
  readonly hideValue: <T>(value: T) => T;
};

/** No secrets yet. What is added later is hidden from then on. */
export function createSecrets(): Secrets {
  const known = new Set<string>();
  const inUrls = new Map<string, Needle>();
  let needles: readonly Needle[] | undefined;

  function learn(parts: readonly string[], isKnown: (value: string) => boolean): void {
    for (const part of parts) if (!isKnown(part)) known.add(part);
    needles = undefined;
  }

  const all = (): readonly Needle[] => (needles ??= [...needlesOf(known), ...inUrls.values()]);
  const hide = (text: string, cut = false): string => {
    const hidden = hiddenText(text, all());
    return cut ? hideBeginning(hidden, all()) : hidden;
  };
  const hideValue = (value: unknown): unknown => {
    if (all().length === 0) return value;
    if (typeof value === "string") return hide(value);
    if (Array.isArray(value)) return value.map(hideValue);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [hide(name), hideValue(member)]));
  };

  return {
    add(named, isKnown = none) {
      learn(
        Object.entries(named).flatMap(([name, value]) => secretParts(name, value)),
        isKnown,
      );
    },
    addUrl(text, isKnown = none) {
      if (!URL.canParse(text)) return;
      const url = new URL(text);
      for (const [name, value] of queryOf(url)) {
        const needle = queryNeedle(name, value);
        inUrls.set(needle.text, needle);
      }
      learn(urlSecrets(url), isKnown);
    },
    hide,
    hideBytes(base64) {
      if (all().length === 0) return base64;
      const binary = atob(base64);
      const hidden = hide(binary);
      return hidden === binary ? base64 : btoa(hidden);
    },
    hideValue: hideValue as Secrets["hideValue"],
  };
}

const none = (): boolean => false;

/** Fewer characters of a secret are no part of it that anybody could use. */
const leastBeginning = 4;

function hideBeginning(text: string, needles: readonly Needle[]): string {
  const lengths = needles.map(({ text: whole, where }) => {
    if (where !== "anywhere") return 0;
    for (let length = Math.min(whole.length - 1, text.length); length >= leastBeginning; length--)
      if (text.endsWith(whole.slice(0, length))) return length;
    return 0;
  });
  const length = Math.max(0, ...lengths);
  return text.slice(0, text.length - length) + "x".repeat(length);
}
