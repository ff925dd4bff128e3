import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeliveryDocument } from '../../src/notifications/index.ts';
import { type WhatFollows, whatFollows } from '../../src/notifications/what-follows.ts';
import { say } from '../../src/sentences/index.ts';

const start = Date.parse('2026-03-02T10:00:00Z');
const seconds = (count: number) => new Date(start + count * 1000);
/** After the first, second … failed attempt; then it is given up. */
const pauses = [15, 60, 300, 900];

type Lane = 'Email' | 'Push' | 'SMS' | 'VoiceCall';

/** A message of a plan, and what becomes of its attempts; the last of these repeats. */
interface Planned {
  person: string;
  lane: Lane;
  device: number;
  delayMinutes: number;
  attempts: ('taken' | 'fails' | 'refused')[];
}

const planned = (people: readonly string[]): fc.Arbitrary<Planned[]> =>
  fc.uniqueArray(
    fc.record<Planned>({
      person: fc.constantFrom(...people),
      lane: fc.constantFrom('Email', 'Push', 'SMS', 'VoiceCall'),
      device: fc.constantFrom(0, 1),
      delayMinutes: fc.constantFrom(0, 0, 1, 5, 30, 60),
      attempts: fc.array(fc.constantFrom('taken', 'fails', 'fails', 'refused'), {
        minLength: 1,
        maxLength: 5,
      }),
    }),
    {
      minLength: 1,
      maxLength: 10,
      // A delay belongs to a channel of a person, and only push has devices.
      selector: ({ person, lane, device }) => `${person} ${lane} ${lane === 'Push' ? device : 0}`,
    },
  );

function messageOf(one: Planned, index: number, plan: readonly Planned[]): DeliveryDocument {
  const first = plan.find(({ person, lane }) => person === one.person && lane === one.lane) ?? one;
  const dueAt = seconds(first.delayMinutes * 60);
  return {
    _id: `m${index}`,
    organizationId: 'o',
    incidentId: 'i',
    teamIds: ['t'],
    intent: 'Created',
    eventId: 'e',
    severity: 'Critical',
    ownerId: one.person,
    lane: one.lane,
    step: 'tier 1',
    because: say('tierOfTeam', { tier: 1, team: 'T' }),
    isAlert: true,
    createdAt: seconds(0),
    dueAt,
    nextAt: dueAt,
    state: 'queued',
    target: null,
    attempts: [],
  };
}

interface Run {
  messages: DeliveryDocument[];
  /** When each attempt began, by message. */
  attempts: Map<string, number[]>;
  /** Who failed when, what was planned then, and what followed. */
  failures: { at: Date; failed: DeliveryDocument; before: DeliveryDocument[]; then: WhatFollows }[];
}

/** Sends by the plan, and brings forward what follows from failures, `times` times over as after crashes. */
function run(plan: readonly Planned[], times: number): Run {
  const messages = plan.map(messageOf);
  const { attempts, failures }: Run = { messages, attempts: new Map(), failures: [] };
  for (;;) {
    const [next] = messages
      .filter(({ nextAt }) => nextAt)
      .toSorted((a, b) => (a.nextAt?.getTime() ?? 0) - (b.nextAt?.getTime() ?? 0));
    if (!next?.nextAt) return { messages, attempts, failures };
    const now = next.nextAt;
    const script = plan[messages.indexOf(next)]?.attempts ?? [];
    const outcome = script[Math.min(next.attempts.length, script.length - 1)];
    attempts.set(next._id, [...(attempts.get(next._id) ?? []), now.getTime()]);
    const error = outcome === 'taken' ? null : 'no';
    next.attempts = [...next.attempts, { at: now, code: '1', error, milliseconds: 1 }];
    const pause = pauses[next.attempts.length - 1];
    delete next.nextAt;
    if (outcome === 'taken') next.state = 'sent';
    else if (outcome === 'refused' || pause === undefined) next.state = 'failed';
    else next.nextAt = new Date(now.getTime() + pause * 1000);
    // As the sender notes it.
    if (next.state === 'queued' && next.attempts.length === 2) next.isFailing = true;
    if (outcome === 'taken' || (next.state === 'queued' && next.attempts.length !== 2)) continue;
    const before = structuredClone(messages);
    for (let count = 0; count < times; count += 1) {
      const then = whatFollows(next, messages, now);
      if (count === 0) failures.push({ at: now, failed: structuredClone(next), before, then });
      for (const one of then.forward) {
        one.broughtForward = { by: next._id, from: one.dueAt };
        one.dueAt = now;
        one.nextAt = now;
      }
    }
  }
}

const isLate = (one: DeliveryDocument, now: Date) =>
  one.state === 'queued' && one.attempts.length === 0 && one.dueAt > now;
/** In the words of the rule: twice in vain, or given up. */
const isFailing = ({ state, attempts }: DeliveryDocument) =>
  state === 'failed' || (state === 'queued' && attempts.length >= 2);
const plans = planned(['Ann', 'Bob', 'Cem']);

describe('a channel that fails', () => {
  it('brings the next contact of the person forward, and nobody else’s', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        for (const { at, failed, before, then } of run(plan, 1).failures) {
          const own = before.filter(
            ({ ownerId, _id }) => ownerId === failed.ownerId && _id !== failed._id,
          );
          const late = own.filter((one) => isLate(one, at));
          const first = Math.min(...late.map(({ dueAt }) => dueAt.getTime()));
          const sameLane = own.filter(({ lane }) => lane === failed.lane);
          const stand = own.filter(({ broughtForward }) => broughtForward);
          const isSpared =
            sameLane.some((one) => !isFailing(one)) ||
            stand.some((one) => !isFailing(one) || one.broughtForward?.by === failed._id);
          const expected = isSpared ? [] : late.filter(({ dueAt }) => dueAt.getTime() === first);
          expect(then.forward.map(({ _id }) => _id)).toEqual(expected.map(({ _id }) => _id));
        }
      }),
    );
  });

  it('tells nobody twice, nothing earlier than it was due or brought forward, and tries on as before', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const { messages, attempts } = run(plan, 1);
        for (const [index, { _id, dueAt, broughtForward }] of messages.entries()) {
          const made = attempts.get(_id) ?? [];
          expect(made[0]).toBe(dueAt.getTime());
          if (broughtForward) expect(dueAt < broughtForward.from).toBe(true);
          // The plan alone says how often and with which pauses.
          const script = plan[index]?.attempts ?? [];
          const outcomes = made.map((_, count) => script[Math.min(count, script.length - 1)]);
          expect(outcomes.slice(0, -1)).toEqual(outcomes.slice(0, -1).map(() => 'fails'));
          for (const [count, at] of made.entries())
            if (count > 0)
              expect(at - (made[count - 1] ?? 0)).toBe((pauses[count - 1] ?? 0) * 1000);
        }
      }),
    );
  });

  it('comes to the same end when what follows is done again and again', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const [once, thrice] = [run(plan, 1), run(plan, 3)];
        expect(thrice.messages).toEqual(once.messages);
        expect([...thrice.attempts]).toEqual([...once.attempts]);
      }),
    );
  });
});

describe('a tier whose channels all fail', () => {
  it('is said to fail exactly where nobody is reached and nobody’s first two attempts are awaited', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        for (const { before, then } of run(plan, 1).failures) {
          const isFailed = before.every(isFailing);
          const isTriedOn = before.some(({ state }) => state === 'queued');
          expect(then.failing).toEqual(isFailed && isTriedOn ? ['tier 1'] : []);
          expect(then.unreached).toEqual(isFailed && !isTriedOn ? ['tier 1'] : []);
        }
      }),
    );
  });

  it('is noticed after two attempts by each channel in turn, whatever the delays are', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const down = plan.map((one) => ({ ...one, attempts: ['fails' as const] }));
        const { failures, messages } = run(down, 1);
        const noticed = failures.find(({ then }) => then.failing.length > 0);
        // Who has nothing at once waits for their own first contact.
        const firsts = Map.groupBy(
          messages.map((_, index) => messageOf(down[index] as Planned, index, down)),
          ({ ownerId }) => ownerId,
        );
        const begin = Math.max(
          ...[...firsts.values()].map((own) =>
            Math.min(...own.map(({ dueAt }) => dueAt.getTime())),
          ),
        );
        const most = Math.max(...[...firsts.values()].map((own) => own.length));
        expect((noticed?.at.getTime() ?? Infinity) - begin).toBeLessThanOrEqual(most * 15_000);
      }),
    );
  });
});

describe('a message that failed', () => {
  const plan: Planned[] = [
    { person: 'Ann', lane: 'Email', device: 0, delayMinutes: 0, attempts: ['fails'] },
    { person: 'Ann', lane: 'SMS', device: 0, delayMinutes: 5, attempts: ['taken'] },
  ];
  const [mail, text] = plan.map(messageOf) as [DeliveryDocument, DeliveryDocument];
  const attempt = { at: seconds(0), code: '1', error: 'no', milliseconds: 1 };
  const follow = (change: Partial<DeliveryDocument>) =>
    whatFollows({ ...mail, ...change }, [{ ...mail, ...change }, text], seconds(20)).forward.length;

  it.each<[string, Partial<DeliveryDocument>, number]>([
    ['once', { attempts: [attempt] }, 0],
    ['twice', { attempts: [attempt, attempt], isFailing: true }, 1],
    ['once, and is not to be tried for long', { attempts: [attempt], isFailing: true }, 1],
    ['once, for good', { attempts: [attempt], state: 'failed' }, 1],
    [
      'and was taken after all',
      { attempts: [attempt, attempt, { ...attempt, error: null }], state: 'sent' },
      0,
    ],
    ['after an attempt without an answer', { attempts: [attempt], state: 'perhapsSent' }, 1],
    ['without being tried, as the person is suspended', { state: 'dropped' }, 1],
  ])('%s', (_how, change, count) => {
    expect(follow(change)).toBe(count);
  });
});
