/** The file that the server hands out for the default mapping of a type. */
import type { DataSourceDefinition } from '../runtime/provider.ts';
import type { Api } from './resource.ts';
import { explaining } from './resource.ts';

export const defaultMappingSource: DataSourceDefinition<Api> = {
  schema: {
    version: 0,
    description:
      'The default mapping of an integration type as a Terraform file, as the server applies it to integrations without a mapping of their own. Write it to a file to start from, or compare it with the one you started from.',
    attributes: {
      type: {
        description: 'Id of an inbound integration type, see `tocsin_integration_types`.',
        presence: 'required',
        type: 'string',
        checks: { pattern: '^[A-Za-z0-9]{1,100}$', patternMeaning: 'Id of an integration type.' },
      },
      template: { description: 'Content of the file.', presence: 'computed', type: 'string' },
    },
  },
  read: ({ client }, { type }) =>
    explaining({}, async () => ({
      template: await client.send({
        method: 'GET',
        path: `/api/integrations/terraform/default/${type}.tf`,
        isServerText: true,
      }),
    })),
};
