import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type CommentHost, commentMark, jobLink, postComment } from '../../src/cli/post-comment.ts';
import { withReplay } from '../../src/cli/replay-text.ts';
import { type CodeHost, startCodeHost } from '../cdktf-provider/support/code-host.ts';

let host: CodeHost;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comment-'));
  await writeFile(join(folder, 'event.json'), JSON.stringify({ pull_request: { number: 7 } }));
  await writeFile(join(folder, 'push.json'), '{}');
  host = await startCodeHost();
});
afterAll(async () => {
  host.stop();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  const other = `of others ${commentMark}`;
  host.comments = Array.from({ length: 130 }, (_one, at) => ({ id: at + 1, body: other }));
});

const environments = (): Record<CommentHost, Record<string, string>> => ({
  github: {
    GITHUB_API_URL: host.origin,
    GITHUB_TOKEN: 'token',
    GITHUB_REPOSITORY: 'shop/ops',
    GITHUB_EVENT_PATH: join(folder, 'event.json'),
  },
  gitlab: {
    CI_API_V4_URL: host.origin,
    CI_PROJECT_ID: '5',
    CI_MERGE_REQUEST_IID: '7',
    TOCSIN_GITLAB_TOKEN: 'token',
  },
});

it.each([
  [
    'github',
    '/repos/shop/ops/issues/7/comments',
    'PATCH /repos/shop/ops/issues/comments/131 Bearer token',
  ],
  [
    'gitlab',
    '/projects/5/merge_requests/7/notes',
    'PUT /projects/5/merge_requests/7/notes/131 token',
  ],
] as const)(
  '%s has one comment, which the next run brings up to date',
  async (name, path, changed) => {
    const env = environments()[name];
    await postComment(name, env, () => 'proof');
    expect(host.asked.at(-1)).toContain(`POST ${path} `);
    for (const text of ['first', 'second'])
      await postComment(name, env, (former) => withReplay(former, text));
    expect(host.asked.at(-1)).toBe(changed);
    expect(host.comments).toHaveLength(131);
    const both = `${commentMark}\n\nproof\n\n<!-- tocsin replay -->\nsecond`;
    expect(host.comments.at(-1)?.body).toBe(both);
    // What was replayed was about another plan.
    await postComment(name, env, () => 'proof');
    expect(host.comments.at(-1)?.body).toBe(`${commentMark}\n\nproof`);
  },
);

it('what is missing or refused is said', async () => {
  const { github, gitlab } = environments();
  const post = (name: CommentHost, env: Record<string, string>) =>
    postComment(name, env, () => 'x');
  await expect(post('gitlab', { ...gitlab, TOCSIN_GITLAB_TOKEN: '' })).rejects.toThrow(
    'Set TOCSIN_GITLAB_TOKEN',
  );
  await expect(post('github', { ...github, GITHUB_TOKEN: 'wrong' })).rejects.toThrow('answers 403');
  const push = { ...github, GITHUB_EVENT_PATH: join(folder, 'push.json') };
  await expect(post('github', push)).rejects.toThrow('runs for no pull request');
  expect(host.comments).toHaveLength(130);
});

it('the link leads to the job', () => {
  const github = { GITHUB_SERVER_URL: 'https://g', GITHUB_REPOSITORY: 'a/b', GITHUB_RUN_ID: '3' };
  expect(jobLink('github', github)).toBe('https://g/a/b/actions/runs/3');
  expect(jobLink('github', {})).toBeNull();
  expect(jobLink('gitlab', { CI_JOB_URL: 'https://g/-/jobs/1' })).toBe('https://g/-/jobs/1');
});

it('a comment is cut to what has room, at the end of a line', () => {
  const line = 'x'.repeat(99);
  const text = withReplay('proof', Array.from({ length: 1000 }, () => line).join('\n'));
  expect(text.length).toBeLessThanOrEqual(64_100);
  const [, kept = '', left = ''] =
    /\n((?:x{99}\n)+)\n(\d+) more lines do not fit here\.$/.exec(text) ?? [];
  expect(kept.length / 100 + Number(left)).toBe(1000);
  expect(withReplay('proof', line)).toMatch(/x{99}$/);
});
