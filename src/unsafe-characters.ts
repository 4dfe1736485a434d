/**
 * Characters of a text of unknown origin that must not reach a terminal or a page as they are: controls (C0, DEL, C1), lone
 * surrogates, line and paragraph separators, what turns the direction of text around
 * (https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters), and what nobody sees, such as soft hyphens, zero-width
 * spaces and tags. What joins emoji and letters is none of them.
 */
export const unsafeCharacters = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u00AD\u200B\u2028\u2029\u2060-\u2064\uFEFF\u{E0000}-\u{E007F}]/gu;
