import { hadEnded } from '../../model/had-ended.ts';
import type { Source } from '../../model/ledger.ts';
import type { Account } from './account.ts';
import { instantAt } from './schedules.ts';

/** Overrides of schedules, and forwarding of one person's alerts to another. */
export function bringOverrides(account: Account): void {
  for (const source of account.work.ledger.all('schedule-overrides'))
    bringOverride(account, source);
  for (const source of account.work.ledger.all('forwarding-rules'))
    bringForwarding(account, source);
}

function bringOverride(account: Account, source: Source): void {
  const { work, schedules, teams } = account;
  const schedule = schedules.sources.find((one) => one.text('id') === source.of[0]);
  const times = timesOf(account, source);
  if (!times) return;
  const user = source.at('user');
  const behind = user && account.peopleBehind(user);
  if (!schedule || !behind) {
    source.say('behaviour', 'Left out: whom or what it names is not there any more.');
    return;
  }
  if (behind.note) user.say('behaviour', behind.note);
  const layerIds = layersOf(source, schedule);
  if (layerIds?.length === 0) {
    source.say('behaviour', 'Left out: its rotations are not there any more.');
    return;
  }
  if (behind.people.length === 0) {
    bringGap(account, source, schedule.key, times, layerIds);
    return;
  }
  const shifts = behind.people.flatMap((userId) => [
    { userId, ...times },
    ...forwardedFrom(account, userId, times),
  ]);
  teams.involve(
    teams.ownerOf(schedule),
    shifts.map(({ userId }) => userId),
  );
  for (const [index, shift] of shifts.entries())
    work.add('tocsin_on_call_override', index === 0 ? source.key : `${source.key}:${index + 1}`, {
      ...shift,
      type: 'online',
      scheduleId: schedule.key,
      layerIds,
      mode: 'replace',
    });
}

interface Shift {
  userId: string;
  start: string;
  end: string;
}

/**
 * Who stands in for somebody on duty by an override while their alerts are forwarded: an absence here takes them off
 * duty, but its replacements are for layers only.
 */
function forwardedFrom(
  account: Account,
  userId: string,
  { start, end }: Omit<Shift, 'userId'>,
  asked: ReadonlySet<string> = new Set(),
): Shift[] {
  const { work, people } = account;
  const seen = new Set([...asked, userId]);
  return work.ledger.all('forwarding-rules').flatMap((rule): Shift[] => {
    const to = people.find(rule.at('toUser'));
    const from = people.find(rule.at('fromUser'));
    const first = later(start, instantAt(rule, 'startDate'));
    const last = earlier(end, instantAt(rule, 'endDate'));
    if (from !== userId || to === null || seen.has(to) || first >= last) return [];
    const shift = { userId: to, start: first, end: last };
    return [shift, ...forwardedFrom(account, to, shift, seen)];
  });
}

/** Instants of one length and zone are in the order of their texts. */
function later(one: string, other: string | null): string {
  return other !== null && other > one ? other : one;
}

function earlier(one: string, other: string | null): string {
  return other !== null && other < one ? other : one;
}

/** Nobody in the place of everybody is a temporary schedule without shifts; of single rotations there is none. */
function bringGap(
  { work }: Account,
  source: Source,
  scheduleId: string,
  times: { start: string; end: string },
  layerIds: string[] | null,
): void {
  if (layerIds) source.say('behaviour', 'Only a whole schedule can have nobody for a time.');
  else work.add('tocsin_temporary_schedule', source.key, { scheduleId, ...times, shifts: [] });
}

/** Null: all rotations. */
function layersOf(override: Source, schedule: Source): string[] | null {
  const named = override.list('rotations');
  if (named.length === 0) return null;
  const own = schedule.list('rotations').map((one) => ({
    id: one.text('id'),
    name: one.text('name'),
  }));
  return named.flatMap((one) => {
    const id = one.text('id');
    const name = one.text('name');
    const found = own.find((rotation) => (id ? rotation.id === id : rotation.name === name));
    return found?.id ? [found.id] : [];
  });
}

function bringForwarding({ work, people }: Account, source: Source): void {
  const from = people.find(source.at('fromUser'));
  const to = people.find(source.at('toUser'));
  const start = instantAt(source, 'startDate');
  const end = instantAt(source, 'endDate');
  if (hadEnded(work, source, end)) return;
  if (from === null || to === null || (start !== null && end !== null && end <= start)) {
    source.say('behaviour', 'Left out: one of the two is not there any more, or it has no time.');
    return;
  }
  source.say(
    'approximated',
    'Shifts go to the other person; what names the first one directly does not. There both do.',
  );
  work.add('tocsin_on_call_override', source.key, {
    userId: from,
    type: 'offline',
    start,
    end,
    replacementUserIds: [to],
  });
}

function timesOf({ work }: Account, source: Source): { start: string; end: string } | null {
  const start = instantAt(source, 'startDate');
  const end = instantAt(source, 'endDate');
  if (start === null || end === null || end <= start) {
    source.say('behaviour', 'Left out: it has no beginning before an end.');
    return null;
  }
  return hadEnded(work, source, end) ? null : { start, end };
}
