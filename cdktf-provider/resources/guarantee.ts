import { resource } from './overlay.ts';

/** Descriptions that the document does without, as the names speak for themselves. */
const named = {
  'incidents.severities': {
    description: 'Of one of these severities.',
  },
  'incidents.integrationIds': {
    description: 'Of one of these integrations.',
  },
  'incidents.attributes[].name': {
    description: 'Name of an attribute, in any letter case.',
  },
  'incidents.attributes[].operator': {
    description: 'How its value is compared with `value`.',
  },
  'incidents.attributes[].value': {
    description: 'What its value is compared with.',
  },
  'incidents.attributes[].ignoreCase': {
    description: 'Compare without regard to letter case.',
  },
  'told.withinMinutes': {
    description: 'Within so many minutes after the incident opens.',
  },
};

/** Attributes that the server sets when it checks the guarantee. */
const found = {
  state: 'changes with the clock',
  stateSince: 'changes with the clock',
  firstBreakAt: 'changes with the clock',
  isBeingChecked: 'changes with the clock',
  isAlarmLost: 'changes with what else there is',
  checkedAt: 'changes with the clock',
};

export const guarantee = resource({
  type: 'tocsin_guarantee',
  category: 'Incidents',
  description:
    'What has to be true of who is told of incidents. `tocsin prove` says whether it holds.',
  operations: {
    create: 'createGuarantee',
    read: 'getGuarantee',
    update: 'replaceGuarantee',
    delete: 'deleteGuarantee',
    list: { operation: 'listGuarantees', items: 'guarantees' },
  },
  ignore: found,
  attributes: {
    ...named,
    displayName: { description: 'What people call it.' },
    evenIf: { equivalent: 'empty-is-null' },
    excuses: { equivalent: 'empty-is-null', orderFree: true },
    'incidents.severities': {
      ...named['incidents.severities'],
      equivalent: 'empty-is-null',
      orderFree: true,
    },
    'incidents.integrationIds': {
      ...named['incidents.integrationIds'],
      equivalent: 'empty-is-null',
      orderFree: true,
    },
    'incidents.teamIds': { equivalent: 'empty-is-null', orderFree: true },
    'incidents.teamLabels': { equivalent: 'empty-is-null', orderFree: true },
    'incidents.attributes': { equivalent: 'empty-is-null' },
    'told.channels': { equivalent: 'empty-is-null', orderFree: true },
  },
  dataSources: [
    {
      type: 'tocsin_guarantee',
      description: 'A guarantee, by its id or by its exact display name.',
      operation: 'searchGuarantee',
      byId: 'getGuarantee',
      ignore: found,
      attributes: named,
    },
  ],
});
