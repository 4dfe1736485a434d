import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A comment as GitHub keeps it. */
export type Comment = { readonly id: number; body: string; readonly user: { readonly type: string } };

/** GitHub's interface for comments of issues on loopback: one a page, so that paging is needed; it keeps what was asked of it. */
export type FakeGitHub = {
  readonly url: string;
  readonly comments: Comment[];
  readonly asked: string[];
  readonly close: () => Promise<void>;
};

/** Starts it; with `mayWrite` false it refuses writers, as it refuses the token of a fork's pull request. */
export async function fakeGitHub(mayWrite = true): Promise<FakeGitHub> {
  const comments: Comment[] = [{ id: 1, body: "Nice.", user: { type: "User" } }];
  const asked: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://x");
      const { body = "" } = JSON.parse((await text(request)) || "{}") as { readonly body?: string };
      const method = request.method ?? "";
      asked.push(`${method} ${pathname}`);
      const send = (status: number, value: unknown) => response.writeHead(status).end(JSON.stringify(value));
      if (request.headers.authorization !== "Bearer token-of-the-job") return send(401, { message: "Bad credentials" });
      if (method !== "GET" && !mayWrite) return send(403, { message: "Resource not accessible by integration" });
      if (pathname === "/repos/me/it/issues/7/comments" && method === "GET") {
        const page = Number(searchParams.get("page") ?? "1");
        return send(200, comments.slice(page - 1, page));
      }
      if (pathname === "/repos/me/it/issues/7/comments" && method === "POST") {
        const made = { id: comments.length + 1, body, user: { type: "Bot" } };
        comments.push(made);
        return send(201, made);
      }
      const old = comments.find(({ id }) => method === "PATCH" && pathname === `/repos/me/it/issues/comments/${id}`);
      if (old === undefined) return send(404, { message: "Not Found" });
      old.body = body;
      return send(200, old);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    comments,
    asked,
    close: async () => await new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** What `actions/github-script` hands a script as `github`, over the wire: the three calls of comments, and paging. */
export function octokit(url: string, bearer: string) {
  type Place = { readonly owner: string; readonly repo: string };
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${bearer}` };
    const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const value = (await response.json()) as { readonly message?: string };
    if (!response.ok) throw Object.assign(new Error(value.message), { status: response.status });
    return value;
  };
  const issues = {
    listComments: async ({ owner, repo, issue_number, page }: Place & { issue_number: number; page: number }) =>
      (await ask("GET", `/repos/${owner}/${repo}/issues/${issue_number}/comments?page=${page}`)) as Comment[],
    createComment: async ({ owner, repo, issue_number, body }: Place & { issue_number: number; body: string }) =>
      await ask("POST", `/repos/${owner}/${repo}/issues/${issue_number}/comments`, { body }),
    updateComment: async ({ owner, repo, comment_id, body }: Place & { comment_id: number; body: string }) =>
      await ask("PATCH", `/repos/${owner}/${repo}/issues/comments/${comment_id}`, { body }),
  };
  async function paginate<Asked extends object>(list: (asked: Asked & { page: number }) => Promise<Comment[]>, asked: Asked) {
    const all: Comment[] = [];
    for (let page = 1; ; page++) {
      const some = await list({ ...asked, page });
      if (some.length === 0) return all;
      all.push(...some);
    }
  }
  return { rest: { issues }, paginate };
}
