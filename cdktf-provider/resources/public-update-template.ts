import { resource } from './overlay.ts';

export const publicUpdateTemplate = resource({
  type: 'tocsin_public_update_template',
  category: 'Status pages',
  description:
    'A text that people start from when they write to customers on status pages. The updates themselves are written by people, and are no resource.',
  operations: {
    create: 'createPublicUpdateTemplate',
    read: 'getPublicUpdateTemplate',
    update: 'replacePublicUpdateTemplate',
    delete: 'deletePublicUpdateTemplate',
    list: { operation: 'listPublicUpdateTemplates', items: 'publicUpdateTemplates' },
  },
  attributes: {
    'messages[].language': { description: 'Language of the text: `en` or `de`.' },
    'messages[].message': {
      description: 'The text; `{service}` stands for the services of the update.',
    },
  },
  dataSources: [
    {
      type: 'tocsin_public_update_template',
      description: 'One template of public updates, by its id or by its exact display name.',
      operation: 'searchPublicUpdateTemplate',
      byId: 'getPublicUpdateTemplate',
    },
  ],
});
