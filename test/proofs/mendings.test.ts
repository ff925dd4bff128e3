import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ChannelName } from '../../src/channels/index.ts';
import { escalationsKind } from '../../src/on-call/index.ts';
import type { GuaranteeWire } from '../../src/proofs/index.ts';
import { mendingsOf } from '../../src/proofs/mendings/try-mendings.ts';
import { Pace } from '../../src/proofs/outcome.ts';
import { prove } from '../../src/proofs/prove.ts';
import { staging } from '../../src/proofs/staging.ts';
import { type ConfigurationChange, itemsOf, type Snapshot } from '../../src/stage/index.ts';
import { assignment, resource } from '../../src/stage/terraform-text.ts';
import { runsOf } from '../support/runs.ts';
import { plainSnapshot } from './plain-snapshot.ts';
import { organizations } from './random-organization.ts';

const guarantees: fc.Arbitrary<GuaranteeWire> = fc
  .record({
    people: fc.constantFrom(1, 2),
    channels: fc.constantFrom<(ChannelName[] | null)[]>(['VoiceCall'], ['Push'], null),
    withinMinutes: fc.constantFrom(1, 4),
  })
  .map((told) => ({
    ...{ displayName: 'Told', incidents: {}, told, horizonDays: 1 },
    ...{ evenIf: null, excuses: null, alarm: null },
  }));

/** As the server would make it of this copy. */
function after(
  snapshot: Snapshot,
  { action, entityType, id, wire }: ConfigurationChange,
): Snapshot {
  const isOfPerson = entityType === 'UserIncidentNotificationSettings';
  const type = isOfPerson ? 'User' : entityType;
  const objects = new Map(snapshot.resources.get(type));
  const present = objects.get(id);
  if (action === 'delete') objects.delete(id);
  else if (present) {
    const whole = isOfPerson
      ? { ...present.wire, incidentNotificationSettings: wire }
      : { ...wire };
    objects.set(id, { ...present, wire: whole });
  } else {
    const [any] = snapshot.resources.get('User')?.values() ?? [];
    const { teamId = null, scheduleId: _, ...same } = { scheduleId: null, ...wire };
    if (any) objects.set(id, { ...any, id, wire: { ...same, teamId }, internal: {} });
  }
  return { ...snapshot, resources: new Map([...snapshot.resources, [type, objects]]) };
}

async function proven(snapshot: Snapshot, wire: GuaranteeWire, from: number, days = 1) {
  const { setup, sources } = staging(snapshot);
  return prove(wire, { setup, sources, from, horizonDays: days, isOver: () => false });
}

it('with any of them made, the incident that broke the guarantee breaks it no more', async () => {
  await fc.assert(
    fc.asyncProperty(organizations, guarantees, async (snapshot, wire) => {
      const before = await proven(snapshot, wire, snapshot.takenAt.getTime());
      const { counterExample: example, holes } = before;
      if (!example) return;
      const mendings = await mendingsOf({
        ...{ snapshot, wire, example, holes },
        after: async (change) => after(snapshot, change),
        pace: new Pace(() => false),
      });
      for (const { text, change } of mendings) {
        const minute = 1 / 1440;
        const now = await proven(after(snapshot, change), wire, example.at, minute);
        const same =
          now.counterExample?.at === example.at &&
          now.counterExample.witness.title === example.witness.title &&
          now.counterExample.witness.severity === example.witness.severity &&
          now.counterExample.source.integrationId === example.source.integrationId &&
          JSON.stringify(now.counterExample.witness) === JSON.stringify(example.witness);
        expect(same, `${text.code} ${JSON.stringify(text.values)}`).toBe(false);
      }
    }),
    { numRuns: runsOf({ short: 2, long: 60 }) },
  );
});

it('are what would have told more people in time, with as much waiting as still does', async () => {
  const snapshot = plainSnapshot({ teams: 1, rules: 0 });
  const [escalations] = itemsOf(snapshot, escalationsKind);
  const [first] = escalations?.wire.escalationTiers ?? [];
  if (!escalations || !first) throw new Error('There are no tiers.');
  // Somebody else than in the first tier.
  const second = structuredClone(first);
  second.schedules[0]?.rotations.reverse();
  escalations.wire.escalationTiers = [first, second];
  const wire: GuaranteeWire = {
    ...{ displayName: 'Two', incidents: { severities: ['Critical'] }, horizonDays: 1 },
    ...{ told: { withinMinutes: 5, channels: ['VoiceCall'], people: 2 } },
    ...{ evenIf: null, excuses: null, alarm: null },
  };
  const { counterExample: example, holes } = await proven(
    snapshot,
    wire,
    snapshot.takenAt.getTime(),
  );
  if (!example) throw new Error('It holds.');
  const found = await mendingsOf({
    ...{ snapshot, wire, example, holes, pace: new Pace(() => false) },
    after: async (change) => after(snapshot, change),
  });
  expect(found.map(({ text, code }) => [text.code, code?.split('\n')[0]])).toEqual([
    ['mendChannelAtOnce', 'delay_in_min_voice = 0'],
    ['mendTier', 'escalation_tiers[0].auto_escalation_after_minutes = 4'],
    ...Array.from({ length: 3 }, () => [
      'mendDuty',
      'resource "tocsin_on_call_override" "stands_in" {',
    ]),
  ]);
  // Nothing is offered that was not tried, or would be refused.
  const refused = { snapshot, wire, example, holes, pace: new Pace(() => false) };
  expect(await mendingsOf({ ...refused, after: async () => null })).toEqual([]);
});

it('changes are written as Terraform reads them', () => {
  expect(assignment('escalationTiers[0].autoEscalationAfterMinutes', 3)).toBe(
    'escalation_tiers[0].auto_escalation_after_minutes = 3',
  );
  expect(assignment('severitiesSMS', ['Critical', 'Minor'])).toBe(
    'severities_sms = ["Critical", "Minor"]',
  );
  const members = { userId: 'a"${b}', teamId: null, targets: [{ pick: 'members' }] };
  expect(resource('tocsin_silence', 'quiet', { teamId: 'a', end: 1 })).toBe(
    'resource "tocsin_silence" "quiet" {\n  team_id = "a"\n  end     = 1\n}',
  );
  expect(resource('tocsin_on_call_override', 'stands_in', members)).toBe(
    [
      'resource "tocsin_on_call_override" "stands_in" {',
      '  user_id = "a\\"$${b}"',
      '  targets = [{',
      '    pick = "members"',
      '  }]',
      '}',
    ].join('\n'),
  );
});
