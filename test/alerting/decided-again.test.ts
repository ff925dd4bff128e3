import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Decision, decide } from '../../src/alerting/decide.ts';
import { createEngine, type Engine } from '../../src/alerting/engine.ts';
import { SceneCache } from '../../src/alerting/scene-cache.ts';
import { holdFor, type IncidentDocument, incidentModel } from '../../src/incidents/index.ts';
import {
  type DeliveryDocument,
  deliveryModel,
  type Sender,
} from '../../src/notifications/index.ts';
import { inEnglish } from '../../src/sentences/index.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { staffTeam } from '../support/staffed-team.ts';
import {
  type Action,
  sceneAt,
  start,
  type TimelinePolicy,
  type TimelineTeam,
  timelineOf,
} from './timeline.ts';

/** What tells whom of what. */
const whatOf = ({ step, because, ownerId, lane }: DeliveryDocument) =>
  `${step} ${inEnglish(because)} ${ownerId} ${lane}`;
const momentOf = ({ ownerId, createdAt }: DeliveryDocument) => `${ownerId} ${createdAt.getTime()}`;

const eventsOf = ({ after }: Decision) => after.events.map(({ id }) => id);

const people = ['A', 'B', 'C', 'D'];
const tier = fc.record(
  {
    autoEscalationEnabled: fc.boolean(),
    autoEscalationAfterMinutes: fc.constantFrom(0, 1, 5),
    repeats: fc.constantFrom(0, 1, 3),
    repeatsAfterMinutes: fc.constantFrom(0, 2),
    autoAssignToTeams: fc.constantFrom<string[]>(['U'], []),
  },
  { requiredKeys: [] },
);
const team: fc.Arbitrary<TimelineTeam> = fc
  .array(fc.tuple(tier, fc.subarray(people)), { maxLength: 4 })
  .chain((tiers) =>
    fc.record({
      tiers: fc.constant(tiers.map(([settings]) => settings)),
      onDuty: fc.constant(tiers.map(([, onDuty]) => onDuty)),
      administrators: fc.subarray(people),
      tierSettings: fc.option(
        fc.record({ repeats: fc.constantFrom(0, 2), repeatsAfterMinutes: fc.constantFrom(0, 3) }),
      ),
    }),
  ) as fc.Arbitrary<TimelineTeam>;
const action: fc.Arbitrary<Action> = fc.constantFrom(
  { intent: 'Investigated' },
  { intent: 'Escalated' },
  { intent: 'Commented' },
  { intent: 'Assigned', teams: ['U'] },
  { intent: 'Assigned', users: ['D'] },
);
const hold = fc.option(
  fc.constantFrom(
    { pauseMinutes: 7 },
    { threshold: { payloads: 2, withinMinutes: 4, below: 'alert' as const } },
    { threshold: { payloads: 2, withinMinutes: 4, below: 'forget' as const } },
  ),
);
const later = fc.constantFrom(1, 999, 61_000, 3_600_000, 9 * 86_400_000);

describe('a decision that is taken again later', () => {
  it('gives the same messages and events, whatever the plans are and however late it is', () => {
    fc.assert(
      fc.property(
        fc.record({ T: team, U: team }),
        fc.dictionary(fc.constantFrom('0', '1', '3', '6'), action, { maxKeys: 2 }),
        fc.subarray(people),
        fc.subarray([...people, 'owner']),
        hold,
        later,
        (teams, actions, unreachable, slow, held, milliseconds) => {
          timelineOf({
            hold: holdFor(held, { at: new Date(start), severity: 'Critical' }) ?? undefined,
            teams,
            actions,
            unreachable,
            slow,
            until: 60,
            onDecision(incident, now, decision, reached) {
              const scene = sceneAt(teams, unreachable, now + milliseconds);
              const again = decide(incident, { ...scene, reached });
              // By then more may be due.
              const ids = new Map(again.deliveries.map((one) => [whatOf(one), one._id]));
              const alerted = again.deliveries.filter(({ isAlert }) => isAlert).map(momentOf);
              for (const message of decision.deliveries) {
                // News is left to an alert of the same moment, which may be due by then.
                if (!message.isAlert && alerted.includes(momentOf(message))) continue;
                expect(ids.get(whatOf(message))).toBe(message._id);
              }
              expect(eventsOf(again)).toEqual(expect.arrayContaining(eventsOf(decision)));
            },
          });
        },
      ),
    );
  });
});

const policyStep = fc.record(
  {
    targets: fc
      .subarray(['a', 'b', 'cd', ''])
      .map((ids) => [...ids.map((scheduleId) => ({ scheduleId })), { policyId: 'q' }]),
    afterMinutes: fc.constantFrom(0, 1, 5),
    repeats: fc.constantFrom(0, 1, 3),
    repeatsAfterMinutes: fc.constantFrom(1, 2),
    stopsWhen: fc.constantFrom('acknowledged', 'resolved'),
    ifNobody: fc.constantFrom('nextAtOnce', 'wait'),
    severities: fc.constantFrom(['Critical'], ['Minor']),
    assignTeamIds: fc.constantFrom(['u'], []),
    resolves: fc.constantFrom(false, false, false, true),
    share: fc.constant({ size: 1 }),
  },
  { requiredKeys: ['targets'] },
) as fc.Arbitrary<TimelinePolicy['steps'][number]>;
const policy = (teamId: string): fc.Arbitrary<TimelinePolicy> =>
  fc.record({
    teamId: fc.constant(teamId),
    steps: fc.array(policyStep, { minLength: 1, maxLength: 4 }),
    loops: fc.constantFrom(0, 2),
    loopAfterMinutes: fc.constantFrom(1, 9),
    acknowledgementLapsesAfterMinutes: fc.constantFrom(null, 10),
    resolvesAfterMinutes: fc.constantFrom(null, 30),
  });

describe('a decision by policies that is taken again later', () => {
  it('gives the same messages and events, and begins no policy twice', () => {
    fc.assert(
      fc.property(
        fc.record({ p: policy('T'), q: policy('U') }),
        fc.record({ T: team, U: team }),
        fc.dictionary(fc.constantFrom('0', '1', '3', '6'), action, { maxKeys: 2 }),
        fc.subarray(people),
        fc.subarray([...people, 'owner']),
        later,
        (policies, { T, U }, actions, unreachable, slow, milliseconds) => {
          const teams = { T: { ...T, defaultPolicyId: 'p' }, U };
          timelineOf({
            teams,
            policies,
            actions,
            unreachable,
            slow,
            until: 60,
            onDecision(incident, now, decision, reached) {
              const scene = sceneAt(teams, unreachable, now + milliseconds, policies);
              const again = decide(incident, { ...scene, reached });
              const ids = new Map(again.deliveries.map((one) => [whatOf(one), one._id]));
              const alerted = again.deliveries.filter(({ isAlert }) => isAlert).map(momentOf);
              for (const message of decision.deliveries) {
                if (!message.isAlert && alerted.includes(momentOf(message))) continue;
                expect(ids.get(whatOf(message))).toBe(message._id);
              }
              expect(eventsOf(again)).toEqual(expect.arrayContaining(eventsOf(decision)));
              const begun = decision.state.plans.flatMap(({ policyId }) => policyId ?? []);
              expect(begun).toEqual([...new Set(begun)]);
            },
          });
        },
      ),
    );
  });
});

describe('somebody who is on call sooner than was planned', () => {
  const at = start + 7 * 60_000;
  const unset: TimelineTeam = { tiers: [{}], onDuty: [[]] };
  const following = { ...unset, defaultPolicyId: 'p' };
  const byPolicy = (scheduleId: string) => ({
    p: { teamId: 'T', steps: [{ targets: [{ scheduleId }] }] } as TimelinePolicy,
  });
  it.each<{
    by: string;
    before: Record<string, TimelineTeam>;
    after: Record<string, TimelineTeam>;
    policies?: Record<string, TimelinePolicy>;
    changed?: Record<string, TimelinePolicy>;
  }>([
    { by: 'tiers', before: { T: unset }, after: { T: { ...unset, onDuty: [['A']] } } },
    {
      ...{ by: 'a policy', before: { T: following }, policies: byPolicy('-') },
      ...{ after: { T: following }, changed: byPolicy('a') },
    },
  ])('by $by: is told by the same messages, however late it is decided', (one) => {
    const { incident } = timelineOf({ teams: one.before, policies: one.policies ?? {}, until: 5 });
    const look = (of: IncidentDocument, now: number) =>
      decide(of, { ...sceneAt(one.after, [], now, one.changed), reached: () => ['owner'] });
    const toAda = ({ deliveries }: Decision) =>
      deliveries.flatMap(({ _id, ownerId }) => (ownerId === 'A' ? _id : []));
    // The instant is stored before anybody is told.
    const noticed = look(incident, at);
    expect(toAda(noticed)).toEqual([]);
    expect(noticed.state.nextAt).toEqual(new Date(at));
    const stored = { ...noticed.after, alerting: noticed.state };
    const told = toAda(look(stored, at));
    expect(told).not.toEqual([]);
    for (const late of [1, 999, 61_000, 3_600_000])
      expect(toAda(look(stored, at + late))).toEqual(told);
  });
});

describe('a process that dies when it has stored messages', () => {
  let server: TestApp;
  let engine: Engine;
  let smtp: FakeSmtpServer;

  beforeAll(async () => {
    smtp = await startSmtpServer();
    server = await startTestApp({
      env: { TOCSIN_SMTP_URL: smtp.url, TOCSIN_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' },
    });
    const { world, processes } = server.app;
    const cache = new SceneCache(world, processes, { missing: () => null });
    engine = createEngine(world, processes, { cache, sender: dying, poke: () => {} });
  });
  afterAll(async () => {
    engine.stop();
    await server.stop();
    await smtp.stop();
  });

  const messages = () =>
    deliveryModel(server.app.world.store).find({}).sort({ _id: 1 }).lean<DeliveryDocument[]>();

  const dying: Pick<Sender, 'store'> = {
    async store(deliveries) {
      await deliveryModel(server.app.world.store).collection.insertMany(
        deliveries.map((delivery) => ({ ...delivery, _id: delivery._id as never })),
      );
      throw new Error('The power is gone.');
    },
  };

  it('is followed by one that tells nobody twice: neither tiers at once, nor rules, turns and tools', async () => {
    const { api } = server;
    const atOnce = { autoEscalationEnabled: true, autoEscalationAfterMinutes: 0 };
    const inTurn = { roundRobinSettings: { roundRobinSize: 1 } };
    const team = await staffTeam(api, 'Payments', [
      { people: ['Ada', 'Bob', 'Cem'], settings: atOnce, schedule: inTurn },
      { people: ['Dora', 'Emil'], settings: atOnce, schedule: inTurn },
      { people: ['Finn'] },
    ]);
    const other = await staffTeam(api, 'Database', [{ people: ['Gil'] }]);
    await api.make('/outbound-integration', {
      displayName: 'Tool',
      teamId: team.id,
      type: 'Webhook',
      webhookSettings: { url: 'http://127.0.0.1:9/', method: 'POST', headers: [], secret: null },
    });
    await api.make('/routing', {
      displayName: 'Rules',
      teamId: team.id,
      rules: [
        {
          displayName: 'Tills',
          conditions: { intents: ['Created'] },
          actions: { assignToTeams: [other.id], addInteraction: 'Commented', comment: 'A till' },
        },
      ],
    });
    const incident = { teamIds: [team.id], severity: 'Warning', status: 'Open' };
    const id = await api.make('/incident', { ...incident, title: 'Till closed' });

    await expect(engine.task.run(new AbortController().signal)).rejects.toThrow('power');
    const stored = (await messages()).map(({ _id }) => _id);
    expect(stored).toHaveLength(7);
    server.clock.advance(41);
    await server.app.jobs.runAll();

    const after = await messages();
    expect(after.filter(({ attempts }) => attempts.length === 0)).toEqual([]);
    const toPeople = after.filter(({ lane }) => lane !== 'Outbound');
    expect(toPeople.map(({ because }) => inEnglish(because)).toSorted()).toEqual([
      'Tier 1 of Database',
      'Tier 1 of Payments',
      'Tier 2 of Payments',
      'Tier 3 of Payments',
    ]);
    // One of each event, those of tiers included, which were not written before.
    const toTool = after.filter(({ lane }) => lane === 'Outbound');
    expect(toTool.map(({ intent }) => intent).toSorted()).toEqual([
      'Assigned',
      'Commented',
      'Created',
      'Escalated',
      'Escalated',
    ]);
    expect(after.map(({ _id }) => _id)).toEqual(expect.arrayContaining(stored));
    const kept = await incidentModel(server.app.world.store).findById(id).lean();
    expect(kept?.alerting?.plans?.map(({ tier }) => tier).toSorted()).toEqual([1, 3]);
    // What messages tell of is in the history.
    const events = kept?.events.map((event) => event.id);
    for (const { eventId } of after) expect(events).toContain(eventId);
  });
});
