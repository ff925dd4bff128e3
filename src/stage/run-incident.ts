import { type Asked, type OpenOthers, type Scene, sceneOf } from '../alerting/index.ts';
import { afterSilence, afterSnooze, type IncidentDocument } from '../incidents/index.ts';
import { personIn } from '../notifications/index.ts';
import { activeUntil } from '../silences/index.ts';
import { Courier } from './courier.ts';
import { type Fault, outcomesUnder } from './faults.ts';
import { type Happening, looksOf } from './looks.ts';
import type { Stage } from './open-stage.ts';
import { type Trace, type TracedRule, type TracedStep, tracedMessage } from './trace.ts';

export interface StageRun {
  stage: Stage;
  /** As it opens (`openIncident`), before anything was decided about it. */
  incident: IncidentDocument;
  /** When it opens. */
  at: Date;
  /** Nothing is looked at that is due later than this. */
  until: Date;
  faults?: readonly Fault[];
  /** By how many milliseconds what is due at an instant is looked at, or sent, too late; default 0. */
  lateOf?(due: number): number;
  /** Turns of round robins by their keys, as `Scene.turn` asks for them; default: the first in each list. */
  turns?: ReadonlyMap<string, number>;
  /** The run is cut after so many looks; default 500. */
  looksMax?: number;
}

/**
 * One incident from its opening on, on virtual time, by the decisions that the server takes: rules, holds, plans of
 * teams, and what becomes of their messages. Nobody acknowledges, and no other incident is open. Pure and synchronous:
 * no store, no clock, no network; the same run gives the same trace. Messages are taken to arrive.
 */
export function runIncident(run: StageRun): Trace {
  const { stage, incident: given, lateOf = () => 0, looksMax = 500 } = run;
  const courier = courierOf(run);
  const looks = looksOf({
    incident: given,
    sceneAt: (now, asked) => sceneOn(stage, now, asked),
    courier,
    turn: (key) => run.turns?.get(key) ?? 0,
    nextHappening: (incident, now) => wakingOf(stage, incident, now),
    nextLook: (incident) => incident.alerting?.nextAt?.getTime() ?? never,
    at: run.at.getTime(),
    until: run.until.getTime(),
    lateOf,
  });
  const steps: TracedStep[] = [];
  const fired = new Map<string, TracedRule>();
  const suppressionRuleIds = new Set<string>();
  let incident = given;
  let isGone = false;
  const lookedAt: number[] = [];
  for (;;) {
    const { value, done } = looks.next();
    ({ incident } = value);
    if (done) {
      ({ isGone } = value);
      break;
    }
    lookedAt.push(value.due);
    const { suppressionRule } = incident.hold ?? {};
    if (suppressionRule) suppressionRuleIds.add(suppressionRule.id);
    for (const step of value.decision.steps)
      steps.push({ ...step, displayName: nameOfPlan(stage, step) });
    for (const execution of value.decision.executions) {
      const { ownerId: routingId, routingRuleId } = execution;
      fired.set(`${routingId} ${routingRuleId}`, {
        routingId,
        place: placeOfRule(stage, routingId, routingRuleId),
        at: execution.createdAt,
        rule: execution.ruleDisplayName,
        routing: execution.routingDisplayName,
        effects: execution.effectSummary,
      });
    }
    if (lookedAt.length >= looksMax) break;
  }
  const known = new Set(given.events.map(({ id }) => id));
  return {
    messages: Array.from(courier.deliveries, tracedMessage),
    steps,
    fired: [...fired.values()],
    suppressionRuleIds: [...suppressionRuleIds],
    events: incident.events.filter(({ id }) => !known.has(id)),
    after: isGone ? null : incident,
    lookedAt,
    isCut: lookedAt.length >= looksMax,
  };
}

const never = Number.POSITIVE_INFINITY;

function nameOfPlan(
  { facts }: Stage,
  { policyId, teamId }: Pick<TracedStep, 'policyId' | 'teamId'>,
): string {
  return policyId === null
    ? (facts.teams.get(teamId)?.team.wire.displayName ?? '')
    : (facts.policies.policy(policyId)?.displayName ?? '');
}

function placeOfRule(
  { facts, organizationId }: Stage,
  routingId: string,
  ruleId: string | null,
): number | null {
  const all = facts.organizations.get(organizationId)?.routings ?? [];
  const rules = all.find(({ id }) => id === routingId)?.wire.rules ?? [];
  const place = rules.findIndex(({ id }) => id === ruleId);
  return place < 0 ? null : place;
}

function courierOf({ stage, faults = [] }: StageRun): Courier {
  return new Courier({
    outcomeOf: outcomesUnder(faults, stage.sending),
    personOf: (userId) => {
      const person = stage.facts.people.get(userId);
      const name = personIn(stage.facts.people, userId);
      return person && { name, timeZoneId: person.timeZoneId ?? 'UTC' };
    },
  });
}

/** Everything that deciding about an incident needs at an instant. Without `others` no other one is open. */
export function sceneOn(
  stage: Stage,
  now: Date,
  { reached, turn }: Asked,
  others: OpenOthers = nothingOpen,
): Scene {
  const { organizationId, channels, inShadow, surroundings } = stage;
  return sceneOf(stage.factsAt(now.getTime()), {
    now,
    channels,
    inShadow: new Map([[organizationId, inShadow]]),
    surroundings: () => surroundings,
    leaders: new Map(),
    open: new Map([[organizationId, others]]),
    reached,
    turn,
  });
}

const nothingOpen = { findFor: () => () => null, has: () => false };

/** The end of a snooze or of a silence that keeps people from being told, as the tasks of the server bring it about. */
export function wakingOf(
  { silences }: Stage,
  { snoozed, silencedBy }: IncidentDocument,
  now: number,
): Happening | null {
  const snoozedUntil = snoozed?.until?.getTime() ?? never;
  const silence = silencedBy && silences.find(({ id }) => id === silencedBy.id);
  const silentUntil = silence ? (activeUntil(silence, new Date(now))?.getTime() ?? now) : now;
  const silencedUntil = silencedBy ? silentUntil : never;
  if (snoozedUntil === never && silencedUntil === never) return null;
  return snoozedUntil <= silencedUntil
    ? { at: snoozedUntil, change: afterSnooze }
    : { at: silencedUntil, change: afterSilence };
}
