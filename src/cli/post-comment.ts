import { readFile } from 'node:fs/promises';
import { reach } from './api-connection.ts';

export const commentHosts = ['github', 'gitlab'] as const;
export type CommentHost = (typeof commentHosts)[number];

interface Thread {
  /** Where comments of the change are listed and made. */
  url: string;
  headers: Record<string, string>;
  /** Where one of them is changed, and how. */
  one(id: string): string;
  method: 'PATCH' | 'PUT';
}

/** Where all of the output of a job is. */
export function jobLink(host: CommentHost, env: NodeJS.ProcessEnv): string | null {
  if (host === 'gitlab') return env.CI_JOB_URL ?? null;
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  return server && repository && run ? `${server}/${repository}/actions/runs/${run}` : null;
}

/** By it the comment of a job is found again, to be brought up to date. Nobody sees it. */
export const commentMark = '<!-- tocsin -->';

/**
 * Writes the comment of a job on the change that it runs for, made of what it said until now; null: there is none.
 * Throws with what to do where it cannot.
 */
export async function postComment(
  host: CommentHost,
  env: NodeJS.ProcessEnv,
  written: (former: string | null) => string,
): Promise<void> {
  const thread = host === 'github' ? await githubThread(env) : gitlabThread(env);
  const known = await ownComment(thread);
  const [url, method] = known ? [thread.one(known.id), thread.method] : [thread.url, 'POST'];
  const body = `${commentMark}\n\n${written(known?.text ?? null)}`;
  await ask(url, method, thread.headers, JSON.stringify({ body }));
}

async function githubThread(env: NodeJS.ProcessEnv): Promise<Thread> {
  const token = needed(env, 'GITHUB_TOKEN');
  const repository = needed(env, 'GITHUB_REPOSITORY');
  const event: unknown = JSON.parse(await readFile(needed(env, 'GITHUB_EVENT_PATH'), 'utf8'));
  const number = numberOf(event);
  const base = `${env.GITHUB_API_URL ?? 'https://api.github.com'}/repos/${repository}/issues`;
  return {
    url: `${base}/${number}/comments`,
    one: (id) => `${base}/comments/${id}`,
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' },
  };
}

function numberOf(event: unknown): number {
  const pull =
    typeof event === 'object' && event !== null && 'pull_request' in event
      ? event.pull_request
      : null;
  const number = typeof pull === 'object' && pull !== null && 'number' in pull ? pull.number : null;
  if (typeof number !== 'number') throw new Error('This job runs for no pull request.');
  return number;
}

function gitlabThread(env: NodeJS.ProcessEnv): Thread {
  const token = needed(env, 'TOCSIN_GITLAB_TOKEN');
  const project = needed(env, 'CI_PROJECT_ID');
  const request = needed(env, 'CI_MERGE_REQUEST_IID');
  const api = needed(env, 'CI_API_V4_URL');
  const url = `${api}/projects/${encodeURIComponent(project)}/merge_requests/${request}/notes`;
  return {
    url,
    one: (id) => `${url}/${id}`,
    method: 'PUT',
    headers: { 'private-token': token },
  };
}

function needed(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new Error(`Set ${name}: without it there is no comment.`);
  return value;
}

const pageSize = 100;
/** Beyond them a new comment is made. */
const pagesMax = 30;

async function ownComment(thread: Thread): Promise<{ id: string; text: string } | null> {
  for (let page = 1; page <= pagesMax; page += 1) {
    const url = `${thread.url}?per_page=${pageSize}&page=${page}`;
    const comments: unknown = await (await ask(url, 'GET', thread.headers)).json();
    if (!Array.isArray(comments)) throw new Error(`${new URL(url).origin} answers no list.`);
    for (const { id, body } of comments)
      if (typeof body === 'string' && body.startsWith(commentMark))
        return { id: String(id), text: body.slice(commentMark.length).trim() };
    if (comments.length < pageSize) return null;
  }
  return null;
}

async function ask(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Response> {
  const sent = { ...headers, 'user-agent': 'tocsin', 'content-type': 'application/json' };
  const answer = await reach(url, {
    method,
    headers: sent,
    // Followed, the token would go to whomever it leads to.
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  if (answer.ok) return answer;
  throw new Error(`${new URL(url).origin} answers ${answer.status} to ${method} of a comment.`);
}
