import type { Source } from '../../model/ledger.ts';
import type { Account } from './account.ts';
import { rotationsOf } from './policies.ts';

/** Somebody is away, and for each policy in which they are somebody may take their place. */
export function bringOverrides(account: Account): void {
  for (const source of account.work.ledger.all('overrides')) bringOverride(account, source);
}

function bringOverride(account: Account, source: Source): void {
  const { work, people } = account;
  const start = Date.parse(source.text('start') ?? '');
  const end = Date.parse(source.text('end') ?? '');
  const userId = people.find(source.at('user')?.text('username') ?? null);
  const assignments = source.list('assignments');
  if (end <= work.since.getTime()) {
    source.say('past', 'Had ended before the import.');
    return;
  }
  if (userId === null || Number.isNaN(start) || !(start < end)) {
    source.say('behaviour', 'Left out: whom or what it names is not known.');
    return;
  }
  const times = { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
  const covered = new Map<string, string>();
  for (const assignment of assignments) {
    const policy = account.policies.sourceOf(account.policies.find(assignment.text('policy')));
    const isAssigned = assignment.flag('assigned') === true;
    const cover = people.find(assignment.text('user'));
    const rotations = policy ? rotationsOf(account, policy) : [];
    const theirs = rotations.filter((key) => isIn(account, key, userId));
    if (!isAssigned) assignment.say('lost', 'Nobody took it: ask for cover here.');
    else if (cover === null || theirs.length === 0)
      assignment.say('behaviour', 'Left out: whom or what it names is not known.');
    for (const rotation of isAssigned && cover !== null ? theirs : []) {
      const before = covered.get(rotation) ?? cover;
      if (cover === null) continue;
      covered.set(rotation, before ?? cover);
      if (before !== cover)
        assignment.say(
          'behaviour',
          'Left out: another policy with this rotation has somebody else, and here one takes the place.',
        );
    }
  }
  for (const [scheduleId, cover] of covered) {
    const slug = scheduleId.split(':')[2] ?? null;
    account.teams.involve(account.teams.owner(slug), [cover]);
    work.add('tocsin_on_call_override', `${source.key}:${scheduleId.split(':').at(-1)}`, {
      ...{ userId, type: 'offline', scheduleId, replacementUserIds: [cover], ...times },
    });
  }
}

function isIn({ rotations, people }: Account, key: string, userId: string): boolean {
  const rotation = rotations.sources.find((source) => source.key === key);
  return (rotation?.list('shifts') ?? []).some((shift) =>
    shift.list('shiftMembers').some((member) => people.find(member.text('username')) === userId),
  );
}
