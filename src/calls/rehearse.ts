import type { Sentence } from '../sentences/index.ts';
import type { CallEvent } from './call-event.ts';
import type { CallLogEntry, CallOutcome, CallSession } from './call-session.ts';
import type { CallSettings, Prompt, RouteSettings } from './call-settings.ts';

import {
  type DialChain,
  type Facts,
  type IncidentPlan,
  incidentPlanOf,
  needsOf,
  newSession,
  transition,
} from './flow/index.ts';
import { type Listener, leave, play } from './rehearsed-carrier.ts';

/** The behaviour of the people in a rehearsed call. Times are seconds. */
export interface CallScript {
  /** As a carrier sends it: a number, `anonymous`, a SIP address. */
  from: string;
  /** Keys that the caller presses, one for each time the menu is played; null, and beyond the last: nothing. */
  keys: readonly (string | null)[];
  /** Counted from the beginning of the call; null: stays until somebody else ends it. */
  hangsUpAfterSeconds: number | null;
  /** How long a message the caller leaves where they are asked for one; 0: none. */
  speaksSeconds: number;
  /** Who of those on call is connected to another call meanwhile. */
  busyUserIds: readonly string[];
  /** By user id. */
  members: ReadonlyMap<string, MemberScript>;
  /** Everybody else. */
  others: MemberScript;
}

export interface MemberScript {
  /** `OwnVoicemail`: a mailbox picks up; it presses nothing. */
  answers: 'NoAnswer' | 'Busy' | 'Failed' | 'PicksUp' | 'OwnVoicemail';
  /** How long the phone rings before. Longer than the route lets it ring: no answer. */
  afterSeconds: number;
  /** Keys that are pressed, one for each time the prompt is heard; null, and beyond the last: nothing. */
  keys: readonly (string | null)[];
  /** How long the two talk before the member hangs up. */
  talksSeconds: number;
}

export interface Rehearsal {
  startedAt: Date;
  endedAt: Date;
  outcome: CallOutcome;
  endReason: Sentence | null;
  log: readonly ({ at: Date } & CallLogEntry)[];
  /** Everything that is heard, in order. */
  spoken: readonly { at: Date; to: Listener; prompt: Prompt }[];
  incident: IncidentPlan;
  /** As it is when the call is over. */
  session: CallSession;
}

type DialledBy = Pick<RouteSettings, 'teamId' | 'escalationPolicyId'>;

export function chainKey({ teamId, escalationPolicyId }: DialledBy): string {
  return escalationPolicyId === undefined ? teamId : `${teamId} ${escalationPolicyId}`;
}

/**
 * A call without a carrier: what people do is written down beforehand, time is only counted, and nothing is stored or
 * sent. The decisions are those of real calls.
 */
export function rehearse({
  settings,
  chains,
  script,
  at: startedAt,
}: {
  settings: CallSettings;
  /** Who would be dialled at that time, by `chainKey`: of every route that does not go straight to the voicemail. */
  chains: ReadonlyMap<string, DialChain>;
  script: CallScript;
  at: Date;
}): Rehearsal {
  const id = 'rehearsal';
  const to = settings.phoneNumber;
  let session = newSession({ id, providerCallId: id, from: script.from, to, startedAt, settings });
  const log: ({ at: Date } & CallLogEntry)[] = [];
  const spoken: { at: Date; to: Listener; prompt: Prompt }[] = [];
  const dateAt = (second: number) => new Date(startedAt.getTime() + second * 1000);

  const apply = (second: number, event: CallEvent) => {
    const now = dateAt(second);
    const { answer, ...next } = transition(session, event, factsFor(session, event, now));
    session = next.session;
    log.push(...next.entries.map((entry) => ({ at: now, ...entry })));
    return answer ?? [];
  };
  const factsFor = (before: CallSession, event: CallEvent, now: Date): Facts => {
    const facts: Facts = { now };
    for (const need of needsOf(before, event)) {
      if (need.kind === 'reservation') facts.isReserved = true;
      else if (need.kind === 'busy') facts.busyUserIds = new Set(script.busyUserIds);
      else facts.chain = chainOf(need);
    }
    return facts;
  };
  const chainOf = (by: DialledBy) => {
    const chain = chains.get(chainKey(by));
    if (!chain) throw new Error(`The rehearsal was given no chain of team ${by.teamId}.`);
    return chain;
  };

  const { hangsUpAfterSeconds } = script;
  const carrier = play(script, () => session);
  let lastSecond = 0;
  let step = carrier.next([]);
  while (!step.done) {
    const happening = step.value;
    const hasArrived = session.phase !== 'arrived';
    if (hasArrived && hangsUpAfterSeconds !== null && happening.second >= hangsUpAfterSeconds) {
      for (const event of leave(session, hangsUpAfterSeconds - lastSecond)) {
        apply(hangsUpAfterSeconds, event);
      }
      break;
    }
    lastSecond = happening.second;
    if ('event' in happening) step = carrier.next(apply(happening.second, happening.event));
    else {
      spoken.push({ at: dateAt(happening.second), to: happening.to, prompt: happening.prompt });
      step = carrier.next([]);
    }
  }
  return {
    startedAt,
    endedAt: session.endedAt ?? startedAt,
    outcome: session.outcome,
    endReason: session.endReason,
    log,
    spoken,
    incident: incidentPlanOf(session),
    session,
  };
}
