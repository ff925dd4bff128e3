import { hadEnded } from '../../model/had-ended.ts';
import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { inOrderOfNames } from '../../model/references.ts';
import { textUpTo } from '../../model/texts.ts';
import { readZone } from '../../model/zones.ts';
import type { Account } from './account.ts';
import { type ClockChange, clockChanges, isRepeated, keepsStep } from './clock-changes.ts';
import type { Turns } from './rotations.ts';
import { ruleHours } from './rule-hours.ts';

type Layer = Bodies['tocsin_schedule']['layers'][number];

const layersMax = 100;
const shiftsMax = 1000;

export function bringSchedules(account: Account): void {
  for (const source of inOrderOfNames(account.schedules.sources)) bringSchedule(account, source);
}

/** A rotation that a policy tells has a schedule of its own. */
export function bringRotation(account: Account, rotation: Source): string {
  const { work, rotations, teams } = account;
  if (work.has(rotation.key)) return rotation.key;
  const { timeZoneId, ...turns } = rotations.turnsOf(rotation);
  const teamId = teams.ofTarget(rotation.text('id'));
  involve(account, teamId, turns.groups);
  return work.add('tocsin_schedule', rotation.key, {
    displayName: account.scheduleName(textUpTo(490, rotation, 'name') ?? rotation.name),
    ...described(rotation),
    ...{ teamId, timeZoneId, layers: [{ id: 'turns', ...turns }] },
  });
}

/** Reports the parts of rotations that are not in the turns of layers. */
export function sayOfRotations({ rotations, schedules, work }: Account): void {
  const named = new Set(
    schedules.sources
      .flatMap((schedule) => schedule.list('targets'))
      .map((one) => one.at('target')?.text('id')),
  );
  for (const rotation of rotations.sources) {
    if (work.has(rotation.key)) continue;
    if (!named.has(rotation.text('id')))
      rotation.say('lost', 'Not brought: neither a schedule nor a policy has it.');
    else if (rotation.text('description'))
      rotation.say('lost', 'Layers have no description.', 'description');
  }
}

function bringSchedule(account: Account, source: Source): void {
  const { work, teams } = account;
  const zone = readZone(source, 'timeZone') ?? 'UTC';
  const teamId = teams.ofTarget(source.text('id'));
  const changes = clockChanges(zone, work.since);
  const layers = inOrderOfTargets(source).flatMap((target) =>
    layersOf(account, target, { zone, changes }),
  );
  if (layers.length > layersMax)
    source.say(
      'behaviour',
      `A schedule has ${layersMax} layers at most: later rules are left out.`,
    );
  const kept = layers.slice(0, layersMax);
  work.add('tocsin_schedule', source.key, {
    displayName: account.scheduleName(textUpTo(490, source, 'name') ?? source.name),
    ...described(source),
    ...{ teamId, timeZoneId: zone, layers: kept },
  });
  for (const { groups } of kept) involve(account, teamId, groups);
  for (const temporary of source.list('temporarySchedules'))
    bringTemporary(account, source, temporary, teamId);
}

export function described(source: Source): { description?: string } {
  const description = textUpTo(1000, source, 'description');
  return description === null ? {} : { description };
}

/** The API lists targets in no order. */
function inOrderOfTargets(schedule: Source): Source[] {
  const sortedBy = (one: Source) => {
    const target = one.at('target');
    return `${target?.text('name')?.toLowerCase()} ${target?.text('id')}`;
  };
  return schedule
    .list('targets')
    .toSorted((one, other) => (sortedBy(one) < sortedBy(other) ? -1 : 1));
}

interface Clock {
  zone: string;
  changes: readonly ClockChange[];
}

/** A layer for each rule, all of one level: whoever any of them names is on call. */
function layersOf(account: Account, source: Source, clock: Clock): Layer[] {
  const target = source.at('target');
  const turns = target && turnsOf(account, target, source, clock.zone);
  if (!target || !turns) return [];
  const displayName = target.text('name');
  const rules = source.list('rules').flatMap((rule) => {
    const read = ruleHours(rule);
    return read ? [{ rule, ...read }] : [];
  });
  const sortedBy = ({ hours }: (typeof rules)[number]) => JSON.stringify(hours);
  rules.sort((one, other) => (sortedBy(one) < sortedBy(other) ? -1 : 1));
  return rules.map(({ rule, hours, until }, index): Layer => {
    const layer = {
      id: `${target.text('id')}-${index + 1}`,
      ...(displayName && { displayName }),
      groups: turns.groups,
      ...(turns.turns && { turns: turns.turns }),
      ...(turns.firstGroup !== undefined && { firstGroup: turns.firstGroup }),
    };
    if (hours === null)
      return turns.timeZoneId === clock.zone ? layer : { ...layer, timeZoneId: turns.timeZoneId };
    sayReadings(account, rule, turns, { ...clock, until });
    return { ...layer, hours };
  });
}

function turnsOf(
  { people, rotations }: Account,
  target: Source,
  whole: Source,
  zone: string,
): Turns | null {
  const type = target.text('type');
  const id = target.text('id');
  if (type === 'rotation') {
    const rotation = rotations.sourceOf(rotations.find(id));
    if (rotation) return rotations.turnsOf(rotation);
    whole.say('behaviour', 'Left out: this rotation was not read.');
    return null;
  }
  if (type === 'user') {
    const person = people.find(id);
    if (person !== null) return { timeZoneId: zone, groups: [{ userIds: [person] }] };
    whole.say('behaviour', 'Left out: nobody who can be invited.');
    return null;
  }
  whole.say('behaviour', 'Left out: neither a person nor a rotation.');
  return null;
}

function sayReadings(
  { work }: Account,
  rule: Source,
  { turns, timeZoneId }: Turns,
  { zone, changes, until }: Clock & { until: string },
): void {
  if (turns && !keepsStep(timeZoneId, zone, work.since))
    rule.say(
      'behaviour',
      `Its rotation hands over by the clock of ${timeZoneId} there; here by that of ${zone}, as its hours do.`,
    );
  if (isRepeated(until, changes))
    rule.say(
      'behaviour',
      `Where clocks show ${until} twice it ends at the first of them; there at the second.`,
      'end',
    );
}

function involve({ teams }: Account, teamId: string, groups: Layer['groups']): void {
  teams.involve(
    teamId,
    groups.flatMap(({ userIds }) => userIds),
  );
}

function bringTemporary(account: Account, schedule: Source, source: Source, teamId: string): void {
  const { work, people } = account;
  const [start, end] = [instantAt(source, 'start'), instantAt(source, 'end')];
  if (hadEnded(work, source, end)) return;
  const shifts = source.list('shifts').flatMap((shift) => {
    const person = people.find(shift.text('userID'));
    const [from, until] = [instantAt(shift, 'start'), instantAt(shift, 'end')];
    if (person !== null && from !== null && until !== null)
      return [{ userIds: [person], start: from, end: until }];
    shift.say('behaviour', 'Left out: nobody who can be invited, or no time that can be read.');
    return [];
  });
  if (start === null || end === null || shifts.length > shiftsMax) {
    source.say(
      'behaviour',
      `Left out: no time that can be read, or more than ${shiftsMax} shifts.`,
    );
    return;
  }
  const id = `${schedule.text('id')}:${start.replaceAll(':', '-')}`;
  work.add('tocsin_temporary_schedule', `goalert:temporarySchedules:${id}`, {
    ...{ scheduleId: schedule.key, start, end, shifts },
  });
  involve(account, teamId, shifts);
}

/** A time as we write it; null where it cannot be read. */
export function instantAt(source: Source, member: string): string | null {
  const at = Date.parse(source.text(member) ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
