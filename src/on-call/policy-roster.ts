import { everybodyIn, neighbourShift, peopleAt, type Rota } from '../rota/index.ts';
import type { PolicyStep, PolicyTarget } from './policy-plan.ts';

/** The facts of the organization that say who the targets of policies are. Nobody in it is suspended. */
interface PolicySurroundings {
  rota(scheduleId: string): Rota | undefined;
  members(teamId: string): readonly string[];
  administrators(teamId: string): readonly string[];
}

/** Whom a step tells at one moment, target by target; those who are nobody are empty. */
export interface StepRoster {
  groups: readonly (readonly string[])[];
  /** By which schedules somebody among them is told; none for those who are named otherwise. */
  schedulesOf(userId: string): readonly string[];
  /** Some of its targets are people, whether or not anybody is there. */
  namesPeople: boolean;
}

/**
 * The people of a step at an instant. `draw` gives a number from 0 to below a count, the same each time for the same
 * incident, step and round.
 */
export function stepRoster(
  { targets }: Pick<PolicyStep, 'targets'>,
  at: number,
  around: PolicySurroundings,
  draw: (count: number) => number,
): StepRoster {
  const people = targets.filter(isOfPeople).map((target) => ({
    target,
    users: [...new Set(peopleOf(target, at, around, draw))],
  }));
  return {
    groups: people.map(({ users }) => users),
    schedulesOf: (userId) =>
      people.flatMap(({ target, users }) =>
        target.kind === 'schedule' && users.includes(userId) ? target.scheduleId.toLowerCase() : [],
      ),
    namesPeople: people.length > 0,
  };
}

type TargetOfPeople = Extract<PolicyTarget, { kind: 'user' | 'schedule' | 'team' }>;

function isOfPeople(target: PolicyTarget): target is TargetOfPeople {
  return target.kind === 'user' || target.kind === 'schedule' || target.kind === 'team';
}

function peopleOf(
  target: TargetOfPeople,
  at: number,
  around: PolicySurroundings,
  draw: (count: number) => number,
): readonly string[] {
  switch (target.kind) {
    case 'user':
      return [target.userId];
    case 'schedule': {
      const rota = around.rota(target.scheduleId);
      return rota ? pickedOf(rota, target.pick, at) : [];
    }
    case 'team': {
      if (target.pick === 'administrators') return around.administrators(target.teamId);
      const members = around.members(target.teamId).toSorted();
      if (target.pick === 'members') return members;
      const drawn = members.length > 0 ? members[draw(members.length)] : undefined;
      return drawn === undefined ? [] : [drawn];
    }
  }
}

type PickOfSchedule = Extract<PolicyTarget, { kind: 'schedule' }>['pick'];

function pickedOf(rota: Rota, pick: PickOfSchedule, at: number): string[] {
  switch (pick) {
    case 'onCall':
      return peopleAt(rota, at).people.map(({ userId }) => userId);
    case 'everybody':
      return everybodyIn(rota);
    case 'next':
    case 'previous':
      return neighbourShift(rota, at, pick)?.people.map(({ userId }) => userId) ?? [];
  }
}

/** Who of them an incident goes to, by the turn that it takes: each turn goes on where the one before it ended. */
export function sharedOut(
  groups: StepRoster['groups'],
  { size, over }: NonNullable<PolicyStep['share']>,
  turn: number,
): string[] {
  const present = groups.filter((group) => group.length > 0);
  const places =
    over === 'targets'
      ? present
      : [...new Set(present.flat())].toSorted().map((userId) => [userId]);
  const count = Math.min(size, places.length);
  const taken = Array.from({ length: count }, (_, place) => {
    return places[(turn * count + place) % places.length] ?? [];
  });
  return [...new Set(taken.flat())];
}

/** Everybody who may be on duty by a schedule, whatever overrides and temporary schedules say. */
export function everybodyNamed(rota: Rota): string[] {
  return [
    ...everybodyIn(rota),
    ...rota.temporaries.flatMap(({ shifts }) => shifts.flatMap(({ userIds }) => userIds)),
    ...rota.overrides.flatMap(({ userId, replacements }) => [userId, ...replacements]),
  ];
}
