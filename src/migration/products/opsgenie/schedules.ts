import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { textUpTo } from '../../model/texts.ts';
import type { Account } from './account.ts';
import { windowsIn } from './hours.ts';
import { readZone } from './zones.ts';

type Schedule = Bodies['tocsin_schedule'];
type Layer = Schedule['layers'][number];

const units = { hourly: 'hours', daily: 'days', weekly: 'weeks' } as const;
const layersMax = 100;
const groupsMax = 500;

export function bringSchedules(account: Account): void {
  for (const source of account.schedules.sources) bringSchedule(account, source);
}

function bringSchedule(account: Account, source: Source): void {
  const { work, teams } = account;
  const teamId = teams.ownerOf(source);
  const timeZoneId = readZone(source, 'timezone');
  const rotations = source.list('rotations');
  const read = rotations.flatMap((rotation) => layerOf(account, rotation, timeZoneId) ?? []);
  if (read.length > layersMax)
    source.say('behaviour', `A schedule has ${layersMax} layers at most.`, 'rotations');
  const isOff = source.flag('enabled') === false;
  if (isOff)
    source.say('approximated', 'Switched off there; here its layers end at the import.', 'enabled');
  const kept = read.slice(0, layersMax);
  const layers = isOff ? kept.map((layer) => endedAt(layer, work.since)) : kept;
  work.add('tocsin_schedule', source.key, {
    displayName: textUpTo(500, source, 'name') ?? source.name,
    description: textUpTo(1000, source, 'description'),
    teamId,
    timeZoneId,
    layers,
  });
  teams.involve(
    teamId,
    layers.flatMap(({ groups }) => groups.flatMap(({ userIds }) => userIds)),
  );
}

/** Rotations add up, so all are of one level. */
function layerOf(account: Account, rotation: Source, timeZoneId: string): Layer | null {
  const type = rotation.text('type');
  const unit = type === 'hourly' || type === 'daily' || type === 'weekly' ? units[type] : null;
  const from = instantAt(rotation, 'startDate');
  const hours = windowsIn(rotation);
  const every = rotation.number('length') ?? 1;
  const isLength = Number.isInteger(every) && every >= 1 && every <= 10_000;
  const end = instantAt(rotation, 'endDate');
  if (!unit || from === null || hours === 'unknown' || !isLength) {
    rotation.say('behaviour', 'Left out: how its turns follow each other is not known.');
    return null;
  }
  if (end !== null && end <= from) {
    rotation.say('past', 'Ends before it begins.');
    return null;
  }
  const groups = groupsOf(account, rotation);
  const id = rotation.text('id');
  if (unit === 'hours' && groups.length > 1 && timeZoneId !== 'UTC')
    rotation.say(
      'approximated',
      'Turns of hours are equally long, so hand-overs move with the clocks; the other reading ' +
        'is that they keep their time of day.',
      'type',
    );
  return {
    ...(id && id.length <= 64 && { id }),
    displayName: textUpTo(500, rotation, 'name'),
    startsAt: from,
    endsAt: end,
    hours,
    turns:
      groups.length > 1
        ? { every, unit, from, clock: unit === 'hours' ? 'elapsed' : 'wall' }
        : null,
    groups,
  };
}

function groupsOf(account: Account, rotation: Source): Layer['groups'] {
  const participants = rotation.places('participants');
  if (participants.length > groupsMax)
    rotation.say('behaviour', `A rotation has ${groupsMax} turns at most.`, 'participants');
  const groups = participants.slice(0, groupsMax).map((participant) => {
    if (!participant) {
      rotation.say('behaviour', 'A turn of nobody.', 'participants');
      return { userIds: [] };
    }
    const behind = account.peopleBehind(participant);
    if (!behind) participant.say('behaviour', 'Not in the account any more: nobody has this turn.');
    else if (behind.note) participant.say('behaviour', behind.note);
    return { userIds: [...new Set(behind?.people ?? [])] };
  });
  return groups.length > 0 ? groups : [{ userIds: [] }];
}

function endedAt(layer: Layer, end: Date): Layer {
  const at = end.getTime();
  const startsAt = layer.startsAt && Date.parse(layer.startsAt) < at ? layer.startsAt : null;
  const isOver = layer.endsAt && Date.parse(layer.endsAt) < at;
  return { ...layer, startsAt, endsAt: isOver ? (layer.endsAt ?? null) : end.toISOString() };
}

/** As RFC 3339; null where there is none that can be read. */
export function instantAt(source: Source, member: string): string | null {
  const text = source.text(member);
  if (text === null || text === '') return null;
  const at = Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  if (Number.isNaN(at)) {
    source.say('behaviour', 'Not a time that can be read.', member);
    return null;
  }
  return new Date(at).toISOString();
}
