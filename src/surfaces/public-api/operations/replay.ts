import { invalidField } from '../../../kernel/index.ts';
import {
  cancelRun,
  type DifferenceSide,
  type Divergence,
  getRun,
  listDifferences,
  listRuns,
  type SeenDifference,
  type SeenRun,
  type TracedLine,
} from '../../../replays/index.ts';
import { answered, say } from '../../../sentences/index.ts';
import { readChangeSet, readerOf } from '../change-set.ts';
import { type Answer, type Handlers, ok } from '../handlers.ts';
import { kindsView, noiseView } from '../noise-view.ts';

type View = Answer<'getReplay'>;
type Summary = Answer<'listReplays'>['replays'][number];
type DifferenceView = Answer<'listReplayDifferences'>['items'][number];

/** As many as the document lets an answer have. */
const peopleMax = 50;

export const replayOperations = {
  createReplay: async (caller, { body }) => {
    const run = await caller.dependencies.replays.create(caller, {
      ...timeOf(body),
      changes: await readChangeSet(readerOf(caller), body.changes ?? []),
      people: body.people === 'Nobody' ? 'nobody' : 'asTheyDid',
    });
    return ok<View>(viewOf(run));
  },
  createNoiseReport: async (caller, { body }) =>
    ok<View>(viewOf(await caller.dependencies.replays.createNoiseReport(caller, timeOf(body)))),
  getReplay: async (caller, { params }) => ok<View>(viewOf(await getRun(caller, params.id))),
  listReplays: async (caller, { query }) => {
    const { IdLessThan: idLessThan, Limit: limit = 20 } = query;
    const { runs, hasMore } = await listRuns(caller, { idLessThan, limit });
    return ok({ replays: runs.map(summaryOf), hasMore });
  },
  cancelReplay: async (caller, { params }) => ok<View>(viewOf(await cancelRun(caller, params.id))),
  listReplayDifferences: async (caller, { params, query }) => {
    const { Kind: kind, Ids: ids, Cursor: cursor, Limit: limit = 20 } = query;
    const page = await listDifferences(caller, params.id, { kind, ids, cursor, limit });
    const { differences, nextCursor } = page;
    return ok({ items: differences.map(differenceView), hasMore: nextCursor !== null, nextCursor });
  },
} satisfies Handlers;

interface AskedTime {
  from?: string | null;
  days?: number | null;
  until?: string | null;
  integrationIds?: string[] | null;
}

const daysWithoutBegin = 30;

function timeOf({ from = null, days = null, until = null, integrationIds = null }: AskedTime) {
  if (from !== null && days !== null) throw invalidField('days', say('replayFromOrDays'));
  return {
    from: from === null ? (days ?? daysWithoutBegin) : new Date(from),
    until: until === null ? null : new Date(until),
    integrationIds,
  };
}

function viewOf(run: SeenRun): View {
  return {
    ...summaryOf(run),
    calibration: run.calibration,
    groups: run.groups.map(({ count, kinds, cause, exampleIds }) => ({
      ...{ count, exampleIds },
      kinds: kindsView(kinds),
      cause: cause && causeView(cause),
    })),
    noise: run.noise && noiseView(run.noise),
  };
}

function summaryOf(run: SeenRun): Summary {
  const { id, state, reason, createdAt, from, until, reachedAt, people } = run;
  const { isCut, changes, payloads, alerts, compared, couldNotDiffer } = run;
  const { different, openBefore, hidden, changed } = run;
  return {
    ...{ id, state, isCut, changes, payloads, alerts },
    ...{ compared, couldNotDiffer, different, openBefore, hidden },
    ...answered('reason', reason),
    createdAt: createdAt.toISOString(),
    from: from.toISOString(),
    until: until.toISOString(),
    reachedAt: reachedAt.toISOString(),
    progress: progressOf(run),
    people: people === 'nobody' ? 'Nobody' : 'AsTheyDid',
    changed: changed.map(({ id: entityId, ...one }) => ({ ...one, entityId })),
    kinds: kindsView(run.kinds),
    isNoiseReport: run.noise !== null,
  };
}

/** What a noise report tries is half of it. */
function progressOf({ from, until, reachedAt, noise, state }: SeenRun): number {
  const gone = (reachedAt.getTime() - from.getTime()) / (until.getTime() - from.getTime());
  const part = Math.min(1, Math.max(0, gone));
  if (!noise || state === 'Done') return part;
  const { tried, toTry } = noise;
  return part / 2 + (toTry ? tried / toTry / 2 : 0);
}

function causeView(cause: Divergence): NonNullable<DifferenceView['cause']> {
  const { step, change, entityType, id, part, displayName, present, changed } = cause;
  return {
    ...{ step, change, entityType, part, displayName },
    entityId: id,
    ...answered('present', present),
    ...answered('changed', changed),
  };
}

function differenceView(difference: SeenDifference): DifferenceView {
  const { id, kinds, at, integrationId, teamIds, incidentIds, divergence } = difference;
  return {
    ...{ id, kinds, teamIds, incidentIds },
    inboundIntegrationId: integrationId,
    at: new Date(at).toISOString(),
    cause: divergence && causeView(divergence),
    present: sideView(difference.present),
    changed: sideView(difference.changed),
  };
}

function sideView({
  incidents,
  severity,
  toldAt,
  people,
  lines,
}: DifferenceSide): DifferenceView['present'] {
  return {
    ...{ incidents, severity },
    toldAt: toldAt === null ? null : new Date(toldAt).toISOString(),
    userIds: people.slice(0, peopleMax),
    lines: lines?.map(lineView) ?? null,
  };
}

function lineView({ step, entityType, id, part, at, displayName, text, isDropped }: TracedLine) {
  return {
    ...{ step, entityType, part, displayName },
    entityId: id,
    at: new Date(at).toISOString(),
    ...answered('text', text),
    isDropped: isDropped === true,
  };
}
