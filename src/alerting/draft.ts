import {
  type AlertingState,
  alertingOf,
  asksForAction,
  type IncidentDocument,
  type IncidentEvent,
  withEvent,
} from '../incidents/index.ts';
import { repeatableId } from '../kernel/index.ts';
import { type DeliveryDocument, isToolLane } from '../notifications/index.ts';
import type { RuleExecution } from '../routing/index.ts';
import type { Sentence } from '../sentences/index.ts';
import { notOfTheFuture } from './team-plan.ts';

/** A policy that wants the incident resolved. */
export interface Ending {
  key: string;
  at: Date;
  policy: { id: string; displayName: string };
  message: Sentence;
}

/** The result of a tier or of a step of a policy. It decides nothing: previews show it. */
export interface TakenStep {
  /** Since when it was due. */
  at: Date;
  teamId: string;
  /** Null: a tier of the team. */
  policyId: string | null;
  /** From 1. */
  tier: number;
  loop: number;
  repeat: number;
  /** `done`: it names nobody, and does something else. */
  outcome: 'told' | 'nobody' | 'done' | 'skipped';
  /** Why nobody is told. */
  why: Sentence | null;
  userIds: readonly string[];
}

/** An incident while it is decided what follows from it: what changes, and who is told. */
export class Draft {
  readonly before: IncidentDocument;
  incident: IncidentDocument;
  readonly state: AlertingState;
  readonly deliveries: DeliveryDocument[] = [];
  /** The results of rules, for their log. */
  readonly executions: RuleExecution[] = [];
  /** Round robins whose turn has to be taken before it can be decided. */
  readonly missingTurns = new Set<string>();
  readonly steps: TakenStep[] = [];
  /** The policies by which it is to be resolved, and since when. */
  readonly endings: Ending[] = [];
  /** Its rules compare more text than they may: some were left out. */
  comparesTooMuch = false;
  readonly now: Date;
  /** Since when that was due which this decision adds to the history, by the event's id. */
  readonly #dueSince = new Map<string, Date>();
  /** First alerts of plans. */
  readonly #beginnings = new Map<string, DeliveryDocument>();
  /** When something else becomes due. */
  #nextAt = Number.POSITIVE_INFINITY;

  constructor(before: IncidentDocument, now: Date) {
    this.before = before;
    this.incident = before;
    this.now = now;
    const { nextAt: _, ...state } = alertingOf(before);
    this.state = {
      ...state,
      revision: state.revision + 1,
      plans: state.plans.map((plan) => notOfTheFuture(plan, now)),
      policies: [...state.policies],
      fired: [...state.fired],
      delayed: [...state.delayed],
      limits: [...state.limits],
      told: [...state.told],
      forwardedTo: [...state.forwardedTo],
      turns: { ...state.turns },
      unreached: [...state.unreached],
      failing: [...state.failing],
    };
  }

  /** The events behind the first `known`; those that were folded away are old news. */
  eventsSince(known: number): IncidentEvent[] {
    const { events, eventsTotalCount } = this.incident;
    const fresh = Math.min(eventsTotalCount - known, events.length);
    return fresh > 0 ? events.slice(-fresh) : [];
  }

  /**
   * Adds messages of a step; those that another team's step has as well count for both. A person with whom the plans of
   * several teams begin at one instant is told once, whichever their tiers are.
   */
  addAlerts(deliveries: readonly DeliveryDocument[], beginsPlan: boolean): void {
    for (const delivery of deliveries) {
      const { lane, deviceId = '', state } = delivery;
      const key = `${momentOf(delivery)} ${lane} ${deviceId} ${state}`;
      const known =
        this.deliveries.find(({ _id }) => _id === delivery._id) ??
        (beginsPlan ? this.#beginnings.get(key) : undefined);
      if (known) {
        known.alsoForSteps = [...(known.alsoForSteps ?? []), delivery.step];
        continue;
      }
      this.deliveries.push(delivery);
      if (beginsPlan) this.#beginnings.set(key, delivery);
    }
  }

  /**
   * The messages that were decided. News is left out where the same event alerts the same person. The answer depends on
   * one instant only: deciding again gives the same, whatever else has become due.
   */
  messages(): DeliveryDocument[] {
    const alerted = new Set(
      this.deliveries.flatMap((delivery) =>
        delivery.isAlert && delivery.state === 'queued' ? momentOf(delivery) : [],
      ),
    );
    return this.deliveries.filter(
      (delivery) =>
        delivery.isAlert ||
        delivery.isUpdate ||
        isToolLane(delivery.lane) ||
        !asksForAction(delivery.intent) ||
        !alerted.has(momentOf(delivery)),
    );
  }

  /**
   * Adds a line to the history. `key` and the instant since when it was due make its id the same when it is decided
   * again.
   */
  addEvent(
    key: string,
    since: Date,
    event: Partial<IncidentEvent> & Pick<IncidentEvent, 'intent'>,
  ): void {
    const id = this.idOf(key, since);
    this.change(withEvent(this.incident, { id, at: this.now, ...event }));
  }

  /** For an event that this decision adds and that was due at `since`. */
  idOf(key: string, since: Date): string {
    const id = repeatableId(since.getTime(), this.before._id, key);
    this.#dueSince.set(id, since);
    return id;
  }

  /** Since when people are to be told of an event: the same instant, whenever it is decided. */
  sinceOf({ id, at }: IncidentEvent): Date {
    return this.#dueSince.get(id) ?? at;
  }

  /** The incident is another one from now on; its version is raised once however often this is called. */
  change(incident: IncidentDocument): void {
    this.incident = {
      ...incident,
      version: this.before.version + 1,
      lastUpdatedAt: this.now,
    };
  }

  dueAt(instant: number): void {
    this.#nextAt = Math.min(this.#nextAt, instant);
  }

  /** The state to be written. */
  finish(): AlertingState {
    const { nextAt } = { nextAt: this.#nextAt };
    return Number.isFinite(nextAt) ? { ...this.state, nextAt: new Date(nextAt) } : this.state;
  }
}

function momentOf({ ownerId, createdAt }: DeliveryDocument): string {
  return `${ownerId} ${createdAt.getTime()}`;
}
