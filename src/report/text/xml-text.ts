import { unsafeCharacters } from "../../base/unsafe-characters.ts";
import { visibleEscape } from "../../base/visible.ts";

/**
 * Text of unknown origin as XML character data or attribute value. Characters XML 1.0 cannot carry at all
 * (https://www.w3.org/TR/xml/#charsets), and those that would act or hide where the report is shown, become visible escapes; line
 * ends and tabs are kept by reference.
 */
export function xmlText(text: string): string {
  return text
    .replace(unsafeCharacters, (character) => (/[\t\n\r]/.test(character) ? character : visibleEscape(character)))
    .replace(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
