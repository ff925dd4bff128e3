import { expect, it } from 'vitest';
import type { CallEvent } from '../../../src/calls/call-event.ts';
import type { CallSession } from '../../../src/calls/call-session.ts';
import type { RouteSettings } from '../../../src/calls/call-settings.ts';
import { type TransitionOf, transition } from '../../../src/calls/flow/index.ts';
import { type Driver, randomCall, realDriver } from './random-calls.ts';

const runs = 2000;

/** The real decisions, from a session and an event that a faulty program would have seen. */
function seeing(
  change: (session: CallSession, event: CallEvent, now: Date) => [CallSession, CallEvent],
): Driver {
  const faulty: TransitionOf = (session, event, facts) =>
    transition(...change(session, event, facts.now), facts);
  return { ...realDriver, transition: faulty };
}

/** The real decisions, changed afterwards. */
function saying(
  change: (next: ReturnType<TransitionOf>, before: CallSession) => ReturnType<TransitionOf>,
): Driver {
  return {
    ...realDriver,
    transition: (session, event, facts) => change(transition(session, event, facts), session),
  };
}

/** The real decisions, by other settings than those of the number. */
function obeying(change: (route: RouteSettings) => Partial<RouteSettings>): Driver {
  return seeing((session, event) => {
    const { settings } = session;
    if (event.kind !== 'CallArrived') return [session, event];
    const changed = (route: RouteSettings) => ({ ...route, ...change(route) });
    const { routing } = settings;
    const faulty =
      routing.mode === 'single'
        ? { ...routing, route: changed(routing.route) }
        : { ...routing, routes: routing.routes.map(changed) };
    return [{ ...session, settings: { ...settings, routing: faulty } }, event];
  });
}

const asAccepted = (session: CallSession, now: Date): CallSession => ({
  ...session,
  legs: session.legs.map((leg) => ({ ...leg, acceptedAt: leg.acceptedAt ?? now })),
});

/** Programs with one fault each, and what is found wrong in their calls. */
const mutants: Record<string, [Driver, RegExp]> = {
  'takes a leg that was completed for an accepted one': [
    seeing((session, event, now) =>
      event.kind === 'DialEnded' && event.status === 'completed'
        ? [asAccepted(session, now), { ...event, isBridged: true }]
        : [session, event],
    ),
    /Accepted, bridged: false/,
  ],
  'forgets which events it has answered': [
    { ...realDriver, remembersAnswers: false },
    /a duplicate got another answer/,
  ],
  'dials numbers again that were dialled': [
    obeying(() => ({ skipsDialedNumbers: false })),
    /a number was dialled twice/,
  ],
  'does not say what follows a recording of nothing': [
    saying((next) => ({
      ...next,
      answer: next.answer?.some((one) => one.do === 'record')
        ? next.answer.filter((one) => one.do !== 'go')
        : next.answer,
    })),
    /a check was needed though the caller stayed|Voicemail, recorded: false/,
  ],
  'dials one more than allowed': [
    obeying(({ usersMax }) => ({ usersMax: usersMax + 1 })),
    /too many were dialled/,
  ],
  'never frees a member': [
    saying((next, { engagement }) => ({
      ...next,
      session: { ...next.session, engagement: next.session.engagement ?? engagement },
    })),
    /a member is still engaged/,
  ],
  'asks a member for ever': [
    obeying(() => ({ acceptAttemptsMax: Number.POSITIVE_INFINITY })),
    /threw endless call/,
  ],
  'takes who pressed 1 for connected': [
    seeing((session, event) => [
      session,
      event.kind === 'DialEnded' ? { ...event, status: 'completed', isBridged: true } : event,
    ]),
    /Accepted, bridged: false/,
  ],
  'ends with the call, though its result is still to come': [
    seeing((session, event) => [
      event.kind === 'CallEnded' && session.phase === 'bridged'
        ? { ...session, phase: 'ringing' }
        : session,
      event,
    ]),
    /Missed, bridged: true/,
  ],
};

it.each(Object.entries(mutants))('finds a program that %s', (_, [driver, problem]) => {
  const found = [];
  for (let seed = 1; seed <= runs; seed += 1) {
    const text = randomCall(seed, driver).problems.join('; ');
    if (text !== '') found.push(text);
  }
  expect(found.join('\n')).toMatch(problem);
});
