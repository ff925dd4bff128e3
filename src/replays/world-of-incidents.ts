import {
  type Decision,
  decide,
  type OrganizationFacts,
  openIncidentsMax,
  type Scene,
  WaitingList,
} from '../alerting/index.ts';
import {
  applyOperations,
  holdsOthers,
  type IncidentDocument,
  RememberedIncidents,
  severities,
} from '../incidents/index.ts';
import { decidePayload, previousOf } from '../ingest/index.ts';
import { AppError } from '../kernel/index.ts';
import type { PreviousIncident } from '../mapping/index.ts';
import type { DeliveryDocument } from '../notifications/index.ts';
import { routingsFor } from '../routing/index.ts';
import type { Sentence } from '../sentences/index.ts';
import { type Stage, sceneOn, wakingOf } from '../stage/index.ts';
import { type Actor, never, newActor, type ReplayedIncident, replayedOf } from './actor.ts';
import { DueQueue } from './due-queue.ts';
import type { Interaction, OpenedIncident, ReadPayload } from './input.ts';
import { Outbox } from './outbox.ts';
import { noting, type Touched } from './touched.ts';
import {
  lineOfIntake,
  lineOfIntegration,
  lineOfMapping,
  lineOfMessage,
  lineOfRule,
  lineOfStep,
  type TracedLine,
} from './traced-line.ts';
import { type PastTurns, Turns } from './turns.ts';

/** The result of an alert in one world. */
export interface Fate {
  key: string;
  incidentId: string | null;
  outcome: string;
  /** Why it came to no incident; null where it came to one. */
  line: TracedLine | null;
}

export interface WorldOptions {
  stage: Stage;
  touched: Touched;
  /** Contacts that got a message which could be another one in the other world; the same for both. */
  doubtful: Set<string>;
  /** Whether incidents of an integration are compared, so that it is kept what decides about them. */
  isCompared(integrationId: string | null): boolean;
  turns: PastTurns;
  ended(incident: ReplayedIncident): void;
}

/** One that comes to no rest is not looked at more often. */
const looksMax = 5000;

/**
 * All incidents of an organization as they would have been with one configuration, on virtual time: opened and changed
 * by payloads and people, looked at when they are due, told of by nobody's channel. Every decision is that of the
 * server. Nothing is stored, and an incident that has ended is given away.
 */
export class WorldOfIncidents {
  readonly #options: WorldOptions;
  readonly #incidents = new RememberedIncidents();
  readonly #actors = new Map<string, Actor>();
  readonly #byKey = new Map<string, Set<Actor>>();
  /** By the incidents that their alerts came to when they were received; the latest of several. */
  readonly #byRealId = new Map<string, Actor>();
  readonly #queue = new DueQueue<Actor>();
  readonly #outbox: Outbox;
  readonly #waits: OrganizationFacts['waits'];
  readonly #list: WaitingList | null;
  /** By the incident that they wait for. */
  readonly #heldBy = new Map<string, Set<Actor>>();
  /** The lines of waiting messages, by delivery. */
  readonly #waitingLines = new Map<string, TracedLine>();
  readonly #turns: Turns;
  #now = Number.NEGATIVE_INFINITY;

  constructor(options: WorldOptions) {
    this.#options = options;
    const { stage } = options;
    this.#turns = new Turns(options.turns);
    this.#waits = stage.facts.organizations.get(stage.organizationId)?.waits ?? null;
    this.#list = this.#waits ? new WaitingList() : null;
    this.#outbox = new Outbox({
      incidentOf: (id) => this.#actors.get(id)?.incident,
      sent: (delivery, at) => this.#noteSent(delivery, at),
      dropped: (delivery) => {
        const line = this.#waitingLines.get(delivery._id);
        if (line) line.isDropped = true;
        this.#noteLeft(delivery);
      },
      together: (contact, due) => this.#noteTogether(contact, due),
    });
  }

  /** How many incidents it holds. */
  get size(): number {
    return this.#actors.size;
  }

  /** Whether an incident that goes on holds the alert. */
  isHeld(key: string): boolean {
    return (this.#byKey.get(key)?.size ?? 0) > 0;
  }

  /** An incident that was open when the time begins: it takes its payloads, and nobody is told of it. */
  begin(incident: IncidentDocument): void {
    const actor = newActor(incident, { wasOpen: true, realIds: [incident._id] });
    this.#byRealId.set(incident._id, actor);
    this.#actors.set(incident._id, actor);
    this.#incidents.put(incident);
  }

  /** Everything that is due by then happens. */
  advance(until: number): void {
    for (;;) {
      const due = Math.min(this.#queue.nextAt, this.#outbox.nextAt);
      if (due > until || due === never) break;
      this.#step(Math.max(due, this.#now));
    }
    this.#now = Math.max(this.#now, until);
  }

  /** Applies intake to a payload. */
  receive(payload: ReadPayload): Fate[] {
    const { stage, touched } = this.#options;
    const intake = stage.intake(payload.integrationId);
    const isDoubtful = touched.everything || touched.integrations.has(payload.integrationId);
    return payload.evaluations.map((evaluation, index): Fate => {
      const key = payload.keys[index] ?? payload.id;
      const mapped = payload.isReadTwice
        ? lineOfMapping(
            payload.integrationId,
            evaluation,
            payload.at,
            payload.sameAttributes?.[index],
          )
        : null;
      if (!intake)
        return { key, incidentId: null, outcome: 'Discarded', line: endLine(payload, null, null) };
      const { outcome, reason, decisions, alerts } = decidePayload(
        intake,
        payload.at,
        [evaluation],
        stage.silences,
        payload.id,
      );
      const taken = lineOfIntake(payload.integrationId, decisions, payload.at);
      const [input] = alerts;
      if (!input)
        return { key, incidentId: null, outcome, line: endLine(payload, taken ?? mapped, reason) };
      const isShadow = stage.inShadow.holds([intake.teamId], payload.at);
      const { result, changed } = this.#incidents.apply({
        alert: { ...input.alert, incidentId: `${payload.id}-${index}` },
        circumstances: { ...input.circumstances, ...(isShadow && { isShadow }) },
      });
      for (const incident of changed) {
        const actor = this.#changed(incident);
        if (incident._id !== result.incident?._id) continue;
        const lines = [mapped, taken].filter((line) => line !== null);
        this.#take(actor, key, payload.incidentIds[index] ?? payload.incidentIds[0] ?? null);
        actor.lines.push(...lines);
        actor.couldDiffer ||= isDoubtful;
      }
      const { incident } = result;
      return {
        key,
        incidentId: incident?._id ?? null,
        outcome: result.outcome,
        line: incident ? null : endLine(payload, taken ?? mapped, result.reason),
      };
    });
  }

  /** An incident that somebody opened by hand, or by a call. */
  open({ incident, at }: OpenedIncident): void {
    const { inShadow } = this.#options.stage;
    const isShadow = inShadow.holds(incident.teamIds, at);
    const opened = { ...incident, ...(isShadow && { isShadow }) };
    const actor = this.#changed({ ...opened, alerting: { nextAt: at } });
    this.#take(actor, incident._id, incident._id);
    const { everything, integrations } = this.#options.touched;
    actor.couldDiffer ||= everything || integrations.has(incident.integrationId ?? '');
  }

  /** Applies the action of a person, if they would have known of the incident and the action is possible. */
  act({ incidentId, at, operations, by, needsTelling }: Interaction): void {
    const actor = this.#byRealId.get(incidentId);
    if (!actor || actor.isGone || (needsTelling && actor.sent.length === 0)) return;
    try {
      const next = applyOperations(actor.incident, operations, by, at);
      this.#changed({ ...next, alerting: { ...next.alerting, nextAt: at } });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  /** The incident that a payload of the integration would update, for mappings that look at it. */
  previous(
    integrationId: string,
    { correlationId, groupingKey }: { correlationId: string | null; groupingKey: string | null },
  ): PreviousIncident | null {
    if (correlationId === null) return null;
    const held = this.#incidents.holding({ integrationId, correlationId, groupingKey });
    return held && previousOf(held, correlationId);
  }

  /** The time is over: all that goes on ends as it stands. */
  finish(): void {
    for (const line of this.#waitingLines.values()) line.isDropped = true;
    for (const actor of [...this.#actors.values()]) this.#end(actor);
  }

  /** The incident is another one now, and is to be looked at when it says. */
  #changed(incident: IncidentDocument): Actor {
    const actor = this.#actors.get(incident._id) ?? newActor(incident);
    this.#actors.set(incident._id, actor);
    this.#set(actor, incident);
    // Nobody is told of what was open before.
    actor.lookAt = actor.wasOpen ? never : (incident.alerting?.nextAt?.getTime() ?? never);
    this.#schedule(actor);
    return actor;
  }

  #set(actor: Actor, incident: IncidentDocument): void {
    const before = actor.incident.hold?.because?.incidentId;
    const after = incident.hold?.because?.incidentId;
    actor.incident = incident;
    this.#incidents.put(incident);
    if (!this.#list) return;
    this.#list.put(incident, this.#waits?.marksOf(incident) ?? []);
    if (before !== undefined && before !== after) this.#heldBy.get(before)?.delete(actor);
    if (after !== undefined)
      this.#heldBy.set(after, (this.#heldBy.get(after) ?? new Set()).add(actor));
  }

  #take(actor: Actor, key: string, realId: string | null): void {
    if (actor.keys.at(-1) !== key) actor.keys.push(key);
    if (realId !== null && actor.realIds.length < realIdsMax && !actor.realIds.includes(realId))
      actor.realIds.push(realId);
    if (realId !== null && actor.realIds.includes(realId)) this.#byRealId.set(realId, actor);
    this.#byKey.set(key, (this.#byKey.get(key) ?? new Set()).add(actor));
  }

  #schedule(actor: Actor): void {
    const waking = actor.isGone ? null : wakingOf(this.#options.stage, actor.incident, this.#now);
    const next = Math.min(actor.lookAt, waking?.at ?? never, overAt(actor));
    actor.nextAt = next;
    if (next !== never) this.#queue.push(next, actor);
  }

  #step(due: number): void {
    this.#now = due;
    const looking: Actor[] = [];
    for (const { at, item: actor } of this.#queue.takeUntil(due)) {
      if (actor.nextAt !== at || this.#actors.get(actor.incident._id) !== actor) continue;
      actor.nextAt = never;
      if (overAt(actor) <= due) {
        this.#end(actor);
        continue;
      }
      const waking = wakingOf(this.#options.stage, actor.incident, due);
      if (waking && waking.at <= due) {
        this.#set(actor, waking.change(actor.incident, new Date(due)));
        if (!actor.wasOpen) actor.lookAt = Math.min(actor.lookAt, due);
      }
      if (actor.lookAt <= due) looking.push(actor);
      else this.#schedule(actor);
    }
    looking.sort((one, other) => rankOf(other) - rankOf(one) || one.lookAt - other.lookAt);
    for (const actor of looking) this.#look(actor, new Date(due));
    this.#outbox.deliver(due);
  }

  #look(actor: Actor, now: Date): void {
    actor.looks += 1;
    const before = actor.incident;
    const decision = this.#decide(actor, now);
    const { after, state, isToBeDeleted } = decision;
    const { routings } = this.#options.touched;
    actor.couldDiffer ||= [before, after].some((one) => routingsFor(one, routings).length > 0);
    const incident = { ...after, alerting: state };
    this.#note(actor, decision, now);
    this.#set(actor, incident);
    const isNews = before.eventsTotalCount > (before.alerting?.announced ?? 0);
    if (this.#list && (isToBeDeleted || (isNews && !holdsOthers(before))))
      for (const held of this.#heldBy.get(before._id) ?? []) this.#lookAgain(held, now);
    for (const delivery of decision.deliveries) this.#send(actor, delivery);
    if (isToBeDeleted) {
      actor.isGone = true;
      this.#incidents.forget(incident._id);
      this.#list?.remove(incident._id);
    }
    const isDone = isToBeDeleted || actor.looks >= looksMax;
    // Somebody may be put on call sooner than is known now.
    const { stage } = this.#options;
    const isAwaiting = state.plans.some(({ awaitsDuty }) => awaitsDuty);
    const changesAt = isAwaiting ? stage.factsChangeAfter(now.getTime()) : never;
    actor.lookAt = isDone ? never : Math.min(state.nextAt?.getTime() ?? never, changesAt);
    this.#schedule(actor);
  }

  #lookAgain(held: Actor, now: Date): void {
    held.lookAt = Math.min(held.lookAt, now.getTime());
    this.#schedule(held);
  }

  #decide(actor: Actor, now: Date): Decision {
    const turns = new Map<string, number>();
    for (;;) {
      const decision = decide(actor.incident, this.#sceneOf(actor, now, turns));
      if (decision.missingTurns.size === 0) return decision;
      for (const key of decision.missingTurns) {
        turns.set(key, this.#turns.take(key, actor.realIds));
      }
      const kept = { ...actor.incident.alerting?.turns, ...Object.fromEntries(turns) };
      actor.incident = { ...actor.incident, alerting: { ...actor.incident.alerting, turns: kept } };
    }
  }

  #sceneOf(actor: Actor, now: Date, turns: ReadonlyMap<string, number>): Scene {
    const { stage, touched } = this.#options;
    const asked = {
      reached: (_id: string, step: string) => [...(actor.reached.get(step) ?? [])],
      turn: (key: string) => turns.get(key),
    };
    const list = this.#actors.size > openIncidentsMax ? null : this.#list;
    const scene = list ? sceneOn(stage, now, asked, list) : sceneOn(stage, now, asked);
    return noting(scene, touched, () => {
      actor.couldDiffer = true;
    });
  }

  #note(actor: Actor, { executions, steps, deliveries }: Decision, now: Date): void {
    if (!this.#options.isCompared(actor.incident.integrationId)) return;
    const rules = executions.map((one) => lineOfRule(one, now));
    actor.lines.push(...rules, ...steps.map(lineOfStep));
    for (const one of deliveries) {
      if (one.isUpdate || actor.known.has(one._id)) continue;
      const line = lineOfMessage(one);
      actor.lines.push(line);
      if (one.state === 'queued' && one.nextAt) this.#waitingLines.set(one._id, line);
    }
  }

  #send(actor: Actor, delivery: DeliveryDocument): void {
    const { _id: id, isUpdate, nextAt, state } = delivery;
    if (isUpdate || actor.known.has(id)) return;
    actor.known.add(id);
    if (state !== 'queued' || !nextAt) return;
    actor.waiting += 1;
    this.#outbox.add(delivery, nextAt);
  }

  #noteSent(delivery: DeliveryDocument, at: number): void {
    const { step, ownerId, lane, isAlert } = delivery;
    const actor = this.#noteLeft(delivery);
    if (!actor) return;
    actor.sent.push({ ownerId, lane, at, isAlert });
    actor.reached.set(step, (actor.reached.get(step) ?? new Set()).add(ownerId));
  }

  #noteLeft({ _id: id, incidentId }: DeliveryDocument): Actor | undefined {
    this.#waitingLines.delete(id);
    const actor = this.#actors.get(incidentId ?? '');
    if (!actor) return undefined;
    actor.waiting -= 1;
    if (actor.waiting === 0) this.#schedule(actor);
    return actor;
  }

  /** If one message to a contact may differ, those sent together with it or shortly after it may differ, too. */
  #noteTogether(contact: string, due: readonly DeliveryDocument[]): void {
    const { doubtful } = this.#options;
    const actors = due.flatMap(({ incidentId }) => this.#actors.get(incidentId ?? '') ?? []);
    if (actors.some(({ couldDiffer }) => couldDiffer)) doubtful.add(contact);
    if (doubtful.has(contact)) for (const actor of actors) actor.couldDiffer = true;
  }

  #end(actor: Actor): void {
    const id = actor.incident._id;
    this.#actors.delete(id);
    this.#incidents.forget(id);
    this.#list?.remove(id);
    for (const key of actor.keys) {
      const holders = this.#byKey.get(key);
      holders?.delete(actor);
      if (holders?.size === 0) this.#byKey.delete(key);
    }
    for (const realId of actor.realIds)
      if (this.#byRealId.get(realId) === actor) this.#byRealId.delete(realId);
    const because = actor.incident.hold?.because?.incidentId;
    if (because !== undefined) this.#heldBy.get(because)?.delete(actor);
    this.#heldBy.delete(id);
    this.#options.ended(replayedOf(actor));
  }
}

/** Enough to find it again. */
const realIdsMax = 50;

/** When nothing can happen to it any more: no message waits, and no payload finds it. */
function overAt({ incident, isGone, lookAt, waiting }: Actor): number {
  if (waiting > 0) return never;
  if (isGone) return Number.NEGATIVE_INFINITY;
  if (incident.status !== 'Resolved' || lookAt !== never) return never;
  const { endedUntil, reopenUntil, lastUpdatedAt } = incident;
  return Math.max(...[endedUntil, reopenUntil, lastUpdatedAt].map((at) => at?.getTime() ?? 0));
}

function rankOf({ incident }: Actor): number {
  return severities.indexOf(incident.severity);
}

/** Why an alert came to no incident. */
function endLine(
  { integrationId, at }: ReadPayload,
  known: TracedLine | null,
  text: Sentence | null,
): TracedLine {
  return { ...(known ?? lineOfIntegration(integrationId, at)), text };
}
