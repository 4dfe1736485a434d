"use strict";
const { existsSync, readFileSync } = require("node:fs");

/**
 * Writes the report into a comment of the pull request: into the one an earlier run wrote, which its first line tells, or into a new one.
 * A token that may not write, as that of a fork, costs the comment and not the job.
 */
async function stickyComment({ github, context, core, file }) {
  const issue = context.payload.pull_request?.number;
  if (issue === undefined || !existsSync(file)) return;
  const body = readFileSync(file, "utf8");
  const mark = body.slice(0, body.indexOf("\n"));
  const place = { owner: context.repo.owner, repo: context.repo.repo };
  try {
    const comments = await github.paginate(github.rest.issues.listComments, { ...place, issue_number: issue, per_page: 100 });
    const earlier = comments.find((comment) => comment.body?.startsWith(mark) && comment.user?.type === "Bot");
    if (earlier === undefined) await github.rest.issues.createComment({ ...place, issue_number: issue, body });
    else await github.rest.issues.updateComment({ ...place, comment_id: earlier.id, body });
  } catch (error) {
    if (error.status !== 403 && error.status !== 404) throw error;
    core.warning("mcpcheck: the token may not write comments; give the job `pull-requests: write`, or the action `comment: false`");
  }
}

module.exports = { stickyComment };
