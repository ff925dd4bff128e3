import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { textUpTo } from '../../model/texts.ts';
import { readZone } from '../../model/zones.ts';
import type { Account } from './account.ts';
import { bringCalendar, bringCalendarOverrides } from './calendars.ts';
import { layerOf } from './layers.ts';

type Layer = Bodies['tocsin_schedule']['layers'][number];

const layersMax = 100;

export function bringSchedules(account: Account): void {
  const named = new Set(account.schedules.sources.flatMap((source) => source.texts('shifts')));
  for (const shift of account.shifts.sources)
    if (!named.has(shift.text('id') ?? ''))
      shift.say('lost', 'No schedule has this shift, so nobody is on duty by it.');
  // A shift may be in several schedules: it is read once for each zone, so that its lines are there once.
  const layers = new Map<string, Layer | null>();
  for (const source of account.schedules.sources) bringSchedule(account, source, layers);
}

function bringSchedule(account: Account, source: Source, known: Map<string, Layer | null>): void {
  const { work, teams, shifts } = account;
  const teamId = teams.ownerOf(source);
  const type = source.text('type');
  const zone = readZone(source, 'time_zone') ?? 'UTC';
  const shiftZone = zoneOfShifts(source, type, zone);
  const layers = source.texts('shifts').flatMap((id): Layer[] => {
    const shift = shifts.sourceOf(shifts.find(id));
    if (!shift) {
      source.say('behaviour', `Left out: shift ${id} cannot be read.`, 'shifts');
      return [];
    }
    if (shiftZone === null) return [];
    const at = `${id} ${shiftZone}`;
    const layer = known.has(at) ? known.get(at) : layerOf(account, shift, shiftZone);
    known.set(at, layer ?? null);
    return layer ? [layer.timeZoneId === zone ? { ...layer, timeZoneId: null } : layer] : [];
  });
  if (layers.length > layersMax)
    source.say(
      'behaviour',
      `A schedule has ${layersMax} layers at most: later shifts are left out.`,
    );
  const kept = layers.slice(0, layersMax);
  work.add('tocsin_schedule', source.key, {
    ...{ displayName: textUpTo(500, source, 'name') ?? source.name, teamId },
    ...{ timeZoneId: zone, layers: kept },
  });
  teams.involve(
    teamId,
    kept.flatMap(({ groups }) => groups.flatMap(({ userIds }) => userIds)),
  );
  if (type === 'ical') bringCalendar(account, source, teamId);
  else bringCalendarOverrides(account, source, teamId);
}

/** Null: it has no shifts of its own. */
function zoneOfShifts(source: Source, type: string | null, zone: string): string | null {
  switch (type) {
    case 'web':
      // Schedules made in the web page are kept in UTC, whatever zone the page shows.
      return 'UTC';
    case 'calendar':
      return zone;
    case 'ical':
      return null;
    default:
      source.say('behaviour', 'Left out: not a type of schedule that is known.', 'type');
      return null;
  }
}
