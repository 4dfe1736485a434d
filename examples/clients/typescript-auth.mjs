// What a program around a TypeScript SDK adds for authorization: a user who always consents, and a store that ends with the program.
import { randomUUID } from "node:crypto";

const context = JSON.parse(process.env.MCPCHECK_CONTEXT ?? "{}");
const redirectUrl = "http://localhost:39124/callback";

/** An OAuthClientProvider of either SDK. Consent comes as a redirect, which is followed no further. */
class ConsentingUser {
  clientMetadataUrl = context.client_metadata_url;
  redirectUrl = redirectUrl;
  clientMetadata = {
    client_name: "mcpcheck driver",
    redirect_uris: [redirectUrl],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  };
  #client = context.client_id && { client_id: context.client_id, client_secret: context.client_secret, issuer: context.issuer };
  #kept = {};
  state = () => (this.#kept.state = randomUUID());
  clientInformation = () => this.#client;
  saveClientInformation = (client) => void (this.#client = client);
  tokens = () => this.#kept.tokens;
  saveTokens = (tokens) => void (this.#kept.tokens = tokens);
  saveCodeVerifier = (verifier) => void (this.#kept.verifier = verifier);
  codeVerifier = () => this.#kept.verifier;
  invalidateCredentials(scope) {
    if (scope === "all" || scope === "client") this.#client = undefined;
    if (scope === "all" || scope === "tokens") this.#kept.tokens = undefined;
  }
  async redirectToAuthorization(url) {
    const answer = await fetch(url, { redirect: "manual" });
    this.#kept.back = new URL(answer.headers.get("location") ?? "about:blank").searchParams;
  }
  /** What the user was sent back with, once. */
  back() {
    const { back, state } = this.#kept;
    this.#kept.back = undefined;
    if (back !== undefined && back.get("state") !== state) throw new Error("the state is not the one that was sent");
    return back;
  }
}

/** Who gets tokens: a user's consent, or the client's own credentials by the SDK's providers for that. */
export function authProvider({ ClientCredentialsProvider, PrivateKeyJwtProvider }) {
  if (context.grant_type !== "client_credentials") return new ConsentingUser();
  const own = { clientId: context.client_id, clientSecret: context.client_secret, expectedIssuer: context.issuer };
  const { private_key_pem: privateKey, signing_algorithm: algorithm } = context;
  return privateKey ? new PrivateKeyJwtProvider({ ...own, privateKey, algorithm }) : new ClientCredentialsProvider(own);
}

/** Does something again when the user had to be asked: `finish` is given what they were sent back with. */
export async function withConsent(provider, work, finish) {
  try {
    return await work();
  } catch (error) {
    const back = error?.constructor?.name === "UnauthorizedError" ? provider.back?.() : undefined;
    if (back === undefined) throw error;
    await finish(back);
    return await work();
  }
}
