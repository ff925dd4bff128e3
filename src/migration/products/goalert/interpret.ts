import type { Course, InterpretedPolicy, Telling, Whom, Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';

/**
 * Whom escalation policies tell by the documents of GoAlert: a step tells whom it names and is left after its delay,
 * whether or not that is somebody; all of it is repeated so many times. It ends as soon as somebody acknowledges.
 */
export function interpretPolicies({ ledger }: Pick<Work, 'ledger'>): InterpretedPolicy[] {
  const byId = (kind: string) =>
    new Map(ledger.all(kind).map((source) => [source.text('id') ?? '', source]));
  const known = {
    ...{ users: byId('users'), schedules: byId('schedules'), rotations: byId('rotations') },
  };
  return ledger.all('escalationPolicies').map((policy) => ({
    ...{ key: policy.key, name: policy.name },
    tellings: (course) => tellingsOf(policy, course, known),
  }));
}

type Known = Readonly<Record<'users' | 'schedules' | 'rotations', ReadonlyMap<string, Source>>>;

function tellingsOf(policy: Source, course: Course, known: Known): Telling[] {
  const end = Math.min(course.minutes, course.closedAfter ?? course.minutes);
  const isOver = (minute: number) =>
    minute >= end || (course.acknowledgedAfter !== null && minute > course.acknowledgedAfter);
  const steps = policy
    .list('steps')
    .map((step) => ({
      place: step.number('stepNumber') ?? 0,
      whom: step.list('actions').flatMap((action) => whomOf(action, course, known)),
      minutes: step.number('delayMinutes') ?? 0,
    }))
    .sort((one, other) => one.place - other.place);
  const length = steps.reduce((sum, { minutes }) => sum + minutes, 0);
  const repeat = policy.number('repeat') ?? 0;
  // Without an end, or without a time: nothing more is told of by going on.
  const rounds = length === 0 ? 0 : repeat < 0 ? Number.POSITIVE_INFINITY : repeat;
  const told: Telling[] = [];
  let minute = 0;
  for (let round = 0; round <= rounds; round += 1)
    for (const { whom, minutes } of steps) {
      if (isOver(minute)) return told;
      for (const one of whom) told.push({ minute, whom: one });
      minute += minutes;
    }
  return told;
}

function whomOf(action: Source, course: Course, known: Known): Whom[] {
  const args = action.at('args');
  switch (action.text('type')) {
    case 'builtin-user': {
      const address = known.users.get(args?.text('user_id') ?? '')?.text('email');
      return address ? [{ is: 'person', address: address.toLowerCase() }] : [];
    }
    case 'builtin-schedule':
      return onCall(known.schedules.get(args?.text('schedule_id') ?? ''), course);
    case 'builtin-rotation':
      return onCall(known.rotations.get(args?.text('rotation_id') ?? ''), course);
    default:
      return [];
  }
}

function onCall(schedule: Source | undefined, { isAnybodyOnCall }: Course): Whom[] {
  return schedule && isAnybodyOnCall ? [{ is: 'schedule', key: schedule.key, pick: 'onCall' }] : [];
}
