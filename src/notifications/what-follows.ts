import { alertingOf, type IncidentDocument } from '../incidents/index.ts';
import { type DeliveryDocument, failuresOf } from './delivery.ts';

/** The consequences of an alert that does not arrive. */
export interface WhatFollows {
  /** The person's next contact: messages that were planned for later, and are due now. */
  forward: DeliveryDocument[];
  /**
   * Steps of which nobody is reached: each message has failed twice (`isFailing`) or for good, and some are tried
   * again.
   */
  failing: string[];
  /** Steps of which nobody is reached, nor will be. */
  unreached: string[];
}

const nothing: WhatFollows = { forward: [], failing: [], unreached: [] };

/**
 * Decides what a message to a person that has failed twice, or for good, brings forward. `alerts`: all messages of its
 * steps, as they are stored now. Pure, and the same however often it is asked: what was brought forward says by which
 * failure.
 */
export function whatFollows(
  failed: DeliveryDocument,
  alerts: readonly DeliveryDocument[],
  now: Date,
): WhatFollows {
  const fate = fateOf(failed);
  if (fate === 'reached' || fate === 'waiting') return nothing;
  const forward = nextContact(failed, alerts, now);
  const follows: WhatFollows = { forward, failing: [], unreached: [] };
  for (const step of stepsOf(failed)) {
    const others = alerts.filter((one) => one._id !== failed._id && stepsOf(one).includes(step));
    const fates = new Set([fate, ...others.map((one) => fateAmong(one, alerts))]);
    if (fates.has('reached') || fates.has('waiting')) continue;
    if (fates.has('failing')) follows.failing.push(step);
    else follows.unreached.push(step);
  }
  return follows;
}

/**
 * Whom an alert only reminds, if one of the same plan told one of them before: since then, and who it is to. Null where
 * the plan has gone on. Pure.
 */
export function remindedBy(
  incident: IncidentDocument,
  step: string,
  alerts: readonly DeliveryDocument[],
): { userIds: ReadonlySet<string>; since: Date } | null {
  const plan = alertingOf(incident).plans.find(({ lastStep }) => lastStep === step);
  if (!plan) return null;
  const told = alerts.filter((one) => stepsOf(one).includes(step));
  return { userIds: new Set(told.map(({ ownerId }) => ownerId)), since: plan.startedAt };
}

/**
 * The messages of the same step to the person that are due next by another contact; none if some were brought forward
 * before. A repeat of what fails helps nobody, and messages that wait for the end of quiet hours go on waiting.
 */
function nextContact(
  failed: DeliveryDocument,
  alerts: readonly DeliveryDocument[],
  now: Date,
): DeliveryDocument[] {
  const { _id, step, ownerId, lane } = failed;
  const own = alerts.filter(
    (one) => one._id !== _id && one.step === step && one.ownerId === ownerId,
  );
  // Another device may do what this one did not.
  if (own.some((one) => isOtherDevice(one, failed) && mayTell(one))) return [];
  // Two channels that fail bring the same one forward.
  const brought = own.filter(({ broughtForward }) => broughtForward);
  if (brought.some((one) => one.broughtForward?.by === _id || mayTell(one))) return [];
  const later = own.filter(
    (one) =>
      // Another number of the person is another contact, too.
      (one.lane !== lane || one.deviceId !== failed.deviceId) &&
      isAhead(one) &&
      fateAmong(one, alerts) === 'waiting' &&
      one.waitsBecause === undefined &&
      one.dueAt > now,
  );
  const first = Math.min(...later.map(({ dueAt }) => dueAt.getTime()));
  return later.filter(({ dueAt }) => dueAt.getTime() === first);
}

/** The same message to another device, and no repeat of it. */
function isOtherDevice(one: DeliveryDocument, failed: DeliveryDocument): boolean {
  return one.lane === failed.lane && plannedAt(one) === plannedAt(failed);
}

function plannedAt({ dueAt, broughtForward }: DeliveryDocument): number {
  return (broughtForward?.from ?? dueAt).getTime();
}

/** Nothing was done about it yet. */
function isAhead({ state, attempts, sending }: DeliveryDocument): boolean {
  return state === 'queued' && attempts.length === 0 && sending === undefined;
}

/** A repeat that is still ahead is no better off than what it repeats. */
function fateAmong(delivery: DeliveryDocument, alerts: readonly DeliveryDocument[]): Fate {
  const fate = fateOf(delivery);
  if (fate !== 'waiting' || !isAhead(delivery)) return fate;
  const repeated = alerts.some(
    (one) =>
      one.step === delivery.step &&
      one.ownerId === delivery.ownerId &&
      one.lane === delivery.lane &&
      one.deviceId === delivery.deviceId &&
      plannedAt(one) < plannedAt(delivery) &&
      ['failing', 'lost'].includes(fateOf(one)),
  );
  return repeated ? 'failing' : fate;
}

type Fate =
  /** It went out. */
  | 'reached'
  /** Its first two attempts are not over. */
  | 'waiting'
  /** It has failed twice, or waits for long, and is tried again. */
  | 'failing'
  /** It is not sent any more. */
  | 'lost';

function fateOf(delivery: DeliveryDocument): Fate {
  switch (delivery.state) {
    case 'sent':
    case 'delivered':
      return 'reached';
    case 'queued':
      return delivery.isFailing ? 'failing' : 'waiting';
    // Whatever became of the attempt without an answer, one after it failed; or there was none, and it counts as sent.
    case 'perhapsSent':
      return failuresOf(delivery) > 0 || delivery.isUnfollowed ? 'lost' : 'reached';
    case 'failed':
    case 'dropped':
      return 'lost';
  }
}

function mayTell(delivery: DeliveryDocument): boolean {
  const fate = fateOf(delivery);
  return fate === 'reached' || fate === 'waiting';
}

function stepsOf({ step, alsoForSteps = [] }: DeliveryDocument): string[] {
  return [step, ...alsoForSteps];
}
