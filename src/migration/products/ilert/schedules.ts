import { hadEnded } from '../../model/had-ended.ts';
import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { idOf, inOrderOfNames } from '../../model/references.ts';
import { textUpTo } from '../../model/texts.ts';
import { readZone } from '../../model/zones.ts';
import { type Account, instantAt } from './account.ts';
import { layerOf } from './layers.ts';

type Shift = Bodies['tocsin_temporary_schedule']['shifts'][number];

const layersMax = 100;
const shiftsMax = 1000;

export function bringSchedules(account: Account): void {
  for (const source of inOrderOfNames(account.schedules.sources)) bringSchedule(account, source);
}

function bringSchedule(account: Account, source: Source): void {
  const { work, teams } = account;
  const zone = readZone(source, 'timezone') ?? 'UTC';
  const teamId = teams.ownerOf(source);
  const type = source.text('type');
  if (type !== 'STATIC' && type !== 'RECURRING')
    source.say('behaviour', 'Nobody is on call by it: not a type that is known.', 'type');
  const layers = source
    .list('scheduleLayers')
    .flatMap((layer, place) => layerOf(account, layer, { zone, place }) ?? []);
  if (layers.length > layersMax)
    source.say(
      'behaviour',
      `A schedule has ${layersMax} layers at most: those above are left out.`,
    );
  // Layers further down win, so they are kept.
  const kept = layers.slice(-layersMax);
  work.add('tocsin_schedule', source.key, {
    displayName: account.scheduleName(textUpTo(490, source, 'name') ?? source.name),
    ...{ teamId, timeZoneId: zone, layers: kept },
  });
  const shifts = shiftsOf(account, source, zone);
  bringShifts(account, source.key, shifts);
  teams.involve(
    teamId,
    [...kept.flatMap(({ groups }) => groups), ...shifts].flatMap(({ userIds }) => userIds),
  );
  for (const override of work.ledger.all('schedule-overrides'))
    if (override.of[0] === idOf(source)) bringOverride(account, override, source, zone);
}

/** Shifts of a static schedule. */
function shiftsOf({ work, people }: Account, source: Source, zone: string): Shift[] {
  const shifts = source.list('shifts').flatMap((shift): Shift[] => {
    const user = shift.at('user');
    const person = people.find(user);
    const [start, end] = [instantAt(shift, 'start', zone), instantAt(shift, 'end', zone)];
    if (hadEnded(work, shift, end)) return [];
    if (person !== null && start !== null && end !== null)
      return [{ userIds: [person], start, end }];
    shift.say('behaviour', 'Left out: nobody who can be invited, or no time that can be read.');
    return [];
  });
  return shifts.toSorted((one, other) => (one.start < other.start ? -1 : 1));
}

function bringShifts({ work }: Account, scheduleId: string, shifts: readonly Shift[]): void {
  const id = scheduleId.slice(scheduleId.lastIndexOf(':') + 1);
  for (let place = 0; place * shiftsMax < shifts.length; place += 1) {
    const own = shifts.slice(place * shiftsMax, (place + 1) * shiftsMax);
    const start = own.at(0)?.start;
    // The shift that begins first may end last.
    const end = own
      .map((shift) => shift.end)
      .toSorted()
      .at(-1);
    if (start === undefined || end === undefined) return;
    const key = place === 0 ? `ilert:shifts:${id}` : `ilert:shifts:${id}:${place + 1}`;
    work.add('tocsin_temporary_schedule', key, {
      ...{ scheduleId, start, end, shifts: own },
    });
  }
}

/** A person with an override is on call alone: ilert has one person on call at a time. */
function bringOverride(
  { work, people, teams }: Account,
  source: Source,
  schedule: Source,
  zone: string,
): void {
  const [start, end] = [instantAt(source, 'start', zone), instantAt(source, 'end', zone)];
  const userId = people.find(source.at('user'));
  if (hadEnded(work, source, end)) return;
  if (userId === null || start === null || end === null) {
    source.say('behaviour', 'Left out: nobody who can be invited, or no time that can be read.');
    return;
  }
  const key = `ilert:overrides:${source.of[0]}:${start.replaceAll(':', '-')}`;
  const isSecond = work.has(key) || overlapsEarlier(work.ledger.all('schedule-overrides'), source);
  if (isSecond)
    source.say('behaviour', 'Another one is there at that time: both people are on call then.');
  teams.involve(teams.ownerOf(schedule), [userId]);
  work.add('tocsin_on_call_override', work.has(key) ? `${key}:${userId.split(':').at(-1)}` : key, {
    ...{ userId, type: 'online', mode: 'replace', scheduleId: schedule.key, start, end },
  });
}

function overlapsEarlier(all: readonly Source[], one: Source): boolean {
  const span = (source: Source) =>
    [source.text('start'), source.text('end')].map((text) => Date.parse(text ?? ''));
  const [from = 0, until = 0] = span(one);
  const before = all.slice(0, all.indexOf(one)).filter(({ of }) => of[0] === one.of[0]);
  return before.some((other) => {
    const [start = 0, end = 0] = span(other);
    return start < until && from < end;
  });
}
