import type { Source } from '../../model/ledger.ts';
import type { Comparison, MatchedAttributes, Rule } from '../../model/matched-attributes.ts';
import type { Account } from './account.ts';
import { type PayloadValue, patternFrom, type Test, testsIn } from './jinja.ts';

/** All of what was sent. */
const everything: PayloadValue = {
  ...{ jsonPath: '$.jsonBody', letters: null, isTrimmed: false, otherwise: null },
};

/**
 * The routes of an integration but for the last, which it names itself: the first that matches decides which chain is
 * followed.
 */
export function routesOf(
  { work }: Account,
  integration: Source,
  matched: MatchedAttributes<PayloadValue>,
  policyOf: (route: Source) => string | null,
): Rule[] {
  const id = integration.text('id');
  const routes = work.ledger
    .all('routes')
    .filter((route) => route.text('integration_id') === id)
    .map((route) => ({ route, position: route.number('position') ?? 0 }))
    .sort((one, other) => one.position - other.position);
  return routes.flatMap(({ route, position }): Rule[] => {
    if (isLast(route)) return [];
    const alternatives = conditionsOf(route, matched);
    if (!alternatives) return [];
    const policy = policyOf(route);
    return alternatives.map((attributes) => ({
      displayName: `Route ${position + 1} of ${integration.name}`.slice(0, 500),
      conditions: {
        ...{ integrations: [integration.key], intents: ['Created'] },
        ...{ attributes, attributesMatchType: 'all' },
      },
      ...whereTo(policy),
    }));
  });
}

/** Null: nobody is told. */
export function whereTo(policy: string | null): Pick<Rule, 'actions' | 'channels'> {
  if (policy === null)
    return {
      actions: { ruleFlowControl: 'Skip' },
      channels: { notificationChannelsMuted: true },
    };
  return { actions: { useEscalationPolicyId: policy, ruleFlowControl: 'Skip' } };
}

/** Null, with a line that quotes it: no condition of a rule. */
function conditionsOf(
  route: Source,
  matched: MatchedAttributes<PayloadValue>,
): Comparison[][] | null {
  const term = route.text('routing_regex');
  const type = route.text('routing_type') ?? 'regex';
  const isJinja = type === 'jinja2';
  if (!isJinja && type !== 'regex') {
    route.say(
      'behaviour',
      `What matches this follows the default route here. Add a rule for it: ${type} is no way that is known.`,
    );
    return null;
  }
  if (term === null) {
    route.say('lost', 'Left out: without a pattern nothing matches it.');
    return null;
  }
  const tests: Test[][] | null = isJinja
    ? testsIn(term)
    : [[{ value: everything, pattern: patternInJson(term), isNot: false }]];
  const alternatives = alternativesOf(tests, matched);
  if (!alternatives) {
    route.say(
      'behaviour',
      'What matches this follows the default route here. Add a rule for it: no condition of a rule says what ' +
        `this ${isJinja ? 'template' : 'pattern'} does: ${term.replaceAll(/\s+/g, ' ').trim()}`,
    );
    return null;
  }
  if (!isJinja && /[^\x00-\x7f]/.test(term))
    route.say(
      'approximated',
      'Letters beyond ASCII are looked for as they are; there they are written by number, and never found.',
      'routing_regex',
    );
  return alternatives;
}

/** Each test as a comparison with an attribute; null: a pattern that mappings do not know. */
export function alternativesOf(
  tests: Test[][] | null,
  matched: MatchedAttributes<PayloadValue>,
): Comparison[][] | null {
  const alternatives = tests?.map((together) =>
    together.map(({ value, pattern, isNot }) => matched.matching(value, pattern, isNot)),
  );
  const known = alternatives?.flatMap((together) => {
    const comparisons = together.filter((one) => one !== null);
    return comparisons.length === together.length ? [comparisons] : [];
  });
  return known && known.length === alternatives?.length ? known : null;
}

/**
 * A pattern of Python for JSON as that writes it, with a blank behind each colon and comma between its parts; here
 * there are none.
 */
function patternInJson(python: string): string {
  return patternFrom(python)
    .replaceAll(/":(?: |\\s)[+*?]?/g, '":\\s*')
    .replaceAll(/,(?: |\\s)[+*?]?"/g, ',\\s*"');
}

/** Mails have other fields there than here, so what routes look for in them is not there. */
export function sayRoutesOfMail({ work }: Account, integration: Source): void {
  const id = integration.text('id');
  for (const route of work.ledger.all('routes')) {
    if (route.text('integration_id') !== id || isLast(route)) continue;
    route.say(
      'behaviour',
      'What matches this follows the default route here: mails have other fields. Add a rule for it: ' +
        `${(route.text('routing_regex') ?? '').replaceAll(/\s+/g, ' ').trim()}`,
    );
  }
}

/** The default route, which the integration has itself. */
function isLast(route: Source): boolean {
  if (route.flag('is_the_last_route') !== true) return false;
  for (const member of ['routing_regex', 'routing_type', 'escalation_chain_id']) route.text(member);
  return true;
}

/** Routes of what is not brought. */
export function sayOtherRoutes({ work }: Account, integrations: ReadonlySet<string | null>): void {
  for (const route of work.ledger.all('routes'))
    if (!integrations.has(route.text('integration_id')))
      route.say('lost', 'Its integration is not there, or nothing sends to it.');
}
