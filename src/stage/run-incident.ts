import { type Decision, decide, type Scene, sceneOf, type TakenStep } from '../alerting/index.ts';
import {
  afterSilence,
  afterSnooze,
  alertingOf,
  type IncidentDocument,
  withEvent,
} from '../incidents/index.ts';
import { activeUntil } from '../silences/index.ts';
import { Courier, type CourierNews } from './courier.ts';
import { type Fault, outcomesUnder } from './faults.ts';
import type { Stage } from './open-stage.ts';
import { type Trace, tracedMessage } from './trace.ts';

export interface StageRun {
  stage: Stage;
  /** As it opens (`openIncident`), before anything was decided about it. */
  incident: IncidentDocument;
  /** When it opens. */
  at: Date;
  /** Nothing is looked at that is due later than this. */
  until: Date;
  faults?: readonly Fault[];
  /** Each look and each message is late by so much, counted from when it was due; default 0. */
  lateSeconds?: number;
  /** Turns of round robins by their keys, as `Scene.turn` asks for them; default: the first in each list. */
  turns?: ReadonlyMap<string, number>;
  /** The run is cut after so many looks; default 500. */
  looksMax?: number;
}

/**
 * One incident from its opening on, on virtual time, by the decisions that the server takes: rules, holds, plans of
 * teams, and what becomes of their messages. Nobody acknowledges, and no other incident is open. Pure and synchronous:
 * no store, no clock, no network; the same run gives the same trace. What is sent is taken to arrive.
 */
export function runIncident(run: StageRun): Trace {
  const { stage, at, until, lateSeconds = 0, looksMax = 500 } = run;
  const late = lateSeconds * 1000;
  const courier = new Courier({
    outcomeOf: outcomesUnder(run.faults ?? [], stage.sending),
    personOf: (userId) => {
      const person = stage.facts.people.get(userId);
      return person && { name: person.name, timeZoneId: person.timeZoneId ?? 'UTC' };
    },
    lateMilliseconds: late,
  });
  const steps: TakenStep[] = [];
  let incident = run.incident;
  let isGone = false;
  let looks = 0;
  let lookAt = at.getTime();
  for (let now = lookAt; ; ) {
    const wakeAt = isGone ? never : wakesAt(stage, incident, now);
    const due = Math.min(lookAt, wakeAt, courier.nextAt());
    if (due > until.getTime() || looks >= looksMax) break;
    now = Math.max(due + late, now);
    if (wakeAt + late <= now) {
      incident = awake(stage, incident, new Date(now));
      lookAt = Math.min(lookAt, wakeAt);
    }
    if (lookAt + late <= now) {
      looks += 1;
      const decision = decisionAt(run, incident, new Date(now), courier);
      courier.add(decision.deliveries);
      steps.push(...decision.steps);
      incident = { ...decision.after, alerting: decision.state };
      isGone = decision.isToBeDeleted;
      lookAt = isGone ? never : (decision.state.nextAt?.getTime() ?? never);
    }
    const news = courier.deliver(new Date(now), isGone ? null : incident);
    const noted = withNews(incident, news, new Date(now));
    if (noted !== incident) lookAt = Math.min(lookAt, now);
    incident = noted;
  }
  const known = new Set(run.incident.events.map(({ id }) => id));
  return {
    messages: Array.from(courier.deliveries, tracedMessage),
    steps,
    events: incident.events.filter(({ id }) => !known.has(id)),
    after: isGone ? null : incident,
    looks,
    isCut: looks >= looksMax,
  };
}

const never = Number.POSITIVE_INFINITY;

/** Everything that deciding about the incident needs at that instant, on a stage on which no other one is open. */
export function sceneOn(
  stage: Stage,
  now: Date,
  { reached, turn }: Pick<Scene, 'reached' | 'turn'>,
): Scene {
  const { organizationId, channels, inShadow, surroundings } = stage;
  return sceneOf(stage.facts, {
    now,
    channels,
    inShadow: new Map([[organizationId, inShadow]]),
    surroundings: () => surroundings,
    leaders: new Map(),
    open: new Map([[organizationId, nothingOpen]]),
    reached,
    turn,
  });
}

const nothingOpen = { findFor: () => () => null, has: () => false };

function decisionAt(
  { stage, turns }: StageRun,
  incident: IncidentDocument,
  now: Date,
  courier: Courier,
): Decision {
  const scene = sceneOn(stage, now, {
    reached: (_incidentId, step) => courier.reached(step),
    turn: (key) => turns?.get(key) ?? 0,
  });
  return decide(incident, scene);
}

/** When a snooze or a silence ends that keeps people from being told. */
function wakesAt(stage: Stage, { snoozed, silencedBy }: IncidentDocument, now: number): number {
  const awakeAt = snoozed?.until?.getTime() ?? never;
  if (!silencedBy) return awakeAt;
  const silence = stage.silences.find(({ id }) => id === silencedBy.id);
  const over = silence ? activeUntil(silence, new Date(now)) : null;
  return Math.min(awakeAt, over?.getTime() ?? now);
}

/** As the tasks of the server that end snoozes and silences leave it. */
function awake(stage: Stage, incident: IncidentDocument, now: Date): IncidentDocument {
  const { snoozed, silencedBy } = incident;
  const isOver = snoozed?.until && snoozed.until <= now;
  const heard = isOver ? afterSnooze(incident, now) : incident;
  if (!silencedBy) return heard;
  const silence = stage.silences.find(({ id }) => id === silencedBy.id);
  return silence && activeUntil(silence, now) !== null ? heard : afterSilence(heard, now);
}

/** As what became of messages is noted in the incident. */
function withNews(incident: IncidentDocument, news: CourierNews, now: Date): IncidentDocument {
  const { failing, unreached, remarks } = news;
  if (failing.length + unreached.length + remarks.length === 0) return incident;
  const state = alertingOf(incident);
  const known = new Set(state.failing.map(({ step }) => step));
  const noted: IncidentDocument = {
    ...incident,
    alerting: {
      ...state,
      failing: [
        ...state.failing,
        ...failing.flatMap(({ step, why }) => (known.has(step) ? [] : [{ step, at: now, why }])),
      ],
      unreached: [...new Set([...state.unreached, ...unreached])],
    },
  };
  return remarks.reduce((remarked, { id, message }) => {
    if (remarked.events.some((event) => event.id === id)) return remarked;
    const next = { ...remarked, version: remarked.version + 1, lastUpdatedAt: now };
    return withEvent(next, { id, intent: 'Commented', at: now, message, messageIsPublic: false });
  }, noted);
}
