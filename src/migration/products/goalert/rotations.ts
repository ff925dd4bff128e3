import { toInstant } from '../../../calendar/index.ts';
import type { Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { createIndex, type Index } from '../../model/references.ts';
import { readZone } from '../../model/zones.ts';
import { clockChanges, isSkipped } from './clock-changes.ts';

type Layer = Bodies['tocsin_schedule']['layers'][number];

/** Who takes turns, in the zone by whose clock they hand over. */
export interface Turns extends Pick<Layer, 'groups' | 'turns' | 'firstGroup'> {
  timeZoneId: string;
}

export interface Rotations extends Index {
  turnsOf(rotation: Source): Turns;
}

const units = { hourly: 'hours', daily: 'days', weekly: 'weeks', monthly: 'months' } as const;
type Type = keyof typeof units;
const minutesIn = { hourly: 60, daily: 1440, weekly: 10_080 };
const groupsMax = 500;

export function createRotations(work: Work, people: Index): Rotations {
  const known = new Map<string, Turns>();
  return {
    ...createIndex(work.ledger, { product: 'goalert', kind: 'rotations' }),
    turnsOf(rotation) {
      // Several schedules may have it: its lines are there once.
      const turns = known.get(rotation.key) ?? turnsOf(work, people, rotation);
      known.set(rotation.key, turns);
      return turns;
    },
  };
}

function turnsOf(work: Work, people: Index, rotation: Source): Turns {
  // Its schedules have the name, too, for their layers.
  rotation.text('name');
  const timeZoneId = readZone(rotation, 'timeZone') ?? 'UTC';
  const ids = rotation.texts('userIDs');
  if (ids.length > groupsMax)
    rotation.say('behaviour', `A layer has ${groupsMax} turns at most.`, 'userIDs');
  const groups = ids.slice(0, groupsMax).map((id) => {
    const found = people.find(id);
    return { userIds: found === null ? [] : [found] };
  });
  if (ids.some((id) => people.find(id) === null))
    rotation.say('behaviour', 'Somebody in it cannot be invited: their turns stay empty.');
  const settings = settingsOf(rotation, timeZoneId);
  if (groups.length < 2)
    return { timeZoneId, groups: groups.length > 0 ? groups : [{ userIds: [] }] };
  if (settings === null) {
    rotation.say('behaviour', 'Nobody is on call by it: when it hands over cannot be read.');
    return { timeZoneId, groups: [{ userIds: [] }] };
  }
  if (settings.active < 0 || settings.handoff === null) {
    rotation.say(
      'behaviour',
      settings.active < 0
        ? 'Has no position yet, so nobody is on call by it there; here its turns begin.'
        : 'When the turn of whoever is active ends is not told: turns are counted from its start on, the first ' +
            'member first. Compare it with GoAlert.',
    );
    return { timeZoneId, groups, turns: turnsFrom(settings, settings.start) };
  }
  sayReadings(work, rotation, settings);
  return { timeZoneId, groups, ...placed(rotation, settings, groups.length) };
}

interface Settings {
  type: Type;
  every: number;
  timeZoneId: string;
  start: Temporal.ZonedDateTime;
  active: number;
  /** When the turn of whoever is active ends. */
  handoff: Temporal.ZonedDateTime | null;
}

function settingsOf(rotation: Source, timeZoneId: string): Settings | null {
  const type = rotation.text('type');
  const known = (Object.keys(units) as Type[]).find((one) => one === type);
  const start = instantIn(rotation.text('start'));
  const every = rotation.number('shiftLength') ?? 1;
  const active = rotation.number('activeUserIndex') ?? -1;
  const [next] = rotation.texts('nextHandoffTimes');
  const handoff = instantIn(next ?? null);
  if (!known || start === null || !Number.isInteger(every) || every < 1 || every > 10_000)
    return null;
  return {
    ...{ type: known, every, timeZoneId, active },
    // Seconds do not count there, either.
    start: start
      .toZonedDateTimeISO(timeZoneId)
      .round({ smallestUnit: 'minute', roundingMode: 'floor' }),
    handoff: handoff?.toZonedDateTimeISO(timeZoneId) ?? null,
  };
}

function instantIn(text: string | null): Temporal.Instant | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : Temporal.Instant.fromEpochMilliseconds(at);
}

function turnsFrom(
  { type, every }: Settings,
  from: Temporal.ZonedDateTime,
): NonNullable<Layer['turns']> {
  return { every, unit: units[type], from: new Date(from.epochMilliseconds).toISOString() };
}

/** Turns from its start on, counted so that whoever is active there has the turn which ends at the next hand-over. */
function placed(
  rotation: Source,
  settings: Settings,
  count: number,
): Pick<Layer, 'turns' | 'firstGroup'> {
  const { start, handoff, active, type } = settings;
  if (handoff === null) return {};
  const until = handoff.toString({ timeZoneName: 'never' });
  rotation.say(
    'approximated',
    `Its position is not worked out there but kept: turn ${active + 1} of ${count} ends at ${until}, and turns go ` +
      'on from there. Where somebody changes who is active after that, import again.',
    'activeUserIndex',
  );
  const about = turnsUntil(settings, handoff);
  // Several turns end at once where clocks skip hours: take the first one.
  const ended = [about - 1, about, about + 1].find(
    (turn) => boundary(settings, turn) === handoff.epochMilliseconds,
  );
  const next = ended ?? (type === 'monthly' ? about : null);
  if (next !== null)
    return { turns: turnsFrom(settings, start), ...firstGroup(active + 1 - next, count) };
  return { turns: turnsFrom(settings, handoff), ...firstGroup(active + 1, count) };
}

function firstGroup(index: number, count: number): Pick<Layer, 'firstGroup'> {
  const first = ((index % count) + count) % count;
  return first === 0 ? {} : { firstGroup: first };
}

/** How many turns fit between the start and a hand-over, by the clock. */
function turnsUntil({ type, every, start }: Settings, handoff: Temporal.ZonedDateTime): number {
  const [from, to] = [start.toPlainDateTime(), handoff.toPlainDateTime()];
  if (type === 'monthly') {
    const months = (to.year - from.year) * 12 + to.month - from.month;
    // A day that a month lacks is one of the next month.
    return Math.round((months - (to.day < from.day ? 1 : 0)) / every);
  }
  const minutes = from.until(to, { largestUnit: 'minutes' }).minutes;
  return Math.round(minutes / (minutesIn[type] * every));
}

function boundary({ type, every, start, timeZoneId }: Settings, turn: number): number {
  return toInstant(start.toPlainDateTime().add({ [units[type]]: turn * every }), timeZoneId);
}

function sayReadings(
  { since }: Work,
  rotation: Source,
  { type, every, start, timeZoneId }: Settings,
): void {
  if (type === 'monthly' && start.day > 28)
    rotation.say(
      'behaviour',
      `In months without a day ${start.day} it hands over on the last day; there on the first days of the next one.`,
      'start',
    );
  const changes = clockChanges(timeZoneId, since);
  if (type !== 'hourly' && isSkipped(start.toPlainTime(), changes))
    rotation.say(
      'approximated',
      'On a day whose clocks skip its time it hands over once they have; the documents leave open when it does there.',
      'start',
    );
  const skipsTurn = changes.some(
    ({ skips }) => skips !== null && skips.minutes >= 60 && skips.from.minute === start.minute,
  );
  if (type === 'hourly' && every === 1 && skipsTurn)
    rotation.say(
      'behaviour',
      'An hour that clocks skip uses up a turn; there it does not, so from then on somebody else is on call.',
      'shiftLength',
    );
}
