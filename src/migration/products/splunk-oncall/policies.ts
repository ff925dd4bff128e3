import { leadsTo } from '../../model/leads-to.ts';
import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { textUpTo } from '../../model/texts.ts';
import type { Account } from './account.ts';

type Step = Bodies['tocsin_escalation_policy']['steps'][number];
type Target = NonNullable<Step['targets']>[number];

const stepsMax = 100;
const targetsMax = 50;

const picks = {
  rotation_group: 'onCall',
  rotation_group_next: 'next',
  rotation_group_previous: 'previous',
} as const;

/** Rotations whose people a policy tells, by key. */
export function rotationsOf({ rotations }: Account, policy: Source): string[] {
  const entries = policy.list('steps').flatMap((step) => step.list('entries'));
  const keys = entries.flatMap((entry) => rotations.find(entry.at('rotationGroup')) ?? []);
  return [...new Set(keys)];
}

export function bringPolicies(account: Account): void {
  const drafts = account.policies.sources.map((source) => ({
    source,
    steps: stepsOf(account, source),
  }));
  for (const { source, steps } of withSomebody(withoutCircles(drafts))) {
    const teamId = account.teamOf(source);
    if (source.flag('ignoreCustomPagingPolicies'))
      source.say(
        'behaviour',
        'Its alerts follow the primary paging policies of people at all times; here also those of hours.',
        'ignoreCustomPagingPolicies',
      );
    if (steps.length === 0) {
      source.say('behaviour', 'Not brought: it has no step that can be kept, so nobody is told.');
      continue;
    }
    const users = steps.flatMap(({ targets }) => targets?.flatMap(({ userId }) => userId ?? []));
    account.teams.involve(
      teamId,
      users.filter((user) => user !== undefined),
    );
    account.work.add('tocsin_escalation_policy', source.key, {
      displayName: textUpTo(500, source, 'name') ?? source.name,
      ...{ teamId, steps: steps.slice(0, stepsMax) },
    });
  }
}

interface Draft {
  source: Source;
  steps: Step[];
}

/** Without policies that come back to where they are named from: Terraform and the server refuse a circle. */
function withoutCircles(drafts: readonly Draft[]): Draft[] {
  const named = new Map<string, string[]>();
  return drafts.map(({ source, steps }) => {
    const kept = stepsWith(steps, ({ policyId }) => {
      if (!policyId || !leadsTo(named, policyId, source.key)) return true;
      source.say('behaviour', 'Goes on with a policy that comes back to it: here it ends there.');
      return false;
    });
    const onward = kept.flatMap(({ targets }) =>
      targets?.flatMap(({ policyId }) => policyId ?? []),
    );
    named.set(
      source.key,
      onward.filter((key) => key !== undefined),
    );
    return { source, steps: kept };
  });
}

/** Without targets that are policies of which nothing is left, and without steps that have no other ones. */
function withSomebody(drafts: readonly Draft[]): Draft[] {
  let kept = [...drafts];
  for (;;) {
    const empty = new Set(
      kept.filter(({ steps }) => steps.length === 0).map(({ source }) => source.key),
    );
    let hasChanged = false;
    kept = kept.map(({ source, steps }) => ({
      source,
      steps: stepsWith(steps, ({ policyId }) => {
        if (!policyId || !empty.has(policyId)) return true;
        hasChanged = true;
        source.say('behaviour', 'A policy that it goes on with tells nobody, and is left out.');
        return false;
      }),
    }));
    if (!hasChanged) return kept;
  }
}

/** With the targets that are kept; a step that has none left leaves its time to the next one. */
function stepsWith(steps: readonly Step[], isKept: (target: Target) => boolean): Step[] {
  const kept: Step[] = [];
  let waited = 0;
  for (const step of steps) {
    const afterMinutes = waited + (step.afterMinutes ?? 0);
    const targets = (step.targets ?? []).filter(isKept);
    waited = targets.length === 0 ? afterMinutes : 0;
    if (targets.length > 0) kept.push({ ...step, afterMinutes, targets });
  }
  return kept;
}

/** A step that cannot be kept leaves its time to the next one. */
function stepsOf(account: Account, policy: Source): Step[] {
  const steps: Step[] = [];
  let afterMinutes = 0;
  for (const step of policy.list('steps')) {
    afterMinutes += step.number('timeout') ?? 0;
    const targets = step.list('entries').flatMap((entry) => targetOf(account, policy, entry) ?? []);
    if (targets.length > targetsMax)
      step.say('behaviour', `A step has ${targetsMax} targets at most: others are left out.`);
    if (targets.length === 0) continue;
    steps.push({ afterMinutes, targets: targets.slice(0, targetsMax), ifNobody: 'wait' });
    afterMinutes = 0;
  }
  if (steps.length > stepsMax)
    policy.say('behaviour', `A policy has ${stepsMax} steps at most: later ones are left out.`);
  return steps;
}

/** Null, with a line: the entry has no place. */
function targetOf(account: Account, policy: Source, entry: Source): Target | null {
  const { people, rotations, policies } = account;
  const type = entry.text('executionType') ?? '';
  const found = ((): Target | null | undefined => {
    switch (type) {
      case 'user': {
        const userId = people.find(entry.at('user')?.text('username') ?? null);
        return userId === null ? null : { userId };
      }
      case 'rotation_group':
      case 'rotation_group_next':
      case 'rotation_group_previous': {
        const scheduleId = rotations.find(entry.at('rotationGroup'));
        return scheduleId === null ? null : { scheduleId, pick: picks[type] };
      }
      case 'policy_routing': {
        const slug = entry.at('targetPolicy')?.text('policySlug') ?? null;
        const policyId = policies.find(slug);
        return policyId === null || policyId === policy.key ? null : { policyId };
      }
      case 'team_page':
        return { teamId: account.teamOf(policy), pick: 'members' };
      default:
        return undefined;
    }
  })();
  if (found === null) {
    const isUnknown = type.startsWith('rotation') && !account.work.ledger.isReadable('rotations');
    const why = isUnknown
      ? 'rotations were not read, so bring the one that it names from the API or by hand'
      : 'whom it names is not there any more, or is itself';
    entry.say('behaviour', `Left out: ${why}.`);
  }
  if (found === undefined)
    entry.say('behaviour', `Left out: ${noPlace[type] ?? 'not a way that is known'}.`);
  return found ?? null;
}

const noPlace: Readonly<Record<string, string>> = {
  email: 'an address is told; make an outbound integration for it, or give somebody this address',
  webhook: 'name an outbound integration in the policy that calls the webhook',
};
