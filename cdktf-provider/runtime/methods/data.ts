/** Objects that are read and not kept: data sources, and ephemeral resources from opening to closing. */
import { decodeObject, encodeObject } from '../codec.ts';
import type { ProviderDefinition } from '../provider.ts';
import type { Schema } from '../schema.ts';
import { isConfigurable } from '../schema.ts';
import type { ValueObject } from '../value.ts';
import { answering, find, type Methods } from './answer.ts';

/** `api` throws until the provider is configured. */
export function dataMethods<Api>(
  provider: ProviderDefinition<Api>,
  api: () => Api,
): Methods<
  'ReadDataSource' | 'OpenEphemeralResource' | 'RenewEphemeralResource' | 'CloseEphemeralResource'
> {
  const dataSource = (type: string) => find(provider.dataSources, 'data source', type);
  const ephemeral = (type: string) => find(provider.ephemeralResources, 'ephemeral resource', type);
  return {
    ReadDataSource: ({ type_name, config }) =>
      answering(async () => {
        const { schema, read } = dataSource(type_name);
        const values = decodeObject(schema.attributes, config) ?? {};
        const answer = await read(api(), values);
        return {
          state: encodeObject(schema.attributes, { ...answer, ...configuredOf(schema, values) }),
        };
      }),

    OpenEphemeralResource: ({ type_name, config }) =>
      answering(async () => {
        const { schema, open } = ephemeral(type_name);
        const values = decodeObject(schema.attributes, config) ?? {};
        const { result, memory, renewAt } = await open(api(), values);
        return {
          result: encodeObject(schema.attributes, { ...result, ...configuredOf(schema, values) }),
          private: Buffer.from(memory),
          renew_at: timestamp(renewAt),
        };
      }),

    RenewEphemeralResource: ({ type_name, private: kept }) =>
      answering(async () => {
        const { renew } = ephemeral(type_name);
        if (renew === undefined) return { private: kept };
        const { memory, renewAt } = await renew(api(), kept.toString('utf8'));
        return { private: Buffer.from(memory), renew_at: timestamp(renewAt) };
      }),

    CloseEphemeralResource: ({ type_name, private: kept }) =>
      answering(async () => {
        await ephemeral(type_name).close(api(), kept.toString('utf8'));
        return {};
      }),
  };
}

/**
 * Configured attributes are returned exactly as configured: Terraform compares them. All others are the server's
 * answer.
 */
function configuredOf(schema: Schema, config: ValueObject): ValueObject {
  return Object.fromEntries(
    Object.entries(schema.attributes)
      .filter(([name, attribute]) => isConfigurable(attribute) && (config[name] ?? null) !== null)
      .map(([name]) => [name, config[name] ?? null]),
  );
}

function timestamp(at: Date | undefined): { seconds: number; nanos: number } | undefined {
  if (at === undefined) return undefined;
  const milliseconds = at.getTime();
  return { seconds: Math.floor(milliseconds / 1000), nanos: (milliseconds % 1000) * 1_000_000 };
}
