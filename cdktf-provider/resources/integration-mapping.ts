import { mappingRule } from './mapping-steps.ts';
import { resource } from './overlay.ts';

export const integrationMapping = resource({
  type: 'tocsin_integration_mapping',
  category: 'Integrations',
  description:
    'How payloads of an integration become incidents: attributes, each made by a chain of steps. Without one the default mapping of the type applies.',
  operations: {
    create: 'createMapping',
    read: 'getMapping',
    update: 'replaceMapping',
    delete: 'deleteMapping',
    list: { operation: 'listMappings', items: 'inboundIntegrationMappings' },
  },
  parameters: { integrationId: 'integration_id' },
  importAttributes: ['id', 'integration_id'],
  takesOver: 'allquiet_integration_mapping',
  attributes: {
    integrationId: { replaces: true, required: true, description: 'Id of the integration.' },
    'attributesMapping.attributes[].mappings[].xPath': {
      rename: 'xpath',
      description: 'XPath on HTML or XML text.',
    },
    'attributesMapping.attributes[].mappings[].jsonPath': {
      description: 'JSONPath on the payload, such as `$.jsonBody.title`.',
    },
    'attributesMapping.attributes[].mappings[].regex': {
      description:
        'Regular expression; the group `result`, else the last group, else the whole match.',
    },
    'attributesMapping.attributes[].mappings[].replace': {
      description: 'Goes with `regex`: text that refers to its groups as `$1` or `$name`.',
    },
    'attributesMapping.attributes[].mappings[].map': {
      description:
        'Translates values: `A->1,B->2,->3`, the last being for anything else; in the last attribute of a name also for a value that is empty or missing, unless it would resolve or discard.',
    },
    'attributesMapping.attributes[].mappings[].static': { description: 'Always this value.' },
  },
  rules: [mappingRule],
  dataSources: [],
});
