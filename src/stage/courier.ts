import type { IncidentDocument } from '../incidents/index.ts';
import {
  broughtForwardRemark,
  bundlingOf,
  type ContactHistory,
  type DeliveryDocument,
  dropReason,
  isEnough,
  isToolLane,
  nextAttemptAt,
  noLongerQueued,
  remindedBy,
  whatFollows,
  whyOf,
} from '../notifications/index.ts';
import { inEnglish, type NamedPerson, type Sentence, say } from '../sentences/index.ts';
import type { AttemptOutcome } from './faults.ts';

/** News about messages that concern the incident. */
export interface CourierNews {
  /** Steps of which nobody is reached yet, while some are tried again. */
  failing: { step: string; why: Sentence }[];
  /** Steps of which nobody is reached any more. */
  unreached: string[];
  /** Lines of its history. */
  remarks: { id: string; message: Sentence }[];
}

interface CourierOptions {
  outcomeOf(lane: DeliveryDocument['lane'], ownerId: string): AttemptOutcome;
  /** Name and time zone of a person, for the history. */
  personOf(userId: string): { name: NamedPerson; timeZoneId: string } | undefined;
}

/**
 * Sends what is due, on virtual time and to nobody, by the same decisions as the senders of the server: what is void by
 * now, what is bundled, when it is tried again, and what a failure brings forward.
 */
export class Courier {
  readonly #options: CourierOptions;
  /** In the order in which they were thought of. */
  readonly #deliveries = new Map<string, DeliveryDocument>();
  readonly #histories = new Map<string, ContactHistory>();

  constructor(options: CourierOptions) {
    this.#options = options;
  }

  /**
   * Deliveries that are there already are the same ones, decided again. An update of a message that somebody has tells
   * them nothing new.
   */
  add(deliveries: readonly DeliveryDocument[]): void {
    for (const one of deliveries)
      if (!one.isUpdate && !this.#deliveries.has(one._id)) this.#deliveries.set(one._id, one);
  }

  get deliveries(): Iterable<DeliveryDocument> {
    return this.#deliveries.values();
  }

  /** When the next message is due; infinite where none waits. */
  nextAt(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { nextAt } of this.#deliveries.values())
      if (nextAt && nextAt.getTime() < next) next = nextAt.getTime();
    return next;
  }

  /** People to whom a message of the step went out. */
  reached(step: string): string[] {
    const own = [...this.#deliveries.values()].filter((one) => one.step === step && isSent(one));
    return [...new Set(own.map(({ ownerId }) => ownerId))];
  }

  /** Sends at `now` what was due by an instant; `incident` is as it is then, and null where it is gone. */
  deliver(dueBy: number, now: Date, incident: IncidentDocument | null): CourierNews {
    const news: CourierNews = { failing: [], unreached: [], remarks: [] };
    const due = [...this.#deliveries.values()]
      .filter(({ nextAt }) => nextAt !== undefined && nextAt.getTime() <= dueBy)
      .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || Number(a.nextAt) - Number(b.nextAt));
    for (const [contact, messages] of Map.groupBy(due, contactOf))
      this.#tell(contact, messages, now, incident, news);
    return news;
  }

  #tell(
    contact: string,
    messages: readonly DeliveryDocument[],
    now: Date,
    incident: IncidentDocument | null,
    news: CourierNews,
  ): void {
    const live = messages.filter((one) => {
      const reason = dropReason(one, incident ?? undefined);
      if (reason !== null)
        this.#put({ ...noLongerQueued(one), state: 'dropped', dropReason: reason });
      return reason === null;
    });
    const [first] = live;
    if (!first || !incident) return;
    if (isToolLane(first.lane)) {
      for (const one of live) this.#attempt([one], now, incident, news);
      return;
    }
    const history = this.#histories.get(contact) ?? { singles: [], lastBundleAt: null };
    this.#histories.set(contact, history);
    const due = live.map((delivery) => ({ delivery }));
    const { singles, bundle, later } = bundlingOf(due, history, now.getTime());
    for (const { delivery } of later?.messages ?? [])
      this.#put({ ...delivery, nextAt: later?.at ?? now });
    for (const { delivery } of singles) {
      history.singles.push(now.getTime());
      this.#attempt([delivery], now, incident, news);
    }
    if (bundle.length === 0) return;
    history.lastBundleAt = now.getTime();
    this.#attempt(
      bundle.map(({ delivery }) => delivery),
      now,
      incident,
      news,
    );
  }

  /** One message, which may tell what several records are about. */
  #attempt(
    all: readonly DeliveryDocument[],
    now: Date,
    incident: IncidentDocument,
    news: CourierNews,
  ): void {
    const [lead, ...others] = all;
    if (!lead) return;
    const outcome = this.#options.outcomeOf(lead.lane, lead.ownerId);
    const attempted = (delivery: DeliveryDocument): DeliveryDocument => ({
      ...delivery,
      attempts: [...delivery.attempts, { ...attempts[outcome], at: now, milliseconds: 0 }],
    });
    if (outcome === 'sent') {
      this.#put({ ...noLongerQueued(attempted(lead)), state: 'sent' });
      for (const one of others)
        this.#put({ ...noLongerQueued(attempted(one)), state: 'sent', bundledIn: lead._id });
      return;
    }
    const nextAt = outcome === 'retry' ? nextAttemptAt(lead, retry, now, worstShare) : null;
    const failed: DeliveryDocument[] = [];
    for (const one of all) {
      if (nextAt === null) {
        const end = { ...noLongerQueued(attempted(one)), state: 'failed' as const };
        failed.push(this.#put({ ...end, dropReason: reasons[outcome] }));
        continue;
      }
      const isNew = one.isAlert && !one.isFailing && isEnough(one, now, nextAt);
      const again = { ...attempted(one), nextAt, retriedSince: lead.dueAt };
      const put = this.#put(isNew ? { ...again, isFailing: true } : again);
      if (isNew) failed.push(put);
    }
    for (const one of failed) this.#follow(one, now, incident, news);
  }

  /** As the server follows up an alert that failed twice, or for good. */
  #follow(
    failed: DeliveryDocument,
    now: Date,
    incident: IncidentDocument,
    news: CourierNews,
  ): void {
    if (!failed.isAlert || dropReason(failed, incident) !== null) return;
    const steps = new Set([failed.step, ...(failed.alsoForSteps ?? [])]);
    const all = [...this.#deliveries.values()];
    const alerts = all.filter((one) =>
      [one.step, ...(one.alsoForSteps ?? [])].some((step) => steps.has(step)),
    );
    const { forward, failing, unreached } = whatFollows(failed, alerts, now);
    for (const one of forward) {
      if (dropReason(one, incident) !== null || one.broughtForward) continue;
      const brought = { by: failed._id, from: one.dueAt };
      this.#put({ ...one, nextAt: now, dueAt: now, broughtForward: brought });
    }
    const brought = [...this.#deliveries.values()].find(
      (one) => one.broughtForward?.by === failed._id && one.step === failed.step,
    );
    const person = this.#options.personOf(failed.ownerId);
    const remark = brought && person ? broughtForwardRemark(failed, brought, person) : null;
    if (remark) news.remarks.push(remark);
    for (const step of failing) {
      const reminded = remindedBy(incident, step, alerts);
      const wasTold = all.some(
        (one) =>
          one.isAlert &&
          isSent(one) &&
          reminded?.userIds.has(one.ownerId) === true &&
          one.createdAt >= reminded.since,
      );
      if (!wasTold) news.failing.push({ step, why: whyOf(failed) });
    }
    news.unreached.push(...unreached);
  }

  #put(delivery: DeliveryDocument): DeliveryDocument {
    this.#deliveries.set(delivery._id, delivery);
    return delivery;
  }
}

/** The pause before another attempt is spread; what is proven holds for the longest. */
const worstShare = 1;
const reasons = { retry: say('assumedDown'), refused: say('assumedRefusal') } as const;
const attempts = {
  sent: { code: null, error: null },
  retry: failedBy(reasons.retry),
  refused: failedBy(reasons.refused),
} as const;
const retry = { outcome: 'retry', ...attempts.retry, retryAfterSeconds: null } as const;

function failedBy(sentence: Sentence) {
  return { code: 'assumed', error: inEnglish(sentence), sentence };
}

function isSent({ state }: DeliveryDocument): boolean {
  return state === 'sent' || state === 'delivered';
}

/** A person's address or device by one channel; what tools hear of an incident. */
function contactOf({ ownerId, lane, deviceId = null }: DeliveryDocument): string {
  return `${lane} ${ownerId} ${deviceId}`;
}
