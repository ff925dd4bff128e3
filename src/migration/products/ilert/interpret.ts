import type { Course, InterpretedPolicy, Telling, Whom, Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';
import { idOf } from '../../model/references.ts';

/**
 * Whom escalation policies tell by the documents of ilert: a level tells whom it names, and the next one follows after
 * its time, or at once where nobody of it is on call. Repeating ones begin again, so many times. It ends as soon as
 * somebody accepts the alert.
 */
export function interpretPolicies({ ledger }: Pick<Work, 'ledger'>): InterpretedPolicy[] {
  const byId = (kind: string) =>
    new Map(ledger.all(kind).map((source) => [idOf(source) ?? '', source]));
  const known = { users: byId('users'), schedules: byId('schedules'), teams: byId('teams') };
  return ledger.all('escalation-policies').map((policy) => ({
    ...{ key: policy.key, name: policy.name },
    tellings: (course) => tellingsOf(policy, course, known),
  }));
}

type Known = Readonly<Record<'users' | 'schedules' | 'teams', ReadonlyMap<string, Source>>>;

function tellingsOf(policy: Source, course: Course, known: Known): Telling[] {
  const end = Math.min(course.minutes, course.closedAfter ?? course.minutes);
  const isOver = (minute: number) =>
    minute >= end || (course.acknowledgedAfter !== null && minute > course.acknowledgedAfter);
  const levels = policy.list('escalationRules').map((rule) => ({
    whom: whomOf(rule, course, known),
    minutes: rule.number('escalationTimeout') ?? 0,
  }));
  const repeats = policy.flag('repeating') === true ? (policy.number('frequency') ?? 1) : 0;
  const told: Telling[] = [];
  let minute = policy.number('delayMin') ?? 0;
  for (let round = 0; round <= repeats; round += 1) {
    const before = told.length;
    for (const { whom, minutes } of levels) {
      if (isOver(minute)) return told;
      for (const one of whom) told.push({ minute, whom: one });
      if (whom.length > 0) minute += minutes;
    }
    if (told.length === before) break;
  }
  return told;
}

function whomOf(rule: Source, course: Course, { users, schedules, teams }: Known): Whom[] {
  const named = (one: string, many: string, known: ReadonlyMap<string, Source>): Source[] => {
    const all = [rule.at(one), ...rule.list(many)];
    const found = all.flatMap((source) => (source && known.get(idOf(source) ?? '')) ?? []);
    return [...new Set(found)];
  };
  const people = named('user', 'users', users).flatMap((user): Whom[] => {
    const address = user.text('email')?.toLowerCase();
    return address ? [{ is: 'person', address }] : [];
  });
  const duty = course.isAnybodyOnCall ? named('schedule', 'schedules', schedules) : [];
  return [
    ...people,
    ...duty.map(({ key }): Whom => ({ is: 'schedule', key, pick: 'onCall' })),
    ...named('team', 'teams', teams).map(({ key }): Whom => ({ is: 'team', key, pick: 'members' })),
  ];
}
