/**
 * A marker as the model writes it. Several literals in a row may have whitespace between them on input; the renderer
 * writes them without any.
 */
export type Marker = string | readonly string[];

/** How values are spelled: JSON, Python literals, or bare literals with a string delimiter of the format's own. */
export type ValueDialect = "json" | "python" | "bare";

/** What a call inside reasoning means: reasoning text, the end of the reasoning, or a call like any other. */
export type ToolInsideReasoning = "ignore" | "endsReasoning" | "parse";

/** What a Markdown fence means: its content is text, it belongs to the envelope, or fences have no meaning here. */
export type FencePolicy = "ignore" | "own" | "none";

/** Markers of the reasoning block. */
export interface ReasoningSyntax {
  readonly open: readonly string[];
  readonly close: readonly string[];
  /** `template`: the prompt may have written the opener already, see the option `prefix`. */
  readonly startsOpen: "never" | "template";
  readonly toolInside: ToolInsideReasoning;
  /** The opener only counts at the start of the message. */
  readonly where?: "message-start";
}

/** Markers around the visible answer. They are removed. */
export interface ContentWrap {
  readonly open: readonly string[];
  readonly close: readonly string[];
  /** One newline directly inside a marker belongs to it. */
  readonly newline: boolean;
  /** Inside, everything but the closer is text. */
  readonly opaque?: boolean;
  /** Written around nothing as well, before calls. */
  readonly always?: true;
}

/** JSON (or Python-literal) objects that hold name and arguments. */
export interface JsonEnvelopeSyntax {
  readonly open: readonly Marker[];
  readonly close: readonly Marker[];
  /** How the renderer arranges calls: one object per opener, one array, or objects in a row. */
  readonly layout: "object" | "array" | "sequence";
  readonly nameKeys: readonly string[];
  readonly argumentKeys: readonly string[];
  readonly idKey: string | null;
  /** The renderer writes the id in front of the name. */
  readonly idFirst?: boolean;
  /** Whitespace of the canonical form after the opener and in front of the closer. */
  readonly layoutSpace?: readonly [afterOpen: string, beforeClose: string];
  /** The only member of an element has the name as its key and the arguments as its value. */
  readonly nameIsKey?: boolean;
  readonly values: ValueDialect;
  /** Between the objects of a sequence, on input and output. */
  readonly separator?: "\n" | ";";
  /** What the first value must start with, directly after the opener. */
  readonly openMustBeFollowedBy?: "[";
  /** The opener only counts at the start of a line. */
  readonly openAtLineStart?: boolean;
  readonly closeOptional?: boolean;
  /** First characters of a value without opener at the start of the message. */
  readonly bareStart?: readonly ("{" | "[")[];
  /** Pairs that may be around a value without opener. */
  readonly bareWraps?: readonly (readonly [open: string, close: string])[];
}

/** The name in a header, one value is the argument object. */
export interface HeaderArgsSyntax {
  readonly sectionOpen: readonly string[];
  readonly sectionClose: readonly string[];
  readonly sectionOptional?: boolean;
  readonly callOpen: readonly Marker[];
  /** After the name; `"\n"` means the end of the line, an empty list that the value follows directly. */
  readonly nameEnd: readonly string[];
  /** The header is an id: how it is written (NAME, INDEX), and expressions whose group is the name. */
  readonly nameFromId?: { readonly template: string; readonly patterns: readonly string[] };
  /** Marker between a leading id and the name. */
  readonly idBefore?: string;
  /** Marker between the name and an id. */
  readonly idAfter?: string;
  readonly callClose: Marker | null;
  readonly callCloseOptional?: boolean;
  readonly values: ValueDialect;
  readonly stringDelimiter?: string;
  /** Whitespace of the canonical form after the name, before and after the value. */
  readonly layoutSpace?: readonly [afterName: string, beforeValue: string, afterValue: string];
  /** The call has no marker at all and must open the message. */
  readonly bareHeader?: boolean;
  /** Another body that is read between the same markers: an object that holds name and arguments. */
  readonly envelope?: JsonEnvelopeSyntax;
}

/** One tag pair per argument. */
export interface TaggedArgsSyntax {
  readonly sectionOpen: readonly string[];
  readonly sectionClose: readonly string[];
  /** Alternatives; the first is the canonical one. */
  readonly callOpen: readonly Marker[];
  /** Literal after the name; null when an argument or the closer follows. */
  readonly nameEnd: string | null;
  /** Literals around an ordinal in the header of a call, between name and `nameEnd`. */
  readonly ordinal?: string;
  readonly argOpen: string;
  readonly argNameEnd: string;
  /** Between key and type, then the type runs to `argNameEnd`. */
  readonly typeAttribute?: { readonly open: string; readonly kind: "text-or-json" | "json-types" };
  readonly valueOpen?: string;
  readonly argClose: string;
  readonly callClose: string;
  /** Closes what the first literal of a call opener opened. */
  readonly outerClose?: string;
  readonly valueTrim: "newline" | "none";
  /** Spellings of null; `null` when left out. */
  readonly nullWords?: readonly string[];
  readonly cdata: boolean;
  readonly entities: "none" | "attributes";
  /** The key is the tag name; child tags are members, repeated item tags an array. */
  readonly tree?: { readonly namespace: string; readonly item: string };
  /** One JSON object in place of the arguments. */
  readonly jsonBody?: readonly [open: string, close: string];
  /** Endings of every tag name, the same throughout a call. */
  readonly tagSuffixes?: readonly string[];
  /** What the renderer writes between the parts. */
  readonly layout: TaggedLayout;
}

/** Whitespace of the canonical form: after the name, around keys and values, between calls and section markers. */
export interface TaggedLayout {
  readonly afterOuter?: string;
  readonly afterName?: string;
  readonly afterKey?: string;
  readonly aroundValue?: string;
  readonly afterArg?: string;
  readonly beforeOuterClose?: string;
  readonly inSection?: string;
}

/** Python call expressions. */
export interface PythonicSyntax {
  readonly open: readonly Marker[];
  readonly close: readonly Marker[];
  readonly separator: "," | "\n";
  readonly startsAt: "anywhere" | "message-start";
  readonly bareWraps?: readonly (readonly [open: string, close: string])[];
}

/** Messages with a header that says who they are for. */
export interface HeadedMessages {
  readonly kind: "channels" | "recipient";
  /** What starts a header; the first one is what the renderer writes between messages. */
  readonly open: readonly string[];
  /** What the message may start with when the prompt has written the header's opener. */
  readonly implicitOpen: "line" | readonly string[];
  /** Ends the header. */
  readonly body: string;
  readonly channel?: string;
  readonly constrain?: string;
  /** Stands before a recipient in the header; empty when the header is the recipient. */
  readonly recipient: string;
  /** Recipients with this prefix are tools; null: every other recipient is. */
  readonly toolPrefix: string | null;
  readonly close: readonly string[];
  readonly reasoning: readonly string[];
  readonly text: readonly string[];
}

/** Self-describing blocks: an opener, a header that is dropped, and the marker of a kind. */
export interface BlockMessages {
  readonly kind: "messages";
  readonly open: string;
  /** The prompt ends with the opener of the first block. */
  readonly firstInPrompt?: boolean;
}

/** Fixed sections; `contentWrap` says which one holds the answer. */
export interface SectionMessages {
  readonly kind: "sections";
}

/** How a message is split before a body engine sees it. */
export type RouterSyntax = HeadedMessages | BlockMessages | SectionMessages;

/** What an engine needs to know, by engine. */
export type FormatSyntax =
  | { readonly engine: "json-envelope"; readonly syntax: JsonEnvelopeSyntax }
  | { readonly engine: "header-args"; readonly syntax: HeaderArgsSyntax }
  | { readonly engine: "tagged-args"; readonly syntax: TaggedArgsSyntax }
  | { readonly engine: "pythonic"; readonly syntax: PythonicSyntax };

/** A body engine, by its name. */
export type EngineName = FormatSyntax["engine"];

/** A tool-call format, perhaps of one engine: everything the parser and the renderer know about it is in here. */
export type ToolCallFormat<E extends EngineName = EngineName> = FormatFacts & Extract<FormatSyntax, { readonly engine: E }>;

/** The part of a format that does not depend on the engine. */
export interface FormatFacts {
  readonly id: string;
  readonly title: string;
  readonly models: readonly string[];
  /** Regular expressions over a lower-cased model id, without its owner. */
  readonly modelPatterns: readonly string[];
  readonly namesElsewhere: Readonly<Record<string, string>>;
  /** A canonical call; `\n` is a newline, capitals stand for what varies. */
  readonly shape: string;
  readonly router: RouterSyntax | null;
  readonly reasoning: ReasoningSyntax | null;
  readonly contentWrap: ContentWrap | null;
  readonly fence: FencePolicy;
  readonly turnEnd: readonly string[];
  /** Token ids of markers as found in sources. With ids at hand, equal text made of other tokens is only text. */
  readonly tokens: Readonly<Record<string, number>>;
  readonly callId: string | null;
  /** How several calls are written: separate openers, joined by `between`, or `none`. */
  readonly parallel: string;
  /** Whitespace the renderer writes between calls. */
  readonly between?: string;
  readonly variants: readonly string[];
  readonly notes: readonly string[];
  readonly sources: readonly string[];
  /** Independent parsers that read this syntax, and whether the chat template of the model renders it. */
  readonly confirmedBy: readonly string[];
}
