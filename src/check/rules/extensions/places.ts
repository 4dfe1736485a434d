import { extensionPages } from "../../../spec/extensions.ts";
import type { Citations } from "../../check.ts";

/** A place on the page of MCP Apps, which may be negotiated in every revision. */
export const appsPlace = (anchor: string): Citations => ({ "2024-11-05": `${extensionPages.apps}#${anchor}` });
