import type { Course, InterpretedPolicy, Telling, Whom, Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';

/**
 * Whom chains tell by the documents of OnCall: steps one after the other, each at once unless it waits. It ends as soon
 * as somebody acknowledges. Chats and webhooks tell no person.
 */
export function interpretChains({ ledger }: Pick<Work, 'ledger'>): InterpretedPolicy[] {
  const byChain = Map.groupBy(ledger.all('escalation_policies'), (step) =>
    step.text('escalation_chain_id'),
  );
  const keysOf = (kind: string) =>
    new Map(ledger.all(kind).map((source) => [source.text('id') ?? '', source]));
  const known = {
    ...{ users: keysOf('users'), schedules: keysOf('schedules'), teams: keysOf('teams') },
  };
  return ledger.all('escalation_chains').map((chain): InterpretedPolicy => {
    const steps = (byChain.get(chain.text('id')) ?? [])
      .map((step) => ({ step, position: step.number('position') ?? 0 }))
      .sort((one, other) => one.position - other.position)
      .map(({ step }) => step);
    const { key, name } = chain;
    return { key, name, tellings: (course) => tellingsOf(steps, known, course) };
  });
}

type Sources = ReadonlyMap<string, Source>;
type Known = Readonly<Record<'users' | 'schedules' | 'teams', Sources>>;

const roundsMax = 5;

function tellingsOf(steps: readonly Source[], known: Known, course: Course): Telling[] {
  const end = Math.min(
    course.minutes,
    course.closedAfter ?? course.minutes,
    // Messages in the minute of the acknowledgement were sent before it.
    course.acknowledgedAfter === null ? course.minutes : course.acknowledgedAfter + 0.001,
  );
  const told: Telling[] = [];
  let minute = 0;
  let rounds = 0;
  for (let at = 0; at < steps.length && minute < end; at += 1) {
    const step = steps[at];
    if (!step) break;
    switch (step.text('type')) {
      case 'wait':
        minute += Math.round((step.number('duration') ?? 0) / 60);
        break;
      case 'notify_if_time_from_to':
        minute += minutesUntil(step, course.openedAt.getTime() + minute * 60_000);
        break;
      case 'notify_if_num_alerts_in_window':
        // One alert is never more than so many.
        return told;
      case 'repeat_escalation':
        if (rounds === roundsMax) return told;
        rounds += 1;
        at = -1;
        break;
      case 'resolve':
        return told;
      default:
        for (const whom of whomOf(step, known, course)) told.push({ minute, whom });
    }
    if (at === -1 && !steps.some((one) => one.text('type') === 'wait')) return told;
  }
  return told;
}

/** In UTC; what begins later than it ends is over midnight. */
function minutesUntil(step: Source, now: number): number {
  const [from, to] = ['notify_if_time_from', 'notify_if_time_to'].map((member) => {
    const [hours, minutes] = (step.text(member) ?? '').split(':').map(Number);
    return (hours ?? Number.NaN) * 60 + (minutes ?? Number.NaN);
  });
  if (from === undefined || to === undefined || Number.isNaN(from + to)) return 0;
  const today = Math.floor(now / 60_000) % 1440;
  const isOpen = from < to ? today >= from && today < to : today >= from || today < to;
  return isOpen ? 0 : (from - today + 1440) % 1440;
}

function whomOf(step: Source, { users, schedules, teams }: Known, course: Course): Whom[] {
  const peopleIn = (member: string) =>
    listIn(step.whole(member)).flatMap((id): Whom[] => {
      const address = users.get(id)?.text('email');
      return address ? [{ is: 'person', address: address.toLowerCase() }] : [];
    });
  switch (step.text('type')) {
    case 'notify_persons':
      return peopleIn('persons_to_notify');
    case 'notify_person_next_each_time': {
      const all = peopleIn('persons_to_notify_next_each_time');
      return all.length > 0 ? [{ is: 'oneOf', all }] : [];
    }
    case 'notify_on_call_from_schedule': {
      const schedule = schedules.get(step.text('notify_on_call_from_schedule') ?? '');
      if (!schedule || !course.isAnybodyOnCall) return [];
      return [{ is: 'schedule', key: schedule.key, pick: 'onCall' }];
    }
    case 'notify_team_members': {
      const team = teams.get(step.text('team_to_notify') ?? '');
      return team ? [{ is: 'team', key: team.key, pick: 'members' }] : [];
    }
    default:
      return [];
  }
}

function listIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
