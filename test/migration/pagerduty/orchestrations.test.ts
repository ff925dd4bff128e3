import { expect, test } from 'vitest';
import { comparisonsOf } from '../../../src/migration/products/pagerduty/conditions.ts';
import { collect, linesOf } from './collected.ts';
import { account } from './fixtures/account.ts';

test('a router is rules that choose the policy of the service, the first that matches alone', () => {
  const brought = collect(account);
  const [routing] = brought.of('tocsin_routing');
  expect(routing?.rules).toHaveLength(2);
  expect(routing?.rules?.[0]).toEqual({
    displayName: 'Carts',
    conditions: {
      integrations: ['pagerduty:orchestration-integrations:PORCHIN'],
      intents: ['Created'],
      attributes: [
        { name: 'event.source', operator: '=', value: 'a and b' },
        { name: 'event.class', operator: 'contains', value: 'cart' },
      ],
      attributesMatchType: 'all',
    },
    actions: {
      useEscalationPolicyId: 'pagerduty:escalation-policies:PPOLICY',
      addInteraction: 'Affects',
      affectsServices: ['pagerduty:services:PSERV01'],
      ruleFlowControl: 'Skip',
    },
  });
});

test('a condition that rules cannot say is a line, and no guess', () => {
  const lines = linesOf(collect(account));
  expect(lines.filter((line) => line.includes('no condition that rules can say'))).toHaveLength(1);
  for (const expression of [
    "event.source matches 'a' or event.source matches 'b'",
    "not (event.source matches 'a')",
  ])
    expect(comparisonsOf(expression)).toBeNull();
});
