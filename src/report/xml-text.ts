/**
 * Text of unknown origin as XML character data or attribute value. Characters XML 1.0 can not carry at all
 * (https://www.w3.org/TR/xml/#charsets) become visible escapes; line ends and tabs are kept by reference.
 */
export function xmlText(text: string): string {
  return text
    .replace(invalid, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
    .replace(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Everything outside of Char of XML 1.0; and C1 controls, which are allowed but discouraged and never meant to be seen. */
// oxlint-disable-next-line no-control-regex -- these are the characters to find
const invalid = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF\p{Cs}]/gu;
