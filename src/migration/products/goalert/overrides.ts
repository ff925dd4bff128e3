import { hadEnded } from '../../model/had-ended.ts';
import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import type { Account } from './account.ts';
import { instantAt } from './schedules.ts';

type Override = Bodies['tocsin_on_call_override'];

/** Brings the people who are added to a schedule, removed from it, or replaced in it. */
export function bringOverrides(account: Account): void {
  for (const source of account.work.ledger.all('userOverrides')) bringOverride(account, source);
}

function bringOverride(account: Account, source: Source): void {
  const { work, people, schedules, teams } = account;
  const [start, end] = [instantAt(source, 'start'), instantAt(source, 'end')];
  if (hadEnded(work, source, end)) return;
  const target = source.at('target');
  const isSchedule = target?.text('type') === 'schedule';
  const schedule = schedules.sourceOf(isSchedule ? schedules.find(target.text('id')) : null);
  const who = whoOf(
    people.find(source.text('addUserID')),
    people.find(source.text('removeUserID')),
    source,
  );
  if (start === null || end === null || !schedule || !who) {
    source.say(
      'behaviour',
      'Left out: whom or what it names cannot be found, or its time not be read.',
    );
    return;
  }
  teams.involve(teams.ofTarget(schedule.text('id')), [
    who.userId,
    ...(who.replacementUserIds ?? []),
  ]);
  // Days that are planned by hand know no overrides there; here they come on top of them.
  const pieces = without({ start, end }, plannedIn(schedule));
  if (pieces.length === 0) source.say('lost', 'Has no effect: these days are planned by hand.');
  for (const [index, piece] of pieces.entries())
    work.add('tocsin_on_call_override', index === 0 ? source.key : `${source.key}:${index + 1}`, {
      ...{ ...who, scheduleId: schedule.key, ...piece },
    });
}

function whoOf(
  added: string | null,
  removed: string | null,
  source: Source,
): Pick<Override, 'userId' | 'type' | 'mode' | 'replacementUserIds'> | null {
  const isAdding = Boolean(source.text('addUserID'));
  const isRemoving = Boolean(source.text('removeUserID'));
  if (isAdding !== (added !== null) || isRemoving !== (removed !== null)) return null;
  if (removed !== null)
    return {
      ...{ userId: removed, type: 'offline' },
      ...(added !== null && { replacementUserIds: [added] }),
    };
  return added === null ? null : { userId: added, type: 'online', mode: 'add' };
}

interface Span {
  start: string;
  end: string;
}

function plannedIn(schedule: Source): Span[] {
  return schedule
    .list('temporarySchedules')
    .flatMap((temporary): Span[] => {
      const [start, end] = [instantAt(temporary, 'start'), instantAt(temporary, 'end')];
      return start !== null && end !== null ? [{ start, end }] : [];
    })
    .sort((one, other) => (one.start < other.start ? -1 : 1));
}

/** The parts of a span that are not taken; texts of one form are in the order of their times. */
function without({ start, end }: Span, taken: readonly Span[]): Span[] {
  const left: Span[] = [];
  let from = start;
  for (const one of taken) {
    if (one.start >= end || one.end <= from) continue;
    if (one.start > from) left.push({ start: from, end: one.start });
    from = one.end;
  }
  return from < end ? [...left, { start: from, end }] : left;
}
