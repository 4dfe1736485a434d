// Written by `npm run build` (scripts/registries), so that an addition costs its own file alone.
import type { Listing } from "./listing.ts";

/** Every list by its name, which is that of its file; loaded when it is asked for. */
export const lists: Readonly<Record<string, () => Promise<Listing>>> = {
  auth: async () => (await import("./auth.ts")).listAuth(),
  behaviours: async () => (await import("./behaviours.ts")).listBehaviours(),
  checks: async () => (await import("./checks.ts")).listChecks(),
  clients: async () => (await import("./clients.ts")).listClients(),
  extensions: async () => (await import("./extensions.ts")).listExtensions(),
  families: async () => (await import("./families.ts")).listFamilies(),
  formats: async () => (await import("./formats.ts")).listFormats(),
  mocks: async () => (await import("./mocks.ts")).listMocks(),
  models: async () => (await import("./models.ts")).listModels(),
  profiles: async () => (await import("./profiles.ts")).listProfiles(),
  providers: async () => (await import("./providers.ts")).listProviders(),
  requirements: async () => (await import("./requirements.ts")).listRequirements(),
  revisions: async () => (await import("./revisions.ts")).listRevisions(),
  settings: async () => (await import("./settings.ts")).listSettings(),
  suites: async () => (await import("./suites.ts")).listSuites(),
};
