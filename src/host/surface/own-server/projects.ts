import type { JsonObject } from "../../../jsonrpc/json.ts";

/** What a host keeps together under a name: the model that is asked, and documents. */
export type Project = { readonly namespace: string; readonly name: string; readonly config: JsonObject };

/** A project, or why there is none. */
export type ProjectAnswer = Project | { readonly error: string };

/** Where a project is. */
export type ProjectPlace = Pick<Project, "namespace" | "name">;

/** The projects of a host, for as long as it runs. */
export type Projects = {
  readonly list: (namespace: string) => readonly Project[];
  readonly create: (place: ProjectPlace, config: JsonObject) => ProjectAnswer;
  readonly get: (place: ProjectPlace) => ProjectAnswer;
  readonly update: (place: ProjectPlace, config: JsonObject) => ProjectAnswer;
  readonly remove: (place: ProjectPlace) => ProjectAnswer;
};

/** The namespace, and the name, where a request names none. */
export const defaultName = "default";

/** Most projects of a host: they are kept in memory, and anybody who reaches the host may make some. */
const mostProjects = 1000;

/** The projects of a host, beginning with its own, which describes its configuration and cannot be changed. */
export function createProjects(own: JsonObject): Projects {
  const ownKey = keyOf({ namespace: defaultName, name: defaultName });
  const known = new Map<string, Project>([[ownKey, { namespace: defaultName, name: defaultName, config: own }]]);
  const get = (place: ProjectPlace): ProjectAnswer =>
    known.get(keyOf(place)) ?? { error: `there is no project ${nameOf(place)}` };
  const changing = (place: ProjectPlace, change: (found: Project) => Project): ProjectAnswer => {
    const found = get(place);
    if ("error" in found) return found;
    return keyOf(place) === ownKey
      ? { error: `project ${nameOf(place)} is the host's own configuration, which is changed in its file` }
      : change(found);
  };
  const put = (place: ProjectPlace, config: JsonObject): Project => {
    const project = { ...place, config };
    known.set(keyOf(place), project);
    return project;
  };
  return {
    list: (namespace) => [...known.values()].filter((project) => project.namespace === namespace),
    create(place, config) {
      if (known.has(keyOf(place))) return { error: `there is a project ${nameOf(place)} already` };
      if (known.size >= mostProjects) return { error: `there are ${mostProjects} projects, the most this host keeps` };
      return put(place, config);
    },
    get,
    update: (place, config) => changing(place, () => put(place, config)),
    remove: (place) =>
      changing(place, (found) => {
        known.delete(keyOf(place));
        return found;
      }),
  };
}

function keyOf({ namespace, name }: ProjectPlace): string {
  return JSON.stringify([namespace, name]);
}

function nameOf({ namespace, name }: ProjectPlace): string {
  return JSON.stringify(`${namespace}/${name}`);
}
