import { unsafeCharacters } from "../unsafe-characters.ts";

/**
 * Text of unknown origin as XML character data or attribute value. Characters XML 1.0 can not carry at all
 * (https://www.w3.org/TR/xml/#charsets), and those that would act or hide where the report is shown, become visible escapes; line
 * ends and tabs are kept by reference.
 */
export function xmlText(text: string): string {
  const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  return text
    .replace(unsafeCharacters, (character) => (/[\t\n\r]/.test(character) ? character : escaped(character)))
    .replace(/[\uFFFE\uFFFF]/g, escaped)
    .replace(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
