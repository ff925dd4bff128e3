import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOpenAt, openIntervals } from '../../src/calendar/index.ts';
import type { ChannelName } from '../../src/channels/index.ts';
import type { NotificationHours, NotificationStep } from '../../src/contacts/index.ts';
import { deliveriesTo, type Recipient } from '../../src/notifications/deliveries-to.ts';
import type { DeliveryDocument } from '../../src/notifications/delivery.ts';
import { type PersonRules, stepsFor, windowOf } from '../../src/notifications/planned-messages.ts';
import { ruleStretches } from '../../src/notifications/rule-stretches.ts';
import { whatFollows } from '../../src/notifications/what-follows.ts';
import { say } from '../../src/sentences/index.ts';
import { assertInPortions, quickRuns, runsOf } from '../support/runs.ts';

const channels: ChannelName[] = ['Email', 'Push', 'SMS', 'VoiceCall'];
const allSeverities = ['Minor', 'Warning', 'Critical'] as const;
const minute = 60_000;
const hour = 60 * minute;

const orNull = <Value>(some: fc.Arbitrary<Value>) => fc.option<Value, null>(some, { nil: null });
const step: fc.Arbitrary<NotificationStep> = fc.record({
  channel: fc.constantFrom(...channels),
  contactId: orNull(fc.constantFrom('c1', 'c2', 'c3', 'gone', 'd1')),
  afterMinutes: fc.integer({ min: 0, max: 600 }),
  repeats: fc.integer({ min: 0, max: 3 }),
  repeatsEveryMinutes: fc.integer({ min: 1, max: 200 }),
});
const clock = fc.constantFrom(
  '00:00',
  '01:30',
  '02:15',
  '02:45',
  '03:00',
  '07:00',
  '18:00',
  '22:00',
);
const hours: fc.Arbitrary<NotificationHours> = fc.record({
  selectedDays: orNull(fc.subarray(['mon', 'wed', 'sat', 'sun'] as const, { minLength: 1 })),
  from: clock,
  until: clock,
});
/** Others are refused. */
const hasEnd = (quiet: readonly NotificationHours[]) =>
  openIntervals(quiet.map(windowOf), 0, 10 * 24 * hour, 'UTC').every(
    ({ start, end }) => end - start < 8 * 24 * hour,
  );
const rulesOf: fc.Arbitrary<PersonRules> = fc.record({
  wire: fc.record({
    rules: fc.array(
      fc.record({
        displayName: fc.constant(null),
        severities: orNull(fc.subarray([...allSeverities], { minLength: 1 })),
        urgencies: orNull(
          fc.subarray(['High', 'Low'] as const, { minLength: 1 }).map((some) => [...some]),
        ),
        teamIds: orNull(fc.constant(['t1'])),
        scheduleIds: orNull(fc.constant(['s1'])),
        hours: orNull(fc.array(hours, { minLength: 1, maxLength: 2 })),
        steps: fc.array(step, { minLength: 1, maxLength: 4 }),
      }),
      { maxLength: 4 },
    ),
    otherwise: orNull(fc.array(step, { minLength: 1, maxLength: 3 })),
    quietHours: orNull(
      fc.record({
        hours: fc.array(hours, { minLength: 1, maxLength: 2 }).filter(hasEnd),
        alsoCritical: orNull(fc.boolean()),
      }),
    ),
  }),
  timeZoneId: fc.constantFrom('Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe'),
});
/** Around the nights in which clocks change, too. */
const instant = fc
  .tuple(
    fc.constantFrom(
      '2026-03-29T00:00Z',
      '2026-10-25T00:00Z',
      '2026-04-04T15:00Z',
      '2026-06-01T00:00Z',
    ),
    fc.integer({ min: -2 * 24 * 60, max: 2 * 24 * 60 }),
  )
  .map(([night, minutes]) => new Date(Date.parse(night) + minutes * minute));
const alert = fc.record({
  at: instant,
  severity: fc.constantFrom(...allSeverities),
  urgency: fc.constantFrom('High' as const, 'Low' as const),
  teamIds: fc.constantFrom('t1', 't2').map((id) => [id]),
  scheduleIds: fc.subarray(['s1', 's2']),
});

const contact = fc.record({
  channel: fc.constantFrom('Email' as const, 'SMS' as const, 'VoiceCall' as const),
  target: fc.constant('+4930123456'),
  isConfirmed: fc.boolean(),
});

const person = (rules: PersonRules | null): Recipient => ({
  userId: 'ada',
  email: 'ada@example.com',
  phone: '+4915112345678',
  devices: [
    { id: 'd1', name: 'Phone' },
    { id: 'd2', name: 'Browser' },
  ],
  settings: null,
  rules,
  isSuspended: false,
});
const failing = (broken: readonly ChannelName[]) => ({
  missing: (channel: ChannelName) => (broken.includes(channel) ? say('channelFails') : null),
});
const noticeOf = (given: Omit<RandomAlert, 'urgency' | 'scheduleIds'>) => ({
  organizationId: 'o',
  incidentId: 'i',
  intent: 'Created' as const,
  eventId: 'e',
  key: 'k',
  isAlert: true,
  because: say('assignedToYou'),
  ...given,
});
const tell = (
  rules: PersonRules | null,
  given: Omit<RandomAlert, 'urgency' | 'scheduleIds'> & Partial<RandomAlert>,
  broken: readonly ChannelName[] = [],
  more: object = {},
): DeliveryDocument[] =>
  deliveriesTo(person(rules), noticeOf({ ...given, ...more }), [], failing(broken));
const isQuiet = ({ wire, timeZoneId }: PersonRules, at: number) =>
  (wire.quietHours?.hours ?? []).some((one) => isOpenAt(windowOf(one), at, timeZoneId));

const law = <Values>(property: fc.IProperty<Values>) =>
  assertInPortions(property, { numRuns: quickRuns(3000) });
type RandomAlert = {
  at: Date;
  severity: (typeof allSeverities)[number];
  urgency: 'High' | 'Low';
  teamIds: string[];
  scheduleIds: string[];
};
const given = [rulesOf, alert, fc.subarray(channels)] as const;

describe('of any rules, alerts and channels that cannot send', () => {
  it('a Critical is sent at the minutes of the steps, and waits only where the person said so', async () => {
    await law(
      fc.property(...given, (rules, one, broken) => {
        if (one.severity !== 'Critical' || rules.wire.quietHours?.alsoCritical) return;
        const dueBy = (some: PersonRules | null) =>
          tell(some, one, broken).flatMap(({ state, lane, dueAt }) =>
            state === 'queued' ? `${lane} ${(dueAt.getTime() - one.at.getTime()) / minute}` : [],
          );
        const steps = stepsFor(rules, one);
        const wanted = steps
          ?.filter(({ channel }) => !broken.includes(channel))
          .flatMap(({ channel, afterMinutes, repeats, repeatsEveryMinutes }) =>
            Array.from(
              { length: 1 + (repeats ?? 0) },
              (_, index) => `${channel} ${afterMinutes + index * (repeatsEveryMinutes ?? 0)}`,
            ),
          );
        expect(new Set(dueBy(rules))).toEqual(new Set(wanted ?? dueBy(null)));
      }),
    );
  });

  it('whoever has a confirmed contact that works is told, and no contact that is not confirmed is used', async () => {
    await law(
      fc.property(...given, fc.array(contact, { maxLength: 3 }), (rules, one, broken, some) => {
        const further = some.map((each, index) => ({ ...each, id: `c${index + 1}` }));
        const nowhere = { ...person(rules), email: null, phone: null, devices: [], further };
        const messages = deliveriesTo(nowhere, noticeOf(one), [], failing(broken));
        const works = further.filter(
          ({ isConfirmed, channel }) => isConfirmed && !broken.includes(channel),
        );
        const sent = messages.filter(({ state }) => state === 'queued');
        expect(messages.length).toBeGreaterThan(0);
        expect(sent.length > 0).toBe(works.length > 0);
        for (const { lane, deviceId } of sent)
          expect(works.some(({ id, channel }) => id === deviceId && channel === lane)).toBe(true);
        // As many as the steps say, to each address at most.
        expect(sent.length).toBeLessThanOrEqual(50);
        // What a rule names and nothing is sent to is said.
        const named = (stepsFor(rules, one) ?? []).filter(
          ({ channel, contactId }) => contactId && channel !== 'Push' && !broken.includes(channel),
        );
        for (const { channel, contactId } of named)
          if (!works.some(({ id, ...each }) => id === contactId && each.channel === channel))
            expect(
              messages.some(
                ({ dropReason, deviceId, lane }) =>
                  dropReason?.code === 'contactUnusable' &&
                  deviceId === contactId &&
                  lane === channel,
              ),
            ).toBe(true);
      }),
    );
  });

  it('the same alert decided twice gives the same messages, each once', async () => {
    await law(
      fc.property(...given, (rules, one, broken) => {
        const messages = tell(rules, one, broken);
        expect(tell(structuredClone(rules), one, broken)).toEqual(messages);
        expect(new Set(messages.map(({ _id }) => _id)).size).toBe(messages.length);
        expect(messages.length).toBeGreaterThan(0);
      }),
    );
  });

  it('nothing is due in quiet hours, and what waits is due at their end, once for each channel and device', async () => {
    await law(
      fc.property(...given, (rules, one, broken) => {
        if (one.severity === 'Critical') return;
        const sent = tell(rules, one, broken).filter(({ state }) => state === 'queued');
        for (const { dueAt, waitsBecause } of sent) {
          expect(isQuiet(rules, dueAt.getTime())).toBe(false);
          if (waitsBecause) expect(isQuiet(rules, dueAt.getTime() - 1)).toBe(true);
        }
        const held = sent.filter(({ waitsBecause }) => waitsBecause);
        const keys = held.map(({ lane, deviceId, dueAt }) => `${lane} ${deviceId} ${+dueAt}`);
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });

  it('the picture of a day says at each instant what an alert would do, also in nights in which clocks change', async () => {
    await assertInPortions(
      fc.property(...given, fc.integer({ min: 0, max: 1439 }), (rules, one, broken, at) => {
        const from = one.at.getTime();
        const ruled = { ...person(rules), rules };
        const period = { from, until: from + 24 * hour };
        const stretches = ruleStretches(ruled, one, period, failing(broken));
        expect(stretches[0]?.start).toBe(from);
        expect(stretches.at(-1)?.end).toBe(period.until);
        for (const [index, { end }] of stretches.slice(0, -1).entries())
          expect(stretches[index + 1]?.start).toBe(end);
        const asked = from + at * minute;
        const shown = stretches.find(({ start, end }) => start <= asked && asked < end);
        const [first] = tell(rules, { ...one, at: new Date(asked) }, broken)
          .filter(({ state }) => state === 'queued')
          .toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
        expect(shown).toMatchObject(
          first
            ? {
                tells: first.waitsBecause ? 'Waits' : 'Sends',
                channel: first.lane,
                afterMinutes: first.waitsBecause ? null : (first.dueAt.getTime() - asked) / minute,
              }
            : { tells: 'Nothing', channel: null, afterMinutes: null },
        );
      }),
      { numRuns: runsOf({ short: 150, long: 1500 }) },
    );
  });
});

describe('rules', () => {
  const at = new Date('2026-06-01T01:00Z');
  const rules: PersonRules = {
    wire: {
      rules: [
        { displayName: null, severities: ['Minor'], teamIds: null, hours: null, steps: [] },
        {
          displayName: null,
          severities: null,
          teamIds: null,
          hours: [{ selectedDays: null, from: '22:00', until: '07:00' }],
          steps: [
            { channel: 'VoiceCall', afterMinutes: 0, repeats: 1, repeatsEveryMinutes: 5 },
            { channel: 'SMS', afterMinutes: 2, repeats: null, repeatsEveryMinutes: null },
          ],
        },
      ],
      otherwise: [{ channel: 'Email', afterMinutes: 0, repeats: null, repeatsEveryMinutes: null }],
      quietHours: {
        hours: [{ selectedDays: null, from: '23:00', until: '06:00' }],
        alsoCritical: null,
      },
    },
    timeZoneId: 'Europe/Berlin',
  };
  const shown = (messages: readonly DeliveryDocument[]) =>
    messages.map(({ lane, dueAt, state, dropReason, waitsBecause }) =>
      [lane, dueAt.toISOString().slice(11, 16), state, (dropReason ?? waitsBecause)?.code]
        .filter(Boolean)
        .join(' '),
    );

  it('the first that matches decides, else otherwise; quiet hours hold back all but Critical', () => {
    const teamIds = ['t1'];
    expect(shown(tell(rules, { at, severity: 'Critical', teamIds }))).toEqual([
      'VoiceCall 01:00 queued',
      'SMS 01:02 queued',
      'VoiceCall 01:05 queued',
    ]);
    expect(shown(tell(rules, { at, severity: 'Warning', teamIds }))).toEqual([
      'VoiceCall 04:00 queued quietUntil',
      'SMS 04:00 queued quietUntil',
    ]);
    expect(shown(tell(rules, { at, severity: 'Minor', teamIds }))).toEqual([
      'Email 01:00 dropped rulesSendNothing',
    ]);
    const noon = new Date('2026-06-01T10:00Z');
    expect(shown(tell(rules, { at: noon, severity: 'Warning', teamIds }))).toEqual([
      'Email 10:00 queued',
    ]);
  });

  it('may be for alerts of one urgency, which is High where nothing is said', () => {
    const wire = {
      ...rules.wire,
      rules: [
        { urgencies: ['Low' as const], steps: [{ channel: 'SMS' as const, afterMinutes: 3 }] },
      ],
    };
    const of = (urgency?: 'High' | 'Low') =>
      shown(
        tell(
          { ...rules, wire: { ...wire, quietHours: null } },
          { at, severity: 'Critical', teamIds: [], ...(urgency && { urgency }) },
        ),
      );
    expect(of('Low')).toEqual(['SMS 01:03 queued']);
    expect(of()).toEqual(of('High'));
    expect(of('High')).toEqual(['Email 01:00 queued']);
  });

  it('may be for those whom one schedule put on call', () => {
    const steps = [{ channel: 'VoiceCall' as const, afterMinutes: 0 }];
    const wire = {
      ...rules.wire,
      rules: [{ scheduleIds: ['S1'], steps }],
      quietHours: null,
    };
    const by = (...scheduleIds: string[]) =>
      shown(tell({ ...rules, wire }, { at, severity: 'Minor' as const, teamIds: [], scheduleIds }));
    expect(by('s2', 's1')).toEqual(['VoiceCall 01:00 queued']);
    for (const others of [[], ['s2']]) expect(by(...others)).toEqual(['Email 01:00 queued']);
  });

  it('a named contact that is not confirmed is said, and what else the channel reaches is used', () => {
    const own = { id: 'home', channel: 'SMS', target: '+4930123456' };
    const wire = {
      ...rules.wire,
      rules: [],
      otherwise: [{ channel: 'SMS' as const, contactId: 'HOME', afterMinutes: 1 }],
    };
    const to = (isConfirmed: boolean, phone: string | null) =>
      deliveriesTo(
        {
          ...person({ ...rules, wire }),
          phone,
          further: [
            { ...own, isConfirmed },
            { ...own, id: 'work', target: '+4940123456', isConfirmed: true },
          ],
        },
        noticeOf({ at, severity: 'Critical', teamIds: [] }),
        [],
        failing([]),
      ).map(({ target, state, deviceId }) => [target, state, deviceId]);
    expect(to(true, '+4915112345678')).toEqual([['+49…56', 'queued', 'home']]);
    const lost = ['+49…56', 'dropped', 'HOME'];
    expect(to(false, '+4915112345678')).toEqual([lost, ['+49…78', 'queued', undefined]]);
    expect(to(false, null)).toEqual([lost, ['+49…56', 'queued', 'work']]);
  });

  it('without anything for whatever no rule matches, settings are asked, and quiet hours hold for them', () => {
    const nothing = { wire: { rules: [], otherwise: null, quietHours: null }, timeZoneId: 'UTC' };
    for (const severity of allSeverities) {
      const one = { at, severity, teamIds: ['t1'] };
      expect(shown(tell(nothing, one))).toEqual(shown(tell(null, one)));
    }
    const hours = [{ selectedDays: null, from: '22:00', until: '07:00' }];
    const quiet = { ...nothing, wire: { ...nothing.wire, quietHours: { hours } } };
    const night = new Date('2026-06-01T23:00Z');
    const [mail] = tell(quiet, { at: night, severity: 'Minor', teamIds: ['t1'] });
    expect(mail).toMatchObject({ lane: 'Email', dueAt: new Date('2026-06-02T07:00Z') });
  });

  it('a channel that cannot send says so once, however often it is repeated', () => {
    const one = { at, severity: 'Critical' as const, teamIds: ['t1'] };
    expect(shown(tell(rules, one, ['VoiceCall']))).toEqual([
      'VoiceCall 01:00 dropped channelFails',
      'SMS 01:02 queued',
    ]);
  });

  it('say nothing about news and the last resort', () => {
    const one = { at, severity: 'Minor' as const, teamIds: ['t1'] };
    for (const more of [{ isLastResort: true }, { isAlert: false, intent: 'Resolved' }])
      expect(tell(rules, one, [], more)).toEqual(tell(null, one, [], more));
  });

  it('a channel that fails brings the next one forward past its own repeats, which keep no tier from coming', () => {
    const one = { at, severity: 'Critical' as const, teamIds: ['t1'] };
    const [call, text, repeat, ...more] = tell(rules, one);
    if (!call || !text || !repeat) throw new Error('three messages');
    expect(more).toEqual([]);
    const failed: DeliveryDocument = { ...call, isFailing: true, isUnfollowed: true };
    expect(whatFollows(failed, [failed, text, repeat], at)).toMatchObject({
      forward: [text],
      failing: [],
    });
    const lost: DeliveryDocument = {
      ...text,
      state: 'failed',
      broughtForward: { by: call._id, from: text.dueAt },
    };
    expect(whatFollows(lost, [failed, lost, repeat], at)).toMatchObject({
      forward: [],
      failing: ['k'],
    });
  });

  it('a channel that fails does not end the quiet hours of another', () => {
    const evening = new Date('2026-06-01T20:59Z');
    const [call, text] = tell(rules, { at: evening, severity: 'Warning', teamIds: ['t1'] });
    if (!call || !text) throw new Error('two messages');
    expect(text.waitsBecause?.code).toBe('quietUntil');
    const failed: DeliveryDocument = { ...call, isFailing: true, isUnfollowed: true };
    expect(whatFollows(failed, [failed, text], evening).forward).toEqual([]);
  });
});
