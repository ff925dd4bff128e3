import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { inOrderOfKeys } from '../../model/references.ts';
import { cut } from '../../model/texts.ts';
import type { Account } from './account.ts';
import { alertPolicyRules, notificationPolicyRules } from './alert-policies.ts';
import { conditionsOf, type RoutingRule } from './conditions.ts';
import { filterIn } from './criteria.ts';

type Routing = Bodies['tocsin_routing'];

const rulesMax = 500;

/**
 * Brings one list of rules per team: from integrations (`byTeam`), from alert policies, and the choice of an
 * escalation.
 */
export function bringRouting(
  account: Account,
  byTeam: ReadonlyMap<string, readonly RoutingRule[]>,
): Routing[] {
  const { work, teams } = account;
  const { ledger } = work;
  const everywhere = alertPolicyRules(
    account,
    inOrder(account, 'alert-policies', 'alert-policy-details'),
  );
  const brought: Routing[] = [];
  for (const team of inOrderOfKeys(teams.index.sources)) {
    const id = team.of[0] ?? '';
    const ofTeam = (kind: string) => ledger.all(kind).filter(({ of }) => of[0] === id);
    const policies = (list: string, details: string) =>
      inOrder(account, list, details).filter(({ of }) => of[0] === id);
    const rules = [
      ...(byTeam.get(team.key) ?? []),
      ...everywhere,
      ...alertPolicyRules(account, policies('team-alert-policies', 'team-alert-policy-details')),
      ...policies('notification-policies', 'notification-policy-details').flatMap((source) =>
        notificationPolicyRules(account, source),
      ),
      ...routingRules(account, team, ofTeam('team-routing-rules')),
    ];
    if (rules.length > rulesMax)
      team.say('behaviour', `A team has ${rulesMax} rules at most: later ones are left out.`);
    if (rules.length === 0) continue;
    const routing: Routing = {
      displayName: cut(`Routing of ${team.name}`, 500),
      teamId: team.key,
      rules: rules.slice(0, rulesMax),
    };
    work.add('tocsin_routing', `${account.product}:team-routing-rules:${id}`, routing);
    brought.push(routing);
  }
  return brought;
}

/** Details of policies as their list has them one after the other. */
function inOrder({ work }: Account, list: string, details: string): Source[] {
  const places = new Map(
    work.ledger
      .all(list)
      .map(
        (source) =>
          [[...source.of, source.text('id')].join(), source.number('order') ?? 0] as const,
      ),
  );
  const placeOf = ({ of }: Source) => places.get(of.join()) ?? 0;
  return inOrderOfKeys(work.ledger.all(details)).sort(
    (one, other) => placeOf(one) - placeOf(other),
  );
}

function routingRules(account: Account, team: Source, sources: readonly Source[]): RoutingRule[] {
  const ordered = inOrderOfKeys(sources)
    .map((source) => ({
      source,
      isDefault: source.flag('isDefault') ?? false,
      order: source.number('order') ?? 0,
    }))
    .sort(
      (one, other) => Number(one.isDefault) - Number(other.isDefault) || one.order - other.order,
    );
  // Rules are walked in reverse so that the policy of the default rule is made first: a policy itself says that it is
  // the default.
  const policies = new Map(
    ordered
      .toReversed()
      .map(
        ({ source, isDefault }) => [source, policyOf(account, team, source, isDefault)] as const,
      ),
  );
  return ordered.flatMap(({ source, isDefault }) => {
    const policy = policies.get(source) ?? null;
    const displayName = cut(source.text('name') ?? '', 500) || null;
    // The default rule is for all alerts at all times.
    if (isDefault) filterIn(source, 'criteria');
    if (policy === null || (isDefault && policy !== 'nobody')) return [];
    const conditions = isDefault
      ? [{}]
      : conditionsOf(account, source, 'criteria', account.teams.zoneOf(team));
    return (conditions ?? []).map(
      (one): RoutingRule => ({
        displayName,
        conditions: one,
        actions: {
          ...(policy !== 'nobody' && { useEscalationPolicyId: policy }),
          ruleFlowControl: 'Skip',
        },
        ...(policy === 'nobody' && { channels: { notificationChannelsMuted: true } }),
      }),
    );
  });
}

/** The policy that alerts follow by a rule. Null, with a line: it cannot be kept. */
function policyOf(
  account: Account,
  team: Source,
  rule: Source,
  isDefault: boolean,
): string | 'nobody' | null {
  const notify = rule.at('notify');
  const type = notify?.text('type');
  if (notify && type === 'none') return 'nobody';
  const isKnown = type === 'escalation' || type === 'schedule';
  const index = type === 'escalation' ? account.escalations : account.schedules;
  const target = notify && isKnown ? index.find(notify) : null;
  if (!notify || target === null || !account.work.has(target)) {
    rule.say('behaviour', 'Left out: what it notifies is not there, or not known.', 'notify');
    return null;
  }
  const source = index.sourceOf(target);
  const isOwn = source !== null && account.teams.ownerOf(source) === team.key;
  return type === 'escalation' && isOwn
    ? target
    : generatedPolicy(
        account,
        team,
        { target, type: type ?? '', name: source?.name ?? '' },
        isDefault,
      );
}

/** A schedule, or an escalation of another team, as a policy of this team with one step. */
function generatedPolicy(
  { work, product }: Account,
  team: Source,
  { target, type, name }: { target: string; type: string; name: string },
  isDefault: boolean,
): string {
  const id = target.slice(target.lastIndexOf(':') + 1);
  const key = `${product}:team-policies:${team.of[0]}:${id}`;
  if (work.has(key)) return key;
  return work.add('tocsin_escalation_policy', key, {
    displayName: cut(type === 'schedule' ? `On call by ${name}` : `As ${name}`, 500),
    teamId: team.key,
    isDefault,
    steps: [
      {
        afterMinutes: 0,
        targets: [
          type === 'schedule' ? { scheduleId: target, pick: 'onCall' } : { policyId: target },
        ],
        ifNobody: 'wait',
      },
    ],
  });
}
