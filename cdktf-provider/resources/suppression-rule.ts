import { conditionsAt } from './conditions.ts';
import { resource } from './overlay.ts';

export const suppressionRule = resource({
  type: 'tocsin_suppression_rule',
  category: 'Incidents',
  description:
    'Holds incidents back while another one is open that explains them, a day at most; never what both sides match.',
  operations: {
    create: 'createSuppressionRule',
    read: 'getSuppressionRule',
    update: 'replaceSuppressionRule',
    delete: 'deleteSuppressionRule',
    list: { operation: 'listSuppressionRules', items: 'suppressionRules' },
  },
  attributes: {
    displayName: { description: 'What people call it; the history of what it holds back says it.' },
    teamIds: { equivalent: 'empty-is-null', orderFree: true },
    equal: { equivalent: 'empty-is-null', orderFree: true },
    ...conditionsAt('source'),
    ...conditionsAt('target'),
  },
  dataSources: [
    {
      type: 'tocsin_suppression_rule',
      description: 'A suppression rule, by its id or by its exact display name.',
      operation: 'searchSuppressionRule',
      byId: 'getSuppressionRule',
    },
  ],
});
