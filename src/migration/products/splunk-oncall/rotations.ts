import { toInstant } from '../../../calendar/index.ts';
import { rotaOf, stretches } from '../../../rota/index.ts';
import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { textUpTo } from '../../model/texts.ts';
import { readZone } from '../../model/zones.ts';
import type { Account } from './account.ts';
import { shiftHours } from './shift-hours.ts';

type Layer = Bodies['tocsin_schedule']['layers'][number];

const layersMax = 100;

/** A rotation is a schedule, and each of its shifts a layer: they add up. */
export function bringRotations(account: Account): void {
  for (const rotation of account.rotations.sources) bringRotation(account, rotation);
}

function bringRotation(account: Account, rotation: Source): void {
  const { work, teams } = account;
  rotation.text('groupId');
  const teamId = teams.owner(rotation.of[0] ?? null);
  const layers = rotation.list('shifts').flatMap((shift) => layerOf(account, shift) ?? []);
  if (layers.length > layersMax)
    rotation.say('behaviour', `A schedule has ${layersMax} layers at most: others are left out.`);
  const kept = layers.slice(0, layersMax);
  work.add('tocsin_schedule', rotation.key, {
    displayName: textUpTo(500, rotation, 'label') ?? rotation.name,
    ...{ teamId, timeZoneId: kept[0]?.timeZoneId ?? 'UTC', layers: kept },
  });
  teams.involve(
    teamId,
    kept.flatMap(({ groups }) => groups.flatMap(({ userIds }) => userIds)),
  );
}

/** Null, with a line, where a shift has no place. */
function layerOf({ people }: Account, shift: Source): Layer | null {
  const id = shift.text('shiftId') ?? shift.number('shiftId');
  const displayName = textUpTo(500, shift, 'label');
  const timeZoneId = readZone(shift, 'timezone') ?? 'UTC';
  const start = Date.parse(shift.text('start') ?? '');
  const members = shift.list('shiftMembers').map((member) => ({
    slug: member.text('slug'),
    username: member.text('username'),
  }));
  const times = shiftHours(shift);
  const current = currentOf(shift);
  if (typeof times === 'string' || Number.isNaN(start)) {
    const why = typeof times === 'string' ? times : 'when it began cannot be read';
    shift.say('behaviour', `Left out: ${why}.`);
    return null;
  }
  const groups = members.map(({ username }) => {
    const userId = people.find(username);
    return { userIds: userId === null ? [] : [userId] };
  });
  if (groups.some(({ userIds }) => userIds.length === 0))
    shift.say('behaviour', 'Somebody is not there any more: their place stays empty.');
  const { hours, turns } = times;
  const from = hours ? midnightBefore(start, timeZoneId) : start;
  const layer: Layer = {
    ...{ id: id === null ? null : String(id), displayName, level: 0, timeZoneId },
    startsAt: new Date(start).toISOString(),
    ...(hours && { hours }),
    turns: { ...turns, from: new Date(from).toISOString() },
    groups: groups.length > 0 ? groups : [{ userIds: [] }],
  };
  const firstGroup = firstGroupOf(shift, layer, { current, members });
  return { ...layer, ...(firstGroup > 0 && { firstGroup }) };
}

interface Member {
  slug: string | null;
  username: string | null;
}

interface Current extends Member {
  at: number;
}

/** Who has the turn now, as the product says. */
function currentOf(shift: Source): Current | null {
  const current = shift.at('current');
  const at = Date.parse(current?.text('start') ?? '');
  const slug = current?.text('memberSlug') ?? null;
  const username = current?.text('username') ?? null;
  return Number.isNaN(at) ? null : { at, slug, username };
}

/** Lined up so that whoever has the turn there has it here. */
function firstGroupOf(
  shift: Source,
  layer: Layer,
  { current, members }: { current: Current | null; members: readonly Member[] },
): number {
  if (members.length < 2) return 0;
  const hasBegun = current !== null && current.at >= Date.parse(layer.startsAt ?? '');
  const turn = hasBegun ? turnAt(layer, current.at) : null;
  const bySlug = members.findIndex(({ slug }) => slug !== null && slug === current?.slug);
  const byName = members.findIndex(({ username }) => username === current?.username);
  const place = bySlug < 0 ? byName : bySlug;
  if (turn === null || place < 0) {
    shift.say(
      'behaviour',
      'Who has the turn now is not known: the first member is taken to have had the first one. Compare ' +
        'it with the calendar there.',
    );
    return 0;
  }
  return (place - turn + members.length) % members.length;
}

/** The place of the group whose turn it would be, if the first group had the first turn. Null: nobody is on duty. */
function turnAt(layer: Layer, at: number): number | null {
  const groups = layer.groups.map((_, index) => ({ userIds: [String(index)] }));
  const rota = rotaOf({
    timeZoneId: 'UTC',
    layers: [{ ...layer, id: 'shift', startsAt: null, groups }],
  });
  const [now] = stretches(rota, at, at + 1);
  const place = now?.people[0]?.userId;
  return place === undefined ? null : Number(place);
}

function midnightBefore(at: number, timeZoneId: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZoneId);
  return toInstant(local.toPlainDate().toPlainDateTime(), timeZoneId);
}
