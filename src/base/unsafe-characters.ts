/**
 * What in a text of unknown origin must not reach a terminal, a log or a page as it is, one character a match:
 *
 * - what acts on a terminal: controls (C0, DEL, C1), lone surrogates, line and paragraph separators, what turns the direction of text
 *   around (https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters);
 * - what nobody sees and could hide something: format characters, everything that is to be ignored where it has no glyph (joiners,
 *   fillers, variation selectors, tags), the blank of braille, noncharacters and private use, and of a run of combining marks all but
 *   the first four;
 * - what logs of CI systems take for a command: the second `#` of `##[x]` (GitHub, Azure), `##vso[x]` (Azure) and `##teamcity[x]`,
 *   wherever it stands, and the first `:` of a `::command::` at the beginning of a line.
 */
export const unsafeCharacters =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]|\p{M}(?<=\p{M}{5})|#(?<=##)(?=\w*\[)|:(?=:)(?<=^\s*:)/gmu;
