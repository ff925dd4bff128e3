import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../../src/alerting/decide.ts';
import type { Scene } from '../../src/alerting/scene.ts';
import type { NotificationSettings } from '../../src/identity/index.ts';
import {
  allowedIntents,
  type IncidentDocument,
  type Intent,
  intents,
  withEvent,
} from '../../src/incidents/index.ts';
import { wake } from '../../src/incidents/intents.ts';
import type { DeliveryDocument } from '../../src/notifications/index.ts';
import { dropReason } from '../../src/notifications/judge.ts';
import { inEnglish } from '../../src/sentences/index.ts';
import { assertInPortions, quickRuns } from '../support/runs.ts';
import { type Action, act, opened, sceneAt, start, type TimelineTeam } from './timeline.ts';

const people = ['A', 'B', 'C', 'D'];
const second = 1000;
const horizon = 30 * 60 * second;

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    intent: fc.constantFrom<Intent>(
      'Investigated',
      'Investigated',
      'Escalated',
      'Resolved',
      'Unresolved',
      'Unresolved',
      'Unsnoozed',
      'Archived',
      'Unarchived',
      'Commented',
    ),
    by: fc.constantFrom(...people),
  }),
  fc.record({
    intent: fc.constant<Intent>('Snoozed'),
    by: fc.constantFrom(...people),
    snoozeMinutes: fc.constantFrom(1, 2, 5),
  }),
  fc.record({
    intent: fc.constant<Intent>('Assigned'),
    by: fc.constantFrom(...people),
    users: fc.subarray(people, { minLength: 1 }),
    repeatAlerts: fc.boolean(),
  }),
  fc.record({
    intent: fc.constant<Intent>('Assigned'),
    by: fc.constantFrom(...people),
    teams: fc.constant<string[]>(['U']),
    repeatAlerts: fc.boolean(),
  }),
);
/** At distinct instants: the order of what happens at once is nobody's business here. Half of them end in a reopening. */
const night = fc
  .tuple(
    fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 1200 }), action), {
      selector: ([at]) => at,
      minLength: 1,
      maxLength: 10,
    }),
    fc.constantFrom<(readonly [number, Action])[]>(
      [],
      [
        [1201, { intent: 'Resolved', by: 'A' }],
        [1202, { intent: 'Unresolved', by: 'B' }],
      ],
    ),
  )
  .map(([actions, end]) => [...actions, ...end]);

const channel = fc.record({
  isOn: fc.boolean(),
  delay: fc.constantFrom(0, 0, 1, 2, 5),
  disabled: fc.oneof(fc.constant<Intent[]>([]), fc.subarray([...intents])),
});
const settings: fc.Arbitrary<NotificationSettings> = fc.oneof(
  fc.constant(null),
  fc
    .record({ SMS: channel, Voice: channel, Push: channel, Email: channel })
    .map(({ SMS, Voice, Push, Email }) => {
      const all = ['Minor' as const, 'Warning' as const, 'Critical' as const];
      return {
        shouldSendSMS: SMS.isOn,
        delayInMinSMS: SMS.delay,
        severitiesSMS: all,
        disabledIntentsSMS: SMS.disabled,
        shouldCallVoice: Voice.isOn,
        delayInMinVoice: Voice.delay,
        severitiesVoice: all,
        disabledIntentsVoice: Voice.disabled,
        shouldSendPush: Push.isOn,
        delayInMinPush: Push.delay,
        severitiesPush: all,
        disabledIntentsPush: Push.disabled,
        shouldSendEmail: Email.isOn,
        delayInMinEmail: Email.delay,
        severitiesEmail: all,
        disabledIntentsEmail: Email.disabled,
      };
    }),
);
const tier = { autoEscalationEnabled: true, autoEscalationAfterMinutes: 3, repeats: 1 };
const teams: fc.Arbitrary<Record<string, TimelineTeam>> = fc
  .record({ T: fc.array(fc.subarray(people), { maxLength: 3 }), U: fc.array(fc.subarray(people)) })
  .map(({ T, U }) => ({
    T: { tiers: T.map(() => tier), onDuty: T, administrators: ['D'] },
    U: { tiers: U.map(() => tier), onDuty: U, administrators: ['D'] },
  }));

/** How the incident stands, told apart from how the product tells it: from what people did alone. */
class Truth {
  isOpen = true;
  isAcknowledged = false;
  isArchived = false;
  snoozedUntil: number | null = null;
  /** When whoever is on call was to be alerted anew. */
  beganAt = start;
  changedAt = start;
  readonly assignedSince = new Set<string>();

  note({ intent, users, snoozeMinutes = 0 }: Action, now: number): void {
    this.changedAt = now;
    if (intent === 'Investigated') {
      this.isAcknowledged = true;
      this.assignedSince.clear();
    }
    if (intent === 'Escalated' || intent === 'Unresolved') this.isAcknowledged = false;
    if (intent === 'Resolved') this.isOpen = false;
    if (intent === 'Unresolved') {
      this.isOpen = true;
      // Its time was over while it was resolved.
      if (this.snoozedUntil !== null && this.snoozedUntil <= now) this.snoozedUntil = null;
    }
    if (intent === 'Archived') this.isArchived = true;
    if (intent === 'Unarchived') this.isArchived = false;
    if (intent === 'Snoozed') this.snoozedUntil = now + snoozeMinutes * 60 * second;
    if (intent === 'Unsnoozed') this.snoozedUntil = null;
    for (const user of users ?? []) this.assignedSince.add(user);
    if (['Unresolved', 'Unarchived', 'Unsnoozed'].includes(intent)) this.beganAt = now;
  }
}

interface Left {
  delivery: DeliveryDocument;
  at: number;
}

interface Night {
  teams: Record<string, TimelineTeam>;
  settings: Record<string, NotificationSettings>;
  actions: readonly (readonly [number, Action])[];
}

/** Plays it with a clock of its own; `leaves` sees every message that goes out, `drops` every one that does not. */
function play(
  { teams, settings, actions }: Night,
  see: {
    thought?(
      delivery: DeliveryDocument,
      told: ReadonlySet<string>,
      incident: IncidentDocument,
    ): void;
    leaves?(left: Left, truth: Truth, incident: IncidentDocument): void;
    drops?(left: Left, truth: Truth, reason: string): void;
    acted?(action: Action, incident: IncidentDocument, deliveries: DeliveryDocument[]): void;
  },
): void {
  let incident = opened('T', 'Critical');
  const truth = new Truth();
  const queue = new Map<string, DeliveryDocument>();
  const told = new Set<string>();
  const rest = actions
    .map(([seconds, one]) => ({ at: start + seconds * second, action: one }))
    .toSorted((a, b) => a.at - b.at);
  const sceneOf = (now: number): Scene => ({
    ...sceneAt(teams, [], now),
    recipient: (userId) => ({
      userId,
      email: `${userId}@example.com`,
      phone: '+15550001000',
      devices: [
        { id: 'phone', name: 'Phone' },
        { id: 'desktop', name: 'Desktop' },
      ],
      settings: settings[userId] ?? null,
      rules: null,
      isSuspended: false,
    }),
    channels: { missing: () => null },
  });
  for (let now = start, looks = 0; now <= start + horizon && looks < 3000; looks += 1) {
    const done: Action[] = [];
    const endOfSnooze = () =>
      incident.status === 'Open' ? incident.snoozed?.until?.getTime() : undefined;
    if ((endOfSnooze() ?? Number.POSITIVE_INFINITY) <= now) {
      incident = withEvent(
        { ...wake(incident), version: incident.version + 1 },
        { intent: 'Unsnoozed', at: new Date(now) },
      );
      truth.note({ intent: 'Unsnoozed' }, now);
    }
    const next = rest[0];
    if (next && next.at <= now) {
      rest.shift();
      if (allowedIntents(incident).includes(next.action.intent)) {
        incident = act(incident, next.action, new Date(now));
        truth.note(next.action, now);
        done.push(next.action);
      }
    }
    const decision = decide(incident, sceneOf(now));
    for (const delivery of decision.deliveries) {
      if (!queue.has(delivery._id)) see.thought?.(delivery, told, decision.after);
      if (delivery.state === 'queued' && !queue.has(delivery._id))
        queue.set(delivery._id, delivery);
    }
    for (const { isAlert, state, ownerId } of decision.deliveries)
      if (isAlert && state === 'queued') told.add(ownerId);
    incident = { ...decision.after, alerting: decision.state };
    for (const one of done) see.acted?.(one, incident, decision.deliveries);
    for (const delivery of queue.values()) {
      if (delivery.state !== 'queued' || delivery.dueAt.getTime() > now) continue;
      const reason = dropReason(delivery, incident);
      queue.set(delivery._id, { ...delivery, state: reason === null ? 'sent' : 'dropped' });
      if (reason === null) see.leaves?.({ delivery, at: now }, truth, incident);
      else see.drops?.({ delivery, at: now }, truth, inEnglish(reason));
    }
    const dues = [...queue.values()].flatMap(({ state, dueAt }) =>
      state === 'queued' ? dueAt.getTime() : [],
    );
    const candidates = [
      decision.state.nextAt?.getTime() ?? Number.POSITIVE_INFINITY,
      rest[0]?.at ?? Number.POSITIVE_INFINITY,
      endOfSnooze() ?? Number.POSITIVE_INFINITY,
      ...dues,
    ];
    const then = Math.min(...candidates);
    if (!Number.isFinite(then)) return;
    now = Math.max(then, now);
  }
}

const nights = fc.record({
  teams,
  settings: fc.record({ A: settings, B: settings, C: settings, D: settings }),
  actions: night,
});
const runs = { numRuns: quickRuns(1500) };
const isByPhone = ({ lane }: DeliveryDocument) => lane === 'VoiceCall' || lane === 'SMS';

describe('whatever happens in a night', () => {
  it('no phone rings for what is over or taken, and none with news', async () => {
    let rung = 0;
    await assertInPortions(
      fc.property(nights, (one) =>
        play(one, {
          leaves({ delivery, at }, truth, incident) {
            if (!isByPhone(delivery)) return;
            const { lane, isAlert, intent, ownerId, because } = delivery;
            const what = `${lane} ${intent} to ${ownerId} (${inEnglish(because)}) at ${(at - start) / second} s`;
            if (lane === 'VoiceCall') expect(isAlert, what).toBe(true);
            expect(truth.snoozedUntil, what).toBeNull();
            if (!isAlert) {
              const event = incident.events.find(({ id }) => id === delivery.eventId);
              expect(event?.status === 'Open', what).toBe(truth.isOpen);
              return;
            }
            rung += 1;
            expect([truth.isOpen, truth.isArchived], what).toEqual([true, false]);
            if (truth.isAcknowledged) expect([...truth.assignedSince], what).toContain(ownerId);
            expect(delivery.createdAt.getTime(), what).toBeGreaterThanOrEqual(truth.beganAt);
          },
        }),
      ),
      runs,
    );
    expect(rung).toBeGreaterThan(0);
  });

  it('an alert is sent unless something has happened since', async () => {
    let sent = 0;
    await assertInPortions(
      fc.property(nights, (one) =>
        play(one, {
          leaves: ({ delivery }) => {
            if (delivery.isAlert) sent += 1;
          },
          drops: ({ delivery }, truth, reason) => {
            if (delivery.isAlert)
              expect(truth.changedAt, reason).toBeGreaterThanOrEqual(delivery.createdAt.getTime());
          },
        }),
      ),
      runs,
    );
    expect(sent).toBeGreaterThan(0);
  });

  it('a reopening and the end of a snooze tell each person once, and whoever is on call in any case', async () => {
    let alerted = 0;
    await assertInPortions(
      fc.property(nights, (one) =>
        play(one, {
          acted({ intent }, { events, status, snoozed, isArchived }, deliveries) {
            if (intent !== 'Unresolved' && intent !== 'Unsnoozed') return;
            // That a team has nobody is another thing to be told of.
            const messages = deliveries.filter(
              ({ because, state }) => state === 'queued' && because.code !== 'nobodyReachedIn',
            );
            const keys = messages.map(
              ({ ownerId, lane, deviceId }) => `${ownerId} ${lane} ${deviceId}`,
            );
            expect(new Set(keys).size).toBe(keys.length);
            const isAcknowledged = intent === 'Unsnoozed' && wasAcknowledged(events);
            if (status !== 'Open' || snoozed || isArchived || isAcknowledged) return;
            for (const person of one.teams.T?.onDuty[0] ?? []) {
              alerted += 1;
              const isAlerted = deliveries.some(
                ({ ownerId, isAlert }) => ownerId === person && isAlert,
              );
              expect(isAlerted).toBe(true);
            }
          },
        }),
      ),
      runs,
    );
    expect(alerted).toBeGreaterThan(0);
  });

  it('an assignment that is not to alert again tells nobody who was told before', async () => {
    let told = 0;
    await assertInPortions(
      fc.property(nights, (one) =>
        play(one, {
          thought({ intent, eventId, ownerId, lane }, before, { events }) {
            const event = events.find(({ id }) => id === eventId);
            if (intent !== 'Assigned' || lane === 'Outbound' || event?.intent !== 'Assigned')
              return;
            told += 1;
            const { users, teams: given } = (event.options ?? {}) as Record<
              'users' | 'teams',
              { repeatAlerts: boolean } | undefined
            >;
            if ((users ?? given)?.repeatAlerts === false) expect(before.has(ownerId)).toBe(false);
          },
        }),
      ),
      runs,
    );
    expect(told).toBeGreaterThan(0);
  });
});

/** Read off the history by its own rule: since the last opening or escalation by hand. */
function wasAcknowledged(events: IncidentDocument['events']): boolean {
  const last = events.findLastIndex(
    ({ intent, by }) =>
      intent === 'Created' ||
      intent === 'Unresolved' ||
      (intent === 'Escalated' && by !== undefined),
  );
  return events.slice(last).some(({ intent }) => intent === 'Investigated');
}
