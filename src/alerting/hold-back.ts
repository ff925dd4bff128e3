import {
  afterHold,
  alertingOf,
  heldInWords,
  heldMillisecondsMax,
  holdBehind,
  holdForSource,
  type IncidentDocument,
  type IncidentEvent,
  type IncidentHold,
  inGrace,
  isForgotten,
  isReached,
} from '../incidents/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { latestBeginning } from './begin-plans.ts';
import type { Draft } from './draft.ts';
import { sharedMilliseconds } from './open-incidents.ts';
import type { Scene } from './scene.ts';
import { minute } from './step.ts';
import type { Wait } from './waits.ts';

/**
 * The end of what is waited for makes those due that wait for it. This is for what nobody says: a service that was
 * changed, an incident that affects it no more, or another one that opened meanwhile.
 */
const lookMinutes = 5;

/** By then this process knows what others changed before. */
const sureMilliseconds = 2 * sharedMilliseconds;

/**
 * Holds an incident back while it waits for another one, and ends holds whose time is over; true when that changed the
 * incident. Nobody is told in the same look: what people are told of has to be in the store first, so that it is the
 * same when it is decided again after a crash.
 */
export function holdBack(draft: Draft, scene: Scene): boolean {
  const { hold } = draft.incident;
  if (!hold)
    return (
      isAsking(draft.incident) && (beginWait(draft, scene, draft.now) || giveTime(draft, scene))
    );
  if (hold.because) return goOnWaiting(draft, scene, hold);
  if (hold.until > draft.now) {
    draft.dueAt(hold.until.getTime());
    return false;
  }
  // It has been quiet for long enough to be told of. Whether it has to be is another question.
  if (!isForgotten(hold) && beginWait(draft, scene, hold.since)) return true;
  return release(draft, hold);
}

/** Whether an incident waits for another one, or begins in a way that lets it. */
export function mayWait(incident: IncidentDocument): boolean {
  return incident.hold !== undefined || isAsking(incident);
}

/**
 * It has just begun, and no person had a part in that: who opens an incident by hand, or has people told of one, means
 * it. Nor does what a payload says that nobody could read wait.
 */
function isAsking(incident: IncidentDocument): boolean {
  const { status, isArchived, isMuted, snoozed, mergedInto, isUnreadable, events } = incident;
  if (status !== 'Open' || isArchived || isMuted || snoozed || mergedInto || isUnreadable)
    return false;
  const count = Math.min(incident.eventsTotalCount - alertingOf(incident).announced, events.length);
  const fresh = count > 0 ? events.slice(-count) : [];
  const start = latestBeginning(incident);
  if (!start || !fresh.includes(start) || fresh.some(isWord)) return false;
  const opening = events.find(({ intent }) => intent === 'Created');
  return opening !== undefined && !isPerson(opening);
}

function isPerson({ by }: IncidentEvent): boolean {
  return by?.kind === 'user' || by?.kind === 'key' || by?.kind === 'external';
}

/** A person, or the end of a hold, says that people are to be told. */
function isWord(event: IncidentEvent): boolean {
  return isPerson(event) || (event.intent === 'Released' && !isReached(event));
}

function beginWait(draft: Draft, scene: Scene, since: Date): boolean {
  const longest = since.getTime() + heldMillisecondsMax;
  const wait = longest > draft.now.getTime() && scene.waitOf(draft.incident);
  if (!wait) return false;
  hold(draft, behind(wait, since));
  return true;
}

function behind({ upTo: severity, suppressionRule, ...because }: Wait, since: Date): IncidentHold {
  return holdBehind(because, { since, severity, ...(suppressionRule && { suppressionRule }) });
}

/** Holds it back for what may open after it and explain it. */
function giveTime(draft: Draft, scene: Scene): boolean {
  const patience = scene.patienceOf(draft.incident);
  const since = latestBeginning(draft.incident)?.at;
  if (!patience || !since) return false;
  const { seconds, upTo: severity, suppressionRule } = patience;
  const until = new Date(since.getTime() + seconds * 1000);
  if (until <= draft.now) return false;
  hold(draft, holdForSource({ since, until, severity, suppressionRule }));
  return true;
}

function goOnWaiting(draft: Draft, scene: Scene, held: IncidentHold): boolean {
  const { because, since, until } = held;
  const wait = scene.waitOf(draft.incident);
  const isLongest = draft.now.getTime() >= since.getTime() + heldMillisecondsMax;
  if (isLongest || (!wait && until <= draft.now)) return release(draft, held);
  if (wait && (because?.incidentId !== wait.incidentId || because.endedAt)) {
    hold(draft, behind(wait, since), reasonOf(held));
    return true;
  }
  if (wait || because?.endedAt) {
    draft.dueAt(Math.min(until.getTime(), draft.now.getTime() + lookMinutes * minute));
    return false;
  }
  // The incident that it waited for goes on, and is no longer a reason to wait, whatever was changed: there is
  // nothing to recover from.
  if (because && !scene.isOver(draft.incident, because.incidentId))
    return release(draft, held, say('holdNeedless'));
  const grace = inGrace(held, draft.now);
  if (grace.until <= draft.now) return release(draft, held);
  hold(draft, grace);
  return true;
}

/** Held back for this from now on. The history says it where the reason is another one than `known`. */
function hold(draft: Draft, held: IncidentHold, known?: string): void {
  draft.change({ ...draft.incident, hold: held });
  // Another process may have ended what it waits for before the store knew of anybody waiting.
  draft.dueAt(draft.now.getTime() + sureMilliseconds);
  if (held.because?.endedAt === undefined && reasonOf(held) === known) return;
  draft.addEvent(`held ${draft.incident.eventsTotalCount}`, draft.now, {
    intent: 'Commented',
    message: heldInWords(held),
    messageIsPublic: false,
  });
}

function reasonOf({ because, suppressionRule }: IncidentHold): string | undefined {
  return because?.dependsOn?.id ?? suppressionRule?.id;
}

function release(draft: Draft, held: IncidentHold, message?: Sentence): boolean {
  const { incident, event } = afterHold(draft.incident, draft.now);
  draft.change(incident);
  const at = held.until < draft.now ? held.until : draft.now;
  draft.addEvent('hold', at, message ? { ...event, message } : event);
  return true;
}
