import { resource } from './overlay.ts';

export const escalationPolicy = resource({
  type: 'tocsin_escalation_policy',
  category: 'On-call',
  description:
    'Who is told of incidents after how long. Integrations, services and routing rules choose it, or it is the default of its team.',
  operations: {
    create: 'createEscalationPolicy',
    read: 'getEscalationPolicy',
    update: 'replaceEscalationPolicy',
    delete: 'deleteEscalationPolicy',
    list: { operation: 'listEscalationPolicies', items: 'escalationPolicies' },
  },
  attributes: {
    labels: { description: 'Free labels.' },
    'steps[].stopsWhen': { nullMeans: 'acknowledged' },
    'steps[].share.over': { nullMeans: 'people' },
    'steps[].outsideHours': { nullMeans: 'wait' },
    'steps[].ifNobody': { nullMeans: 'nextAtOnce' },
    'steps[].resolves': { nullMeans: false },
  },
  dataSources: [
    {
      type: 'tocsin_escalation_policy',
      description: 'One escalation policy, by its id or by its exact display name.',
      operation: 'searchEscalationPolicy',
      byId: 'getEscalationPolicy',
    },
  ],
});
