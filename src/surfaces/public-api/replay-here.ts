import { setTimeout as pause } from 'node:timers/promises';
import type { components } from '../../contract/index.ts';
import type { ApiDocument } from '../../http/index.ts';
import type { Ctx } from '../../kernel/index.ts';
import { getRun, listDifferences, type Replays } from '../../replays/index.ts';
import { isGoing } from '../../runs/index.ts';
import { askedBody, operationOf } from './asked-body.ts';
import { readChangeSet } from './change-set.ts';
import { differenceView, replayRequest, replayView, timeOf } from './replay-view.ts';
import type { Traits } from './traits.ts';

type Schemas = components['schemas'];

/** A call of one operation or the other, for a replay on this machine. */
export type AskedReplay =
  | { operationId: 'createReplay'; body: Schemas['ReplayInput'] }
  | { operationId: 'createNoiseReport'; body: Schemas['NoiseReportInput'] };

export interface ReplayedHere {
  /** As `getReplay` answers it. */
  replay: Schemas['Replay'];
  /** The examples of its groups, which nobody can ask for afterwards. */
  examples: Schemas['ReplayDifference'][];
}

/**
 * Does without a server what `createReplay` and `createNoiseReport` do, by the same document and the same checks, until
 * it is over. Throws as these operations do.
 */
export async function replayHere(
  ctx: Ctx,
  replays: Replays,
  publicApi: ApiDocument<Traits>,
  { operationId, body }: AskedReplay,
): Promise<ReplayedHere> {
  const asked = askedBody<typeof body>(publicApi, operationOf(publicApi, operationId), body);
  const changes = 'changes' in asked ? (asked.changes ?? []) : [];
  const read = await readChangeSet({ modules: ctx.modules, publicApi }, changes);
  const begun =
    operationId === 'createReplay'
      ? await replays.create(ctx, replayRequest(asked, read))
      : await replays.createNoiseReport(ctx, timeOf(asked));
  let run = begun;
  while (isGoing(run.state)) {
    await pause(50);
    run = await getRun(ctx, run.id);
  }
  const ids = run.groups.flatMap(({ exampleIds }) => exampleIds);
  const page = { kind: undefined, ids, cursor: undefined, limit: Math.max(1, ids.length) };
  const { differences } = await listDifferences(ctx, run.id, page);
  return { replay: replayView(run), examples: differences.map(differenceView) };
}
