import { shortJson } from "../text-forms.ts";

/** So much of a text is shown of what is no document, in UTF-16 units. */
const shownLength = 60;

/** Why a text is no HTML document, or undefined where it begins as one: a DOCTYPE or an element, after comments at most. */
export function htmlDefect(text: string): string | undefined {
  const body = withoutComments(text.replace(/^\uFEFF/, "")).trimStart();
  if (body === "") return "the document is empty";
  return /^<(!doctype\s+html\b|[a-z][a-z0-9-]*[\s/>])/i.test(body)
    ? undefined
    : `expected an HTML document, found ${shortJson(body.slice(0, shownLength))}`;
}

const withoutComments = (text: string): string => without(text, /<!--/g, /-->/g);

/**
 * A text without what stands from a beginning to its end, the beginning itself kept on wish; linear, whatever the text: what does
 * not end is left as it is.
 */
function without(text: string, begin: RegExp, end: RegExp, keepsBegin = false): string {
  const kept: string[] = [];
  let from = 0;
  for (;;) {
    begin.lastIndex = from;
    const opened = begin.exec(text);
    if (opened === null) break;
    end.lastIndex = begin.lastIndex;
    if (end.exec(text) === null) break;
    kept.push(text.slice(from, keepsBegin ? begin.lastIndex : opened.index));
    from = end.lastIndex;
  }
  return kept.join("") + text.slice(from);
}

/** Elements that load something at once, with their attributes. */
const loading = /<(script|img|source|audio|video|link)\b([^<>]{0,2000})>/gi;

/**
 * The origins a document loads scripts, styles, pictures and sounds from that are not among the allowed ones, such as
 * `https://cdn.example.com` or `https://*.example.com`. What stands in scripts, templates and comments is not markup.
 */
export function foreignOrigins(html: string, allowed: readonly string[]): string[] {
  const bodiless = without(withoutComments(html), /<script\b[^<>]{0,2000}>/gi, /<\/script/gi, true);
  const markup = without(bodiless, /<template\b/gi, /<\/template/gi);
  const found = [...markup.matchAll(loading)].flatMap(([, element = "", attributes = ""]) => {
    const origin = originOf(addressIn(element.toLowerCase(), attributes));
    return origin === undefined || allowed.some((pattern) => allows(pattern, origin)) ? [] : [origin];
  });
  return [...new Set(found)];
}

function addressIn(element: string, attributes: string): string | undefined {
  // Other links (canonical, alternate, preconnect) name something without showing it.
  if (element === "link" && !/\brel\s*=\s*["']?(stylesheet|icon)\b/i.test(attributes)) return undefined;
  const name = element === "link" ? "href" : "src";
  return new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']?([^"'\\s>]+)`, "i").exec(attributes)?.[1];
}

function originOf(address: string | undefined): string | undefined {
  if (address === undefined || !/^(https?:)?\/\//i.test(address)) return undefined;
  const whole = address.startsWith("//") ? `https:${address}` : address;
  return URL.canParse(whole) ? new URL(whole).origin : undefined;
}

/** Whether a source of a content security policy covers an origin: itself, a wildcard of it, its scheme, or everything. */
function allows(pattern: string, origin: string): boolean {
  const [scheme = "", host = ""] = origin.split("://");
  if (pattern === "*" || pattern === `${scheme}:`) return true;
  const [, wantedScheme, wantedHost = ""] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/]*)/i.exec(pattern) ?? [];
  if (wantedScheme !== undefined && wantedScheme.toLowerCase() !== scheme) return false;
  return wantedHost.startsWith("*.") ? host.endsWith(wantedHost.slice(1).toLowerCase()) : host === wantedHost.toLowerCase();
}
