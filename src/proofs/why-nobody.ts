import { isSuspended, userKind } from '../identity/index.ts';
import { policyKind, scheduleKind } from '../on-call/index.ts';
import { peopleAt, type Rota } from '../rota/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { itemsOf, type Setup, type Snapshot } from '../stage/index.ts';
import { teamKind, teamMembershipKind } from '../teams/index.ts';

/** A step of a policy that told nobody, and when it was looked at. */
export interface EmptyStep {
  policyId: string;
  /** The first one is 1. */
  step: number;
  at: number;
}

/** Why nobody of a step is on call, where somebody could be: who is suspended, gone, absent or on leave. Pure. */
export function whyNobody(
  snapshot: Snapshot,
  { facts }: Pick<Setup, 'facts'>,
  { policyId, step, at }: EmptyStep,
): Sentence[] {
  const policy = itemsOf(snapshot, policyKind).find(({ id }) => id === policyId);
  const users = new Map(itemsOf(snapshot, userKind).map((user) => [user.id, user]));
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
      ...ofAway(away, schedule),
      ...named('proofAbsent', without({ overrides: rota.overrides.filter(isPresent) }), schedule),
      ...named('proofOnLeave', without({ leaves: [] }), schedule),
      ...(without({ temporaries: [] }).length > 0 ? [say('proofByHand', { schedule })] : []),
    ];
  }

  function whyEmpty(id: string): Sentence[] {
    const ids = itemsOf(snapshot, teamMembershipKind)
      .filter(({ wire }) => wire.teamId.toLowerCase() === id)
      .flatMap(({ wire }) => wire.userId?.toLowerCase() ?? []);
    const team = itemsOf(snapshot, teamKind).find((one) => one.id === id)?.wire.displayName ?? '';
    return ids.length > 0 ? ofAway(ids, team) : [say('proofNoMembers', { team })];
  }

  function ofAway(ids: readonly string[], of: string): Sentence[] {
    const suspended = ids.filter((id) => {
      const user = users.get(id);
      return user && isSuspended(user);
    });
    const isGone = ids.some((id) => !users.has(id));
    return [
      ...named('proofSuspended', suspended, of),
      ...(isGone ? [say('proofRemoved', { of })] : []),
    ];
  }

  function named(
    code: 'proofSuspended' | 'proofAbsent' | 'proofOnLeave',
    ids: readonly string[],
    of: string,
  ): Sentence[] {
    const people = ids.slice(0, peopleMax).map((id) => {
      const { displayName = null, email = '' } = users.get(id)?.wire ?? {};
      return displayName ?? email;
    });
    return people.length > 0 ? [say(code, { people, of })] : [];
  }
}

const peopleMax = 10;

function isPresent({ kind }: Rota['overrides'][number]): boolean {
  return kind !== 'absent';
}
