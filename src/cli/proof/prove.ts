import type { CleanResult } from "../../run/proof/kill-matrix.ts";
import type { Judged, ProofRequest, ProofSubject } from "./judged.ts";
import { proveAside } from "./prove-aside.ts";
import { proveClients } from "./prove-clients.ts";
import { proveHosts } from "./prove-hosts.ts";
import { proveModels } from "./prove-models.ts";
import { proveParsers } from "./prove-parsers.ts";
import { proveServers } from "./prove-servers.ts";

const provers: Readonly<Record<ProofSubject, (request: ProofRequest) => Promise<Judged>>> = {
  server: proveServers,
  client: proveClients,
  parser: proveParsers,
  host: proveHosts,
  model: proveModels,
};

/** Proves the checks of some kinds of subjects in this process, one kind after the other. */
export async function proveHere(subjects: readonly ProofSubject[], request: ProofRequest): Promise<Judged> {
  const judged: Judged[] = [];
  for (const subject of subjects) judged.push(await provers[subject](request));
  return together(judged);
}

/** In how many processes the cases of hosts are driven, and servers are judged: the rest is done long before, and processors are two at least. */
const shareCount = 2;

/** The same with all that is not about servers in processes of their own; the cases of hosts, and the servers, are shared out among several. */
export async function prove(
  subjects: readonly ProofSubject[],
  request: ProofRequest,
  check: string | undefined,
): Promise<Judged> {
  const { workers, io } = request;
  // Clients are waited for, parsers and models are computed with.
  const aside = [["client"], ["parser", "model"]] as const;
  const shares = Array.from({ length: shareCount }, (_, i) => ({ part: i + 1, of: shareCount }));
  const each = Math.ceil(workers / shareCount);
  const hosts = subjects.includes("host") ? shares : [];
  const [mine, ...others] = !subjects.includes("server") ? [] : workers === 1 ? [request.share] : shares;
  return together(
    await Promise.all([
      ...(mine === undefined ? [] : [proveHere(["server"], { ...request, share: mine, workers: each })]),
      ...others.map((share) => proveAside(["server"], { check, io, share, workers: each })),
      ...aside
        .map((kinds) => kinds.filter((kind) => subjects.includes(kind)))
        .filter((kinds) => kinds.length > 0)
        .map((kinds) => proveAside(kinds, { check, io, share: request.share, workers })),
      ...hosts.map((share) => proveAside(["host"], { check, io, share, workers })),
    ]),
  );
}

/** All results as one; what was seen of one clean subject in several processes was seen of that subject. */
function together(all: readonly Judged[]): Judged {
  const clean = new Map<string, CleanResult>();
  for (const one of all.flatMap((judged) => judged.clean)) {
    const key = JSON.stringify([one.subject, one.place]);
    const known = clean.get(key);
    clean.set(key, known === undefined ? one : merged(known, one));
  }
  return { mutants: all.flatMap(({ mutants }) => mutants), clean: [...clean.values()] };
}

function merged(one: CleanResult, other: CleanResult): CleanResult {
  const trouble = one.trouble ?? other.trouble;
  const accusations = [...one.accusations, ...other.accusations];
  return { ...one, judged: one.judged + other.judged, accusations, ...(trouble === undefined ? {} : { trouble }) };
}
