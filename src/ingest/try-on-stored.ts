import { rehearseAlerts } from '../incidents/index.ts';
import type { IntakeView } from '../integrations/index.ts';
import type { Ctx } from '../kernel/index.ts';
import type { AttributesMapping } from '../mapping/index.ts';
import type { Sentence } from '../sentences/index.ts';
import { decidePayload, summarise } from './decide-payload.ts';
import type { AlertEvaluation } from './evaluate.ts';
import type { Intake } from './intake.ts';
import type { Outcome, PayloadDocument } from './model.ts';
import { listWholePayloads } from './payloads.ts';
import { previousIncidentOf } from './previous-incident.ts';
import type { Trial, TriedAlert } from './reading.ts';
import { rawBodyOf } from './received.ts';

/** The result of a stored payload by one mapping. */
export interface TriedPayload {
  outcome: Outcome;
  reason: Sentence;
  alerts: number;
  first: TriedAlert | null;
}

export interface StoredTrial {
  payload: PayloadDocument;
  before: TriedPayload;
  after: TriedPayload;
  changedAttributes: string[];
}

/**
 * The latest payloads by the present mapping and by another one: what each would do if no incident had been open before
 * the oldest, and nobody had done anything to one since. Takes the right to edit the team of the integration.
 */
export async function tryOnStored(
  ctx: Ctx,
  { largeBodies }: Pick<Intake, 'largeBodies'>,
  view: IntakeView,
  other: { mapping: AttributesMapping; mappingKey: string },
  limit: number,
): Promise<{ trials: StoredTrial[]; stoppedBy: 'size' | 'time' | 'alerts' | null }> {
  const { integrationId, type, mapping, mappingKey, displayName, splitsAlerts } = view;
  const { payloads } = await listWholePayloads(ctx, integrationId, { idLessThan: null, limit });
  const isCut = payloads.length < limit && (await hasOlder(ctx, integrationId, payloads.at(-1)));
  const { trials, stoppedBy } = await largeBodies.tryPayloads(
    integrationId,
    {
      kind: 'trials',
      payloads: payloads.map((one) => ({
        raw: rawBodyOf(one),
        setAside: one.setAside ? one.reason : null,
      })),
      type,
      before: { mapping, mappingKey },
      // A program cannot travel.
      after: { mapping: other.mapping, mappingKey: other.mappingKey },
      displayName,
      splitsAlerts,
    },
    previousIncidentOf(ctx)(view),
  );
  const tried = payloads.slice(0, trials.length);
  const before = rehearse(view, tried, trials, 'before');
  const after = rehearse(view, tried, trials, 'after');
  return {
    trials: tried.flatMap((payload, at) => {
      const [old, young] = [before[at], after[at]];
      const changedAttributes = trials[at]?.changedAttributes ?? [];
      return old && young ? [{ payload, before: old, after: young, changedAttributes }] : [];
    }),
    stoppedBy: stoppedBy ?? (isCut ? 'size' : null),
  };
}

async function hasOlder(ctx: Ctx, integrationId: string, last: PayloadDocument | undefined) {
  if (!last) return false;
  const page = { idLessThan: last._id.toHexString(), limit: 1 };
  return (await listWholePayloads(ctx, integrationId, page)).payloads.length > 0;
}

/** In the order of arrival, without what holds at the integration now: it is about the mapping. */
function rehearse(
  view: IntakeView,
  payloads: readonly PayloadDocument[],
  trials: readonly Trial[],
  which: 'before' | 'after',
): TriedPayload[] {
  const plain = {
    ...view,
    isMuted: false,
    isInMaintenance: false,
    windows: [],
    snoozeSettings: null,
  };
  const decided = payloads.map((payload, at) => {
    const alerts = trials[at]?.[which] ?? [];
    const evaluations: AlertEvaluation[] = alerts.map((one) => ({
      ...one,
      attributes: [],
      trace: [],
    }));
    return { alerts, decision: decidePayload(plain, payload.createdAt, evaluations, []) };
  });
  const oldestFirst = decided.toReversed();
  const results = rehearseAlerts(oldestFirst.flatMap(({ decision }) => decision.alerts));
  let next = 0;
  return oldestFirst
    .map(({ alerts, decision }) => {
      const own = results.slice(next, next + decision.alerts.length);
      next += own.length;
      const told = own.map(({ outcome, reason, incident }) => ({
        outcome,
        reason,
        incidentId: incident?._id ?? null,
      }));
      const { outcome, reason } = summarise(decision, told);
      return { outcome, reason, alerts: alerts.length, first: alerts[0] ?? null };
    })
    .toReversed();
}
