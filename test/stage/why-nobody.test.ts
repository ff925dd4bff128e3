import { expect, it } from 'vitest';
import { openStage, type Snapshot, type StoredResource, whyNobody } from '../../src/stage/index.ts';
import { plainSnapshot } from '../proofs/plain-snapshot.ts';
import { withObject } from '../replays/small-town.ts';

const plain = plainSnapshot({ teams: 1, rules: 0 });
const at = plain.takenAt.getTime();
const [tiers] = plain.resources.get('TeamEscalations')?.values() ?? [];
if (!tiers) throw new Error('The team has no tiers.');
const { teamId } = tiers.wire as { teamId: string };

function why(snapshot: Snapshot, step = 1): string[] {
  const reasons = whyNobody(snapshot, openStage(snapshot), { teamId, policyId: null, step, at });
  return reasons.map(({ code }) => code);
}

function withOne(entityType: string, one: StoredResource): Snapshot {
  const items = new Map(plain.resources.get(entityType)).set(one.id, one);
  return { ...plain, resources: new Map(plain.resources).set(entityType, items) };
}

/** The person of the first tier. */
function first(): StoredResource {
  const text = JSON.stringify(tiers?.wire ?? {});
  const [membership] = [...(plain.resources.get('TeamMembership')?.values() ?? [])]
    .filter(({ id }) => text.includes(id))
    .toSorted((one, other) => text.indexOf(one.id) - text.indexOf(other.id));
  const { userId } = { ...membership?.wire } as { userId: string };
  const user = plain.resources.get('User')?.get(userId);
  if (!user) throw new Error('Nobody is in the first tier.');
  return user;
}

it('of a tier says who is suspended, absent or gone, and that it names nobody', () => {
  expect(why(plain)).toEqual([]);
  const user = first();
  const suspended = { ...user, internal: { ...user.internal, suspendedAt: plain.takenAt } };
  expect(why(withOne('User', suspended))).toEqual(['proofSuspended']);
  const wire = {
    ...{ userId: user.id, teamId, type: 'offline', escalationTier: null, scheduleId: null },
    ...{ start: null, end: new Date(at + 60_000).toISOString() },
  };
  const absence = { ...user, id: 'absence', wire };
  expect(why(withOne('OnCallOverride', absence))).toEqual(['proofAbsent']);
  const over = { ...absence, wire: { ...wire, end: new Date(at).toISOString() } };
  expect(why(withOne('OnCallOverride', over))).toEqual([]);
  const members = plain.resources.get('TeamMembership') ?? new Map();
  const gone = [...members.keys()].reduce(
    (snapshot) => withObject('TeamMembership', 0, () => null)(snapshot),
    plain,
  );
  expect(why(gone)).toEqual(['proofRemoved']);
  const empty = withObject('TeamEscalations', 0, (one) => ({ ...one, escalationTiers: [] }))(plain);
  expect(why(empty)).toEqual(['proofTierNamesNobody']);
});
