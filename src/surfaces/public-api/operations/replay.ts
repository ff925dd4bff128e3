import { cancelRun, getRun, listDifferences, listRuns } from '../../../replays/index.ts';
import { readChangeSet, readerOf } from '../change-set.ts';
import { type Answer, type Handlers, ok } from '../handlers.ts';
import { differenceView, replayRequest, replayView, summaryOf, timeOf } from '../replay-view.ts';

type View = Answer<'getReplay'>;

export const replayOperations = {
  createReplay: async (caller, { body }) => {
    const changes = await readChangeSet(readerOf(caller), body.changes ?? []);
    const run = await caller.dependencies.replays.create(caller, replayRequest(body, changes));
    return ok<View>(replayView(run));
  },
  createNoiseReport: async (caller, { body }) =>
    ok<View>(replayView(await caller.dependencies.replays.createNoiseReport(caller, timeOf(body)))),
  getReplay: async (caller, { params }) => ok<View>(replayView(await getRun(caller, params.id))),
  listReplays: async (caller, { query }) => {
    const { IdLessThan: idLessThan, Limit: limit = 20 } = query;
    const { runs, hasMore } = await listRuns(caller, { idLessThan, limit });
    return ok({ replays: runs.map(summaryOf), hasMore });
  },
  cancelReplay: async (caller, { params }) =>
    ok<View>(replayView(await cancelRun(caller, params.id))),
  listReplayDifferences: async (caller, { params, query }) => {
    const { Kind: kind, Ids: ids, Cursor: cursor, Limit: limit = 20 } = query;
    const page = await listDifferences(caller, params.id, { kind, ids, cursor, limit });
    const { differences, nextCursor } = page;
    return ok({ items: differences.map(differenceView), hasMore: nextCursor !== null, nextCursor });
  },
} satisfies Handlers;
