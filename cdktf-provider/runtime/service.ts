/** The methods of `tfplugin6.Provider` over a provider definition, and what they share: its configuration. */
import { decodeObject } from './codec.ts';
import type { Log } from './log.ts';
import type { ProviderMethod } from './messages.ts';
import { diagnosing, failure, type Methods } from './methods/answer.ts';
import { dataMethods } from './methods/data.ts';
import { resourceMethods } from './methods/resources.ts';
import { schemaMethods } from './methods/schemas.ts';
import { validationMethods } from './methods/validation.ts';
import type { ProviderDefinition } from './provider.ts';

export type ProviderService = Methods<ProviderMethod>;

export interface ServiceEnvironment {
  readonly log: Log;
  readonly env: NodeJS.ProcessEnv;
}

export function createService<Api>(
  provider: ProviderDefinition<Api>,
  { log, env }: ServiceEnvironment,
): ProviderService {
  const stop = new AbortController();
  let configured: { readonly api: Api } | undefined;
  const api = (): Api => {
    if (configured !== undefined) return configured.api;
    throw failure(
      'The provider is not configured',
      'Terraform asked for an object before configuring the provider.',
    );
  };

  return {
    ...schemaMethods(provider),
    ...validationMethods(provider),
    ...resourceMethods(provider, api, log),
    ...dataMethods(provider, api),

    ConfigureProvider: ({ config, terraform_version }) =>
      diagnosing(async () => {
        log('debug', 'configuring', { terraform_version, version: provider.version });
        const values = decodeObject(provider.schema.attributes, config) ?? {};
        configured = { api: await provider.configure(values, { signal: stop.signal, log, env }) };
        return [];
      }),

    StopProvider: () => {
      log('info', 'stopping: requests under way are cancelled');
      stop.abort(failure('Interrupted', 'Terraform asked the provider to stop.'));
      return {};
    },
  };
}
