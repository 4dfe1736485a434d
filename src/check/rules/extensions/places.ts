import { extensionIds, extensionPages } from "../../../spec/extensions.ts";
import type { Citations } from "../../check.ts";

/** A place on the page of MCP Apps, which may be negotiated in every revision. */
export const appsPlace = (anchor: string): Citations => ({ "2024-11-05": `${extensionPages.apps}#${anchor}` });

/** A place on the page of tasks, which are negotiated from 2026-07-28 on. */
export const tasksPlace = (anchor: string): Citations => ({ "2026-07-28": `${extensionPages.tasks}#${anchor}` });

/** The extension for tasks, as a capability that checks name. */
export const tasksCapability = `extensions.${extensionIds.tasks}`;

/** A place on the page of skills, which are specified for 2026-07-28 and later. */
export const skillsPlace = (anchor: string): Citations => ({ "2026-07-28": `${extensionPages.skills}#${anchor}` });

/** The extension for skills, as a capability that checks name. */
export const skillsCapability = `extensions.${extensionIds.skills}`;
