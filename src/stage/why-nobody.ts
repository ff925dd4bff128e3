import { isSuspended, personName, type User, userKind } from '../identity/index.ts';
import { escalationsKind, overrideKind, policyKind, scheduleKind } from '../on-call/index.ts';
import { peopleAt, type Rota } from '../rota/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { teamKind, teamMembershipKind } from '../teams/index.ts';
import type { Stage } from './open-stage.ts';
import { itemsOf, type Snapshot } from './snapshot.ts';

/** A step of a policy, or a tier of a team, that told nobody, and when it was looked at. */
export interface EmptyStep {
  teamId: string;
  /** Null: a tier of the team. */
  policyId: string | null;
  /** The first one is 1. */
  step: number;
  at: number;
}

/** Why nobody of a step is on call, where somebody could be: who is suspended, gone, absent or on leave. Pure. */
export function whyNobody(
  snapshot: Snapshot,
  { facts }: Pick<Stage, 'facts'>,
  { teamId: ownTeamId, policyId, step, at }: EmptyStep,
): Sentence[] {
  const users = new Map(itemsOf(snapshot, userKind).map((user) => [user.id, user]));
  if (policyId === null) return whyTier(ownTeamId.toLowerCase());
  const policy = itemsOf(snapshot, policyKind).find(({ id }) => id === policyId);
  return (policy?.wire.steps[step - 1]?.targets ?? []).flatMap(({ scheduleId, teamId, pick }) => {
    if (scheduleId) return whyOff(scheduleId.toLowerCase());
    return teamId && pick !== 'administrators' ? whyEmpty(teamId.toLowerCase()) : [];
  });

  function whyOff(id: string): Sentence[] {
    const rota = facts.policies.rota(id);
    if (!rota || peopleAt(rota, at).people.length > 0) return [];
    const schedule =
      itemsOf(snapshot, scheduleKind).find((one) => one.id === id)?.wire.displayName ?? '';
    // As if one thing were otherwise: whoever is on call then is not because of it.
    const without = (changed: Partial<Rota>) =>
      peopleAt({ ...rota, ...changed }, at).people.map(({ userId }) => userId);
    const away = without({ away: new Set() });
    return [
      ...ofAway(users, away, schedule),
      ...named(
        users,
        'proofAbsent',
        without({ overrides: rota.overrides.filter(isPresent) }),
        schedule,
      ),
      ...named(users, 'proofOnLeave', without({ leaves: [] }), schedule),
      ...(without({ temporaries: [] }).length > 0 ? [say('proofByHand', { schedule })] : []),
    ];
  }

  function whyTier(id: string): Sentence[] {
    const tiers = itemsOf(snapshot, escalationsKind).find(({ wire }) => isSame(wire.teamId, id));
    const memberIds = (tiers?.wire.escalationTiers[step - 1]?.schedules ?? []).flatMap(
      ({ rotations }) =>
        (rotations ?? []).flatMap(({ members }) =>
          (members ?? []).map(({ teamMembershipId }) => teamMembershipId.toLowerCase()),
        ),
    );
    const members = new Map(
      itemsOf(snapshot, teamMembershipKind).map((one) => [one.id, one.wire.userId ?? null]),
    );
    const of = teamNameOf(snapshot, id);
    if (memberIds.length === 0) return [say('proofTierNamesNobody', { of })];
    const isAbsent = absentFrom(snapshot, id, { step, at });
    const ids = memberIds.map((one) => members.get(one)?.toLowerCase() ?? one);
    return [...ofAway(users, ids, of), ...named(users, 'proofAbsent', ids.filter(isAbsent), of)];
  }

  function whyEmpty(id: string): Sentence[] {
    const ids = itemsOf(snapshot, teamMembershipKind)
      .filter(({ wire }) => wire.teamId.toLowerCase() === id)
      .flatMap(({ wire }) => wire.userId?.toLowerCase() ?? []);
    const team = teamNameOf(snapshot, id);
    return ids.length > 0 ? ofAway(users, ids, team) : [say('proofNoMembers', { team })];
  }
}

type Users = ReadonlyMap<string, User>;

/** By an override that holds for the tier then. */
function absentFrom(
  snapshot: Snapshot,
  id: string,
  { step, at }: Pick<EmptyStep, 'step' | 'at'>,
): (userId: string) => boolean {
  const absent = itemsOf(snapshot, overrideKind).filter(({ wire }) => {
    const { type, teamId, escalationTier, scheduleId, start, end } = wire;
    if (type !== 'offline' || scheduleId) return false;
    const isHere = !teamId || isSame(teamId, id);
    const isOfTier = escalationTier === null || escalationTier === step;
    const hasBegun = start === null || Date.parse(start) <= at;
    return isHere && isOfTier && hasBegun && (end === null || at < Date.parse(end));
  });
  return (userId: string) => absent.some(({ wire }) => isSame(wire.userId, userId));
}

function teamNameOf(snapshot: Snapshot, id: string): string {
  return itemsOf(snapshot, teamKind).find((one) => one.id === id)?.wire.displayName ?? '';
}

function ofAway(users: Users, ids: readonly string[], of: string): Sentence[] {
  const suspended = ids.filter((id) => {
    const user = users.get(id);
    return user && isSuspended(user);
  });
  const isGone = ids.some((id) => !users.has(id));
  return [
    ...named(users, 'proofSuspended', suspended, of),
    ...(isGone ? [say('proofRemoved', { of })] : []),
  ];
}

function named(
  users: Users,
  code: 'proofSuspended' | 'proofAbsent' | 'proofOnLeave',
  ids: readonly string[],
  of: string,
): Sentence[] {
  const people = ids.slice(0, peopleMax).map((userId) => {
    const user = users.get(userId);
    return { userId, displayName: user ? personName(user.wire) : null };
  });
  return people.length > 0 ? [say(code, { people, of })] : [];
}

/** The reason of a step; if nobody of the step is on call, with the cause where it is known. Pure. */
export function saidOfStep(
  snapshot: Snapshot,
  stage: Pick<Stage, 'facts'>,
  place: EmptyStep,
  why: Sentence | null,
): Sentence | null {
  if (why?.code !== 'nobodyOfStep') return why;
  const reasons = whyNobody(snapshot, stage, place);
  return reasons.length === 0 ? why : say('nobodyBecause', { reasons });
}

const peopleMax = 10;

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function isPresent({ kind }: Rota['overrides'][number]): boolean {
  return kind !== 'absent';
}
