import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { cut } from '../../model/texts.ts';
import type { Account } from './account.ts';
import { hoursOf } from './restrictions.ts';

export type Layer = Bodies['tocsin_schedule']['layers'][number];
type Turns = NonNullable<Layer['turns']>;

const unknown = 'nobody of this account: nobody has these turns, or a lower layer';
const layersMax = 100;
const peopleMax = 500;
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const longest = 10_000;

/** Layers that are not over. The API lists them as people see them: the one at the top, which wins, is the last. */
export function layersOf(
  { work, userOf }: Pick<Account, 'work' | 'userOf'>,
  schedule: Source,
): Layer[] {
  const layers = schedule.list('schedule_layers').filter((layer) => {
    const end = layer.text('end');
    const isOver = end !== null && Date.parse(end) <= work.since.getTime();
    if (isOver) layer.say('past', 'had ended');
    return !isOver;
  });
  if (layers.length > layersMax)
    for (const layer of layers.slice(layersMax))
      layer.say('behaviour', `not brought: more than ${layersMax} layers`);
  const kept = layers.slice(0, layersMax);
  return kept.flatMap((layer, index) => {
    const level = kept.length - 1 - index;
    const brought = layerOf(layer, level, userOf);
    return brought ? [brought] : [];
  });
}

function layerOf(layer: Source, level: number, userOf: Account['userOf']): Layer | null {
  const id = layer.text('id');
  const name = layer.text('name');
  const [startsAt, endsAt] = [instantIn(layer, 'start'), instantIn(layer, 'end')];
  const groups = groupsOf(layer, userOf);
  const turns = turnsOf(layer);
  const hours = hoursOf(layer);
  const turnsAreKnown = turns !== null || groups.length <= 1;
  if (!turnsAreKnown || hours?.length === 0) {
    layer.say('behaviour', 'not brought: it does not say when whose turn it is');
    return null;
  }
  return {
    ...(id !== null && { id: cut(id, 64) }),
    ...(name !== null && { displayName: cut(name, 500) }),
    level,
    ...(startsAt !== null && { startsAt }),
    ...(endsAt !== null && { endsAt }),
    ...(hours && { hours }),
    ...(turns && groups.length > 1 && { turns }),
    groups,
  };
}

/** An instant as the contract has it; says so where it is none. */
export function instantIn(source: Source, member: string): string | null {
  const text = source.text(member);
  if (text === null) return null;
  const isInstant =
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/i.test(text) &&
    !Number.isNaN(Date.parse(text));
  if (!isInstant) source.say('behaviour', 'not brought: no time that can be read', member);
  return isInstant ? text : null;
}

/** A person who is gone leaves an empty group in their place, so the turns of the others stay where they are. */
function groupsOf(layer: Source, userOf: Account['userOf']): Layer['groups'] {
  const users = layer.places('users');
  if (users.length > peopleMax)
    layer.say('behaviour', `only the first ${peopleMax} people take turns`, 'users');
  const groups = users.slice(0, peopleMax).map((one) => {
    const user = one?.at('user') ?? (one?.members().includes('id') ? one : null);
    const key = userOf(user);
    if (key === null && one) one.say('behaviour', unknown);
    else if (key === null) layer.say('behaviour', unknown, 'users');
    return { userIds: key === null ? [] : [key] };
  });
  return groups.length > 0 ? groups : [{ userIds: [] }];
}

function turnsOf(layer: Source): Turns | null {
  const member = 'rotation_turn_length_seconds';
  const from = instantIn(layer, 'rotation_virtual_start') ?? layer.text('start');
  const seconds = layer.number(member);
  if (from === null || seconds === null || seconds <= 0) return null;
  const approximated = (text: string) => layer.say('approximated', text, member);
  if (seconds % day === 0) return limited(layer, { every: seconds / day, unit: 'days', from });
  approximated('hand-overs keep their time of day when clocks change, as those of whole days do');
  if (seconds % hour === 0) return limited(layer, { every: seconds / hour, unit: 'hours', from });
  const minutes = Math.max(1, Math.round(seconds / minute));
  if (minutes <= longest) {
    if (minutes * minute !== seconds) layer.say('behaviour', `turns of ${minutes} minutes`, member);
    return { every: minutes, unit: 'minutes', from };
  }
  const hours = Math.round(seconds / hour);
  layer.say('behaviour', `turns of ${hours} hours`, member);
  return limited(layer, { every: hours, unit: 'hours', from });
}

function limited(layer: Source, turns: Turns): Turns {
  if (turns.every <= longest) return turns;
  layer.say('behaviour', `turns of ${longest} ${turns.unit}`, 'rotation_turn_length_seconds');
  return { ...turns, every: longest };
}
