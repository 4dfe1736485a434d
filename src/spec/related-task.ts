/** The member of `_meta` by which a message names the task it belongs to (2025-11-25 basic/utilities/tasks#related-task-metadata). */
export const relatedTaskKey = "io.modelcontextprotocol/related-task";
