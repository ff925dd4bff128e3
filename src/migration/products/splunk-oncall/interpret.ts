import type { Course, InterpretedPolicy, Telling, Whom, Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';

/**
 * Whom escalation policies tell by the documents of Splunk On-Call: each step waits for its time, then tells all of its
 * entries; nothing is repeated. It ends as soon as somebody acknowledges. Addresses and webhooks are no people.
 */
export function interpretPolicies({ ledger }: Pick<Work, 'ledger'>): InterpretedPolicy[] {
  const rotations = new Map(
    ledger.all('rotations').map((source) => [source.text('groupId') ?? '', source]),
  );
  const known: Known = {
    emails: new Map(
      ledger.all('users').map((user) => [user.text('username') ?? '', user.text('email') ?? '']),
    ),
    rotations: new Map(
      ledger
        .all('rotation-groups')
        .map((group) => [group.text('slug') ?? '', rotations.get(group.text('groupId') ?? '')]),
    ),
    policies: new Map(
      ledger.all('policy-details').map((source) => [source.text('slug') ?? '', source]),
    ),
    teams: teamsByPolicy(ledger.all('policies'), ledger.all('teams')),
  };
  return ledger.all('policy-details').map((policy) => ({
    ...{ key: policy.key, name: policy.name },
    tellings: (course) => tellingsOf(policy, course, known),
  }));
}

type Sources = ReadonlyMap<string, Source | undefined>;

interface Known {
  emails: ReadonlyMap<string, string>;
  /** By the slug that policies name. */
  rotations: Sources;
  policies: Sources;
  /** By the slug of the policy. */
  teams: Sources;
}

function teamsByPolicy(policies: readonly Source[], teams: readonly Source[]): Sources {
  const bySlug = new Map(teams.map((team) => [team.text('slug'), team]));
  return new Map(
    policies.map((one) => [
      one.at('policy')?.text('slug') ?? '',
      bySlug.get(one.at('team')?.text('slug') ?? ''),
    ]),
  );
}

function tellingsOf(policy: Source, course: Course, known: Known): Telling[] {
  const end = Math.min(course.minutes, course.closedAfter ?? course.minutes);
  const told: Telling[] = [];
  let minute = 0;
  for (const step of policy.list('steps')) {
    minute += step.number('timeout') ?? 0;
    const isAcknowledged = course.acknowledgedAfter !== null && minute > course.acknowledgedAfter;
    if (minute >= end || isAcknowledged) break;
    for (const entry of step.list('entries'))
      for (const whom of whomOf(entry, policy, course, known)) told.push({ minute, whom });
  }
  return told;
}

const picks: Readonly<Record<string, string>> = {
  ...{ rotation_group: 'onCall', rotation_group_next: 'next' },
  rotation_group_previous: 'previous',
};

function whomOf(entry: Source, policy: Source, course: Course, known: Known): Whom[] {
  const type = entry.text('executionType') ?? '';
  const pick = picks[type];
  if (pick !== undefined) {
    const rotation = known.rotations.get(entry.at('rotationGroup')?.text('slug') ?? '');
    return rotation && course.isAnybodyOnCall ? [{ is: 'schedule', key: rotation.key, pick }] : [];
  }
  if (type === 'user') {
    const address = known.emails.get(entry.at('user')?.text('username') ?? '');
    return address ? [{ is: 'person', address: address.toLowerCase() }] : [];
  }
  if (type === 'policy_routing') {
    const target = known.policies.get(entry.at('targetPolicy')?.text('policySlug') ?? '');
    return target && tellsAnybody(target) ? [{ is: 'policy', key: target.key }] : [];
  }
  const team = type === 'team_page' ? known.teams.get(policy.text('slug') ?? '') : undefined;
  return team ? [{ is: 'team', key: team.key, pick: 'members' }] : [];
}

/** A policy of addresses and webhooks alone reaches no person. */
function tellsAnybody(policy: Source): boolean {
  return policy
    .list('steps')
    .some((step) =>
      step
        .list('entries')
        .some((entry) => !['email', 'webhook'].includes(entry.text('executionType') ?? '')),
    );
}
