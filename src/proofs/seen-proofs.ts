import { usersById } from '../identity/index.ts';
import type { Ctx } from '../kernel/index.ts';
import type { RunPage } from '../runs/index.ts';
import { type ProofRun, proofQueue, proofRuns } from './proof-run-model.ts';

/** A proof, with the names of those in it as they are now. */
export interface SeenProof extends Omit<ProofRun, '_id'> {
  id: string;
  startedBy: string | null;
  /** How many come first, and who asked for the one that runs. */
  ahead: number;
  aheadStartedBy: string | null;
  nameOf(userId: string): string;
}

/** Throws 404. */
export async function getProof(ctx: Ctx, id: string): Promise<SeenProof> {
  const run = await proofRuns.get(ctx, id);
  const ahead = run.state === 'Waiting' ? (await proofQueue.aheadOf(ctx, run)).own : [];
  const asked = ahead[0]?.userId ?? [];
  const users = await usersById(ctx, [...new Set([...peopleIn(run), asked].flat())]);
  return seen(run, ahead, nameIn(users, run));
}

/** The latest first, without what breaks a guarantee. */
export async function listProofs(
  ctx: Ctx,
  page: RunPage,
): Promise<{ proofs: SeenProof[]; hasMore: boolean }> {
  const { runs, hasMore } = await proofRuns.list(ctx, page, details);
  const users = await usersById(ctx, [...new Set(runs.flatMap(({ userId }) => userId ?? []))]);
  return { proofs: runs.map((run) => seen(run, [], nameIn(users))), hasMore };
}

const details = ['results.counterExample', 'results.holes', 'results.excused', 'newIds'];

function seen(
  { _id: id, ...run }: ProofRun,
  ahead: readonly ProofRun[],
  nameOf: (userId: string) => string,
): SeenProof {
  const startedBy = (one: Pick<ProofRun, 'userId' | 'key'> | undefined) =>
    one?.userId ? nameOf(one.userId) || null : (one?.key ?? null);
  return {
    ...run,
    ...{ id, nameOf, ahead: ahead.length },
    startedBy: startedBy(run),
    aheadStartedBy: startedBy(ahead[0]),
  };
}

/** Who asked for it, and everybody who is told in it. */
function peopleIn(run: ProofRun): string[] {
  const examples = run.results.flatMap(({ counterExample }) => counterExample ?? []);
  return [
    ...(run.userId ? [run.userId] : []),
    ...examples.flatMap(({ messages, duty }) => [
      ...messages.map(({ recipientId }) => recipientId),
      ...duty.flatMap(({ userIds }) => userIds),
    ]),
  ];
}

/** People whom only changes make have the names that these give them. */
function nameIn(
  users: Awaited<ReturnType<typeof usersById>>,
  run?: Pick<ProofRun, 'newIds'>,
): (userId: string) => string {
  const made = new Map(run?.newIds.map(({ id, person }) => [id, person]));
  return (userId) => {
    const user = users.get(userId);
    return user?.displayName ?? user?.email ?? made.get(userId) ?? '';
  };
}
