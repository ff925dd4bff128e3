/** The tocsin provider: its arguments, and everything the resolved schema and the overlays define. */

import { functions } from './functions.ts';
import resolvedSchema from './generated/provider-schema.json' with { type: 'json' };
import { catalogues, ephemeralResources, resources } from './resources/index.ts';
import { publicApiUrl } from './rest/addresses.ts';
import { callRoutingMedia } from './rest/call-routing-media.ts';
import { checkWord } from './rest/catalogue.ts';
import { createClient, keyHeaders, systemClock } from './rest/client.ts';
import { defineDataSource } from './rest/data-source.ts';
import { defaultMappingSource } from './rest/default-mapping-source.ts';
import { defineEphemeral } from './rest/ephemeral.ts';
import { createPacer, publicApiLimits } from './rest/pace.ts';
import { createReader } from './rest/reader.ts';
import type { ResolvedProvider } from './rest/resolved.ts';
import type { Api } from './rest/resource.ts';
import { defineResource } from './rest/resource.ts';
import type { Diagnostic } from './runtime/diagnostics.ts';
import { errorAt, ProviderError } from './runtime/diagnostics.ts';
import type { Environment, ProviderDefinition } from './runtime/provider.ts';
import type { Schema } from './runtime/schema.ts';
import type { Value, ValueObject } from './runtime/value.ts';
import { isUnknown } from './runtime/value.ts';
import { providerAddress, providerVersion } from './version.ts';

/** The checked-in file is written by the build from this very type. */
export const resolved = resolvedSchema as unknown as ResolvedProvider;

export const providerSchema: Schema = {
  version: 0,
  description:
    'Manages a Tocsin server: people, teams, schedules, integrations, routing and status pages.',
  attributes: {
    endpoint: {
      description:
        'Address of the server, such as `https://tocsin.example.com`, with or without `/api/public/v1`. Default: the environment variable `TOCSIN_ENDPOINT`.',
      presence: 'optional',
      type: 'string',
      checks: {
        pattern: '^https?://\\S+$',
        patternMeaning: 'An address such as https://tocsin.example.com.',
      },
    },
    api_key: {
      description:
        'An API key of the organization. Default: the environment variable `TOCSIN_API_KEY`.',
      presence: 'optional',
      type: 'string',
      sensitive: true,
    },
    wait_in_sec: {
      description:
        'How long a request may wait for a server that is busy, that is started again during the run, or whose limits are used up. Default: `600`, or what the environment variable `TOCSIN_WAIT_IN_SEC` says.',
      presence: 'optional',
      type: 'number',
      checks: { integer: true, minimum: 0, maximum: 86_400 },
    },
    pace_requests: {
      description:
        'Stay under 300 requests in 20 seconds and 2,700 in 5 minutes, the limits of a key. Set it to false for a server without limits. Default: `true`, or what the environment variable `TOCSIN_PACE_REQUESTS` says.',
      presence: 'optional',
      type: 'bool',
    },
  },
};

/** `schema` is the checked-in one except for the build, which has a newer one. */
export function tocsinProvider(schema: ResolvedProvider = resolved): ProviderDefinition<Api> {
  const overlayOf = new Map(resources.map((overlay) => [overlay.type, overlay]));
  const ephemeralOf = new Map(ephemeralResources.map((overlay) => [overlay.type, overlay]));
  const dataRulesOf = new Map(
    [...resources.flatMap(({ dataSources }) => dataSources ?? []), ...catalogues].map(
      ({ type, rules }) => [type, rules ?? []],
    ),
  );
  return {
    name: 'tocsin',
    version: providerVersion,
    address: providerAddress,
    schema: providerSchema,
    configure,
    resources: {
      tocsin_call_routing_media: callRoutingMedia,
      ...mapEntries(schema.resources, (entry, type) => {
        const overlay = overlayOf.get(type);
        const named = overlay?.catalogue;
        const dataSource = named && schema.dataSources[named.dataSource];
        const catalogue = dataSource && { ...named, dataSource };
        return defineResource(entry, {
          ...overlay,
          ...(catalogue && {
            check: ({ client }, planned, prior) => checkWord(client, catalogue, planned, prior),
          }),
        });
      }),
    },
    dataSources: {
      ...mapEntries(schema.dataSources, (entry, type) =>
        defineDataSource(entry, dataRulesOf.get(type) ?? []),
      ),
      tocsin_default_mapping: defaultMappingSource,
    },
    ephemeralResources: mapEntries(schema.ephemeralResources, (entry, type) =>
      defineEphemeral(entry, ephemeralOf.get(type) ?? { beforeOpen: () => ({}) }),
    ),
    functions,
  };
}

function configure(config: ValueObject, { env, signal, log }: Environment): Api {
  const endpoint = setting(config.endpoint, env.TOCSIN_ENDPOINT);
  const apiKey = setting(config.api_key, env.TOCSIN_API_KEY);
  const problems: Diagnostic[] = [];
  if (endpoint === '') problems.push(missing('endpoint', 'TOCSIN_ENDPOINT'));
  if (apiKey === '') problems.push(missing('api_key', 'TOCSIN_API_KEY'));
  if (endpoint !== undefined && endpoint !== '' && !URL.canParse(endpoint)) {
    problems.push(
      errorAt(
        ['endpoint'],
        'Not an address',
        `"${endpoint}" is not a URL. Give it as https://tocsin.example.com.`,
      ),
    );
  }
  if (problems.length > 0) throw new ProviderError(problems);

  const paced =
    typeof config.pace_requests === 'boolean'
      ? config.pace_requests
      : env.TOCSIN_PACE_REQUESTS !== 'false';
  const pacer = createPacer(paced ? publicApiLimits : [], systemClock);
  const client =
    endpoint === undefined || apiKey === undefined
      ? unknownClient
      : createClient({
          baseUrl: publicApiUrl(endpoint),
          headers: keyHeaders(apiKey, `terraform-provider-tocsin/${providerVersion}`),
          pacer,
          signal,
          log,
          patienceMilliseconds: 1000 * waitInSec(config.wait_in_sec, env.TOCSIN_WAIT_IN_SEC),
        });
  return { client, reader: createReader(client) };
}

/** Undefined while it is unknown, the empty text when it is not set. */
function setting(
  configured: Value | undefined,
  environment: string | undefined,
): string | undefined {
  if (isUnknown(configured)) return undefined;
  return typeof configured === 'string' && configured !== '' ? configured : (environment ?? '');
}

function waitInSec(configured: Value | undefined, environment: string | undefined): number {
  const given = typeof configured === 'number' ? configured : Number(environment || Number.NaN);
  return Number.isFinite(given) && given >= 0 ? given : 600;
}

function missing(argument: string, variable: string): Diagnostic {
  return errorAt(
    [argument],
    `Missing ${argument}`,
    `Set the argument ${argument} of the provider, or the environment variable ${variable}.`,
  );
}

/** While planning, the endpoint may be the output of a resource that does not exist yet. */
const unknownClient: Api['client'] = {
  send: async () => {
    throw new ProviderError([
      {
        severity: 'error',
        summary: 'The provider is not fully configured yet',
        detail:
          'Its endpoint or API key is only known after apply. Apply what they come from first (terraform apply -target=…).',
      },
    ]);
  },
};

function mapEntries<In, Out>(
  entries: Readonly<Record<string, In>>,
  each: (entry: In, name: string) => Out,
): Record<string, Out> {
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, each(entry, name)]),
  );
}
