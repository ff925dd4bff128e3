import type { components } from '../../contract/index.ts';
import { invalidField } from '../../kernel/index.ts';
import type {
  Cause,
  DifferenceSide,
  ReplayRequest,
  SeenDifference,
  SeenRun,
  TracedLine,
} from '../../replays/index.ts';
import { answered, say } from '../../sentences/index.ts';
import type { Answer } from './handlers.ts';
import { kindsView, noiseView } from './noise-view.ts';

type Schemas = components['schemas'];
type View = Answer<'getReplay'>;
type Summary = Answer<'listReplays'>['replays'][number];
type DifferenceView = Answer<'listReplayDifferences'>['items'][number];

/** As many as the document lets an answer have. */
const peopleMax = 50;

/** The request, with changes that have been read. */
export function replayRequest(
  body: Schemas['ReplayInput'],
  changes: ReplayRequest['changes'],
): ReplayRequest {
  const { people, asItWas = false } = body;
  return {
    ...{ ...timeOf(body), changes, asItWas },
    people: people === 'Nobody' ? 'nobody' : 'asTheyDid',
  };
}

interface AskedTime {
  from?: string | null;
  days?: number | null;
  until?: string | null;
  integrationIds?: string[] | null;
}

const daysWithoutBegin = 30;

export function timeOf({
  from = null,
  days = null,
  until = null,
  integrationIds = null,
}: AskedTime) {
  if (from !== null && days !== null) throw invalidField('days', say('replayFromOrDays'));
  return {
    from: from === null ? (days ?? daysWithoutBegin) : new Date(from),
    until: until === null ? null : new Date(until),
    integrationIds: integrationIds?.map((id) => id.toLowerCase()) ?? null,
  };
}

export function replayView(run: SeenRun): View {
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

export function summaryOf(run: SeenRun): Summary {
  const { id, state, reason, createdAt, from, until, reachedAt, people } = run;
  const { isCut, changes, payloads, alerts, compared, couldNotDiffer } = run;
  const { different, openBefore, hidden, changed, ahead, isBehindOthers } = run;
  return {
    ...{ id, state, ahead, isBehindOthers, isCut, changes, payloads, alerts },
    ...{ compared, couldNotDiffer, different, openBefore, hidden },
    ...answered('reason', reason),
    createdAt: createdAt.toISOString(),
    from: from.toISOString(),
    until: until.toISOString(),
    reachedAt: reachedAt.toISOString(),
    progress: progressOf(run),
    people: people === 'nobody' ? 'Nobody' : 'AsTheyDid',
    asItWas: run.asItWas === true,
    changed: changed.map(({ id: entityId, ...one }) => ({ ...one, entityId })),
    kinds: kindsView(run.kinds),
    isNoiseReport: run.noise !== null,
  };
}

/** In a noise report, trying its what-ifs counts as half of the work. */
function progressOf({ from, until, reachedAt, noise, state }: SeenRun): number {
  const gone = (reachedAt.getTime() - from.getTime()) / (until.getTime() - from.getTime());
  const part = Math.min(1, Math.max(0, gone));
  if (!noise || state === 'Done') return part;
  const { tried, toTry } = noise;
  return part / 2 + (toTry ? tried / toTry / 2 : 0);
}

function causeView(cause: Cause): NonNullable<DifferenceView['cause']> {
  const { id: entityId, present, changed, ...same } = cause;
  return {
    ...same,
    entityId,
    ...answered('present', present),
    ...answered('changed', changed),
  };
}

export function differenceView(difference: SeenDifference): DifferenceView {
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
