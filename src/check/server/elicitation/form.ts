import { asObject, valueAt, isArray, isObject, type JsonObject } from "../../../jsonrpc/json.ts";
import type { Check } from "../../check.ts";
import { judgeEach } from "../../outcome.ts";
import { allElicitations, formElicitations, isUrlMode } from "../../rules/elicitations-seen.ts";
import { formDefect } from "../../rules/form-schema.ts";

const noElicitation = "the server elicited nothing";

const noForm = "the server elicited no form";

export const elicitationModeDeclared: Check = {
  id: "elicitation.mode-declared",
  title: "Elicitation keeps to the modes the client declared",
  subject: "server",
  level: "MUST NOT",
  spec: { "2025-11-25": "client/elicitation#capabilities" },
  advice: "An empty elicitation capability means form mode; URL mode needs elicitation.url.",
  verify(trace) {
    const asked = allElicitations(trace).filter((wish) => isObject(wish.capabilities["elicitation"]));
    return judgeEach(asked, noElicitation, (wish) => {
      const modes = asObject(wish.capabilities["elicitation"]);
      const allowed = isUrlMode(wish) ? modes["url"] !== undefined : modes["form"] !== undefined || modes["url"] === undefined;
      return allowed ? undefined : `mode ${isUrlMode(wish) ? "url" : "form"} was used, declared is ${JSON.stringify(modes)}`;
    });
  },
};

export const elicitationMessage: Check = {
  id: "elicitation.message",
  title: "An elicitation says what it is for",
  subject: "server",
  level: "MUST",
  spec: {
    "2025-06-18": "client/elicitation#creating-elicitation-requests",
    "2025-11-25": "client/elicitation#elicitation-requests",
  },
  advice: "Fill message with a text for the user.",
  verify: (trace) =>
    judgeEach(allElicitations(trace), noElicitation, ({ params }) =>
      typeof params["message"] === "string" ? undefined : `message is ${JSON.stringify(params["message"]) ?? "missing"}`,
    ),
};

export const elicitationFormFlat: Check = {
  id: "elicitation.form-flat",
  title: "A form's requestedSchema is a flat object of primitive members",
  subject: "server",
  level: "MUST",
  spec: { "2025-06-18": "client/elicitation#request-schema", "2025-11-25": "client/elicitation#requested-schema" },
  advice: "Use string, number, integer, boolean and enum members only; split what is nested into several members.",
  tolerance: "Keywords the page does not name are accepted as long as every member is of an allowed type.",
  verify: (trace) => judgeEach(formElicitations(trace), noForm, ({ params }) => formDefect(params["requestedSchema"])),
};

export const elicitationFormDefaults: Check = {
  id: "elicitation.form-defaults",
  title: "The defaults of a form are values its members allow",
  subject: "server",
  level: "PRACTICE",
  spec: { "2025-06-18": "client/elicitation#request-schema", "2025-11-25": "client/elicitation#requested-schema" },
  advice: "Give each default the type of its member, and one of its choices.",
  verify: (trace) =>
    judgeEach(formElicitations(trace), noForm, ({ params }) =>
      defaultsDefect(asObject(valueAt(params["requestedSchema"], "properties"))),
    ),
};

function defaultsDefect(properties: JsonObject): string | undefined {
  const bad = Object.entries(properties).find(([, schema]) => !defaultFits(asObject(schema)));
  return bad === undefined ? undefined : `the default of ${bad[0]} is ${JSON.stringify(valueAt(bad[1], "default"))}`;
}

function defaultFits(schema: JsonObject): boolean {
  const { default: value, type, enum: choices } = schema;
  if (value === undefined) return true;
  if (isArray(choices)) return choices.includes(value);
  if (type === "integer") return typeof value === "number" && Number.isInteger(value);
  return type === "array" ? isArray(value) : typeof type !== "string" || typeof value === type;
}

export const elicitationNoSecrets: Check = {
  id: "elicitation.no-secrets",
  title: "Secrets are not asked for in a form",
  subject: "server",
  level: "MUST NOT",
  spec: { "2025-06-18": "client/elicitation#security-considerations", "2025-11-25": "client/elicitation#form-mode-security" },
  advice: "Use URL mode for passwords, keys and payment data: what is typed into a form passes through the client.",
  tolerance: "Only members whose name says so plainly count (password, api_key, client_secret, credit_card …).",
  verify: (trace) =>
    judgeEach(formElicitations(trace), noForm, ({ params }) => {
      const name = Object.keys(asObject(valueAt(params["requestedSchema"], "properties"))).find((one) => secretNames.test(one));
      return name === undefined ? undefined : `the form asks for ${JSON.stringify(name)}`;
    }),
};

const secretNames =
  /^(password|passwd|passphrase|client_?secret|api_?key|secret_?key|access_?token|auth_?token|private_?key|credit_?card(_?number)?|cvv|cvc)$/i;

export const elicitationNoLinks: Check = {
  id: "elicitation.no-links",
  title: "A form holds no links to click",
  subject: "server",
  level: "SHOULD NOT",
  spec: { "2025-11-25": "client/elicitation#safe-url-handling" },
  advice: "Send links in URL mode, where the client shows them as such.",
  verify: (trace) =>
    judgeEach(formElicitations(trace), noForm, ({ params }) => {
      const text = [
        params["message"],
        ...Object.values(asObject(valueAt(params["requestedSchema"], "properties"))).flatMap((one) => [
          valueAt(one, "title"),
          valueAt(one, "description"),
        ]),
      ];
      const link = text
        .map((one) => (typeof one === "string" ? /https?:\/\/[^\s"')]+/i.exec(one)?.[0] : undefined))
        .find((one) => one !== undefined);
      return link === undefined ? undefined : `the form holds ${link}`;
    }),
};
