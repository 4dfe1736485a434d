// Repetitions before something that may be missing have a bound: whoever is recorded could write what takes for ever to look through.

/**
 * Forms by which keys and tokens are known whoever gave them out: what is recorded between two programs holds secrets nobody named to
 * mcpcheck. Each is a prefix its issuer documents, or the three parts of a JSON web token.
 */
const forms: readonly RegExp[] = [
  /(?<![\w-])(?:sk|pk|rk)[-_][\w-]{0,40}[A-Za-z0-9]{16,}[\w-]*/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_\w{20,}/g,
  /\bglpat-[\w-]{16,}/g,
  /\bxox[abeoprs]-[\w-]{10,}/g,
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\bya29\.[\w-]{20,}/g,
  /\bhf_[A-Za-z0-9]{20,}/g,
  /(?<![\w-])eyJ[\w-]{8,1000}\.[\w-]{8,}\.[\w-]*/g,
];

/** A credential behind its scheme, as the value of something. */
const credential = /((?:^|["':=])\s*(?:Bearer|Basic)\s+)([A-Za-z0-9+/_.~-]{8,}=*)/gi;

const names = "access_token|refresh_token|id_token|client_secret|code_verifier|client_assertion|password|api_?key|authorization";

/** Members whose value is a credential by its name: texts in JSON, also in JSON that is a text itself, and members of a form. */
const named: readonly RegExp[] = [
  new RegExp(String.raw`(\\{0,7}"(?:${names})\\{0,7}"\s*:\s*\\{0,7}"(?!(?:Bearer|Basic)\s))([^"\\]{4,})`, "gi"),
  new RegExp(String.raw`(\b(?:${names})=)([^&\s"'\\,;]{4,})`, "gi"),
];

/**
 * A text in which letters of the same number stand for everything that has the form of a key or a token. Only within what is a text in
 * JSON already, so that a message stays the message it is.
 */
export function withoutTokens(text: string): string {
  if (text.length < leastLength) return text;
  let hidden = text;
  for (const form of forms) hidden = hidden.replace(form, (value) => (looksRandom(value) ? masked(value) : value));
  for (const pattern of [credential, ...named])
    hidden = hidden.replace(pattern, (_all, before: string, value: string) => before + masked(value));
  return hidden;
}

/** Shorter texts hold no token. */
const leastLength = 8;

/** Words in a row are a name. */
const looksRandom = (value: string): boolean => /\d/.test(value) && /[A-Za-z]/.test(value);

const masked = (value: string): string => "x".repeat(value.length);
