import {
  flag,
  integer,
  list,
  literal,
  number,
  object,
  oneOf,
  optional,
  ranged,
  required,
  since,
  text,
  union,
  type Fields,
} from "../shape.ts";

const forms = since("2025-06-18");
const withChoices = since("2025-11-25");
const described: Fields = { title: optional(text), description: optional(text) };
const choices = list(object({ const: required(text), title: required(text) }));

/** Asks for a text. */
export const StringSchema = ranged(
  forms,
  object({
    type: required(literal("string")),
    ...described,
    minLength: optional(integer),
    maxLength: optional(integer),
    format: optional(oneOf("date", "date-time", "email", "uri")),
    default: optional(text, withChoices),
  }),
);

/** Asks for a number. Its limits are numbers; some published copies of the JSON schema say integer, which is an erratum. */
export const NumberSchema = ranged(
  forms,
  object({
    type: required(oneOf("integer", "number")),
    ...described,
    minimum: optional(number),
    maximum: optional(number),
    default: optional(number, withChoices),
  }),
);

/** Asks for yes or no. */
export const BooleanSchema = ranged(forms, object({ type: required(literal("boolean")), ...described, default: optional(flag) }));

/** Asks for one of some values. */
export const UntitledSingleSelectEnumSchema = ranged(
  withChoices,
  object({ type: required(literal("string")), ...described, enum: required(list(text)), default: optional(text) }),
);

/** Asks for one of some values, each with a title. */
export const TitledSingleSelectEnumSchema = ranged(
  withChoices,
  object({ type: required(literal("string")), ...described, oneOf: required(choices), default: optional(text) }),
);

const several: Fields = { minItems: optional(integer), maxItems: optional(integer), default: optional(list(text)) };

/** Asks for any of some values. */
export const UntitledMultiSelectEnumSchema = ranged(
  withChoices,
  object({
    type: required(literal("array")),
    ...described,
    items: required(object({ type: required(literal("string")), enum: required(list(text)) })),
    ...several,
  }),
);

/** Asks for any of some values, each with a title. */
export const TitledMultiSelectEnumSchema = ranged(
  withChoices,
  object({
    type: required(literal("array")),
    ...described,
    items: required(object({ anyOf: required(choices) })),
    ...several,
  }),
);

/** Asks for one of some values, in the manner of 2025-06-18. */
export const LegacyTitledEnumSchema = ranged(
  forms,
  object({
    type: required(literal("string")),
    ...described,
    enum: required(list(text)),
    enumNames: optional(list(text)),
    default: optional(text, withChoices),
  }),
);

/** Asks for one value. */
export const SingleSelectEnumSchema = ranged(withChoices, union(UntitledSingleSelectEnumSchema, TitledSingleSelectEnumSchema));

/** Asks for several values. */
export const MultiSelectEnumSchema = ranged(withChoices, union(UntitledMultiSelectEnumSchema, TitledMultiSelectEnumSchema));

/** Asks to choose. */
export const EnumSchema = ranged(forms, union(SingleSelectEnumSchema, MultiSelectEnumSchema, LegacyTitledEnumSchema));

/** Asks for anything a form can ask for. */
export const PrimitiveSchemaDefinition = ranged(
  forms,
  union(
    StringSchema,
    NumberSchema,
    BooleanSchema,
    UntitledSingleSelectEnumSchema,
    TitledSingleSelectEnumSchema,
    UntitledMultiSelectEnumSchema,
    TitledMultiSelectEnumSchema,
    LegacyTitledEnumSchema,
  ),
);
