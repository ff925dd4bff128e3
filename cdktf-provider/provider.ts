/** The tocsin provider: its arguments, and everything the resolved schema and the overlays define. */

import { readFileSync } from 'node:fs';
import { functions } from './functions.ts';
import resolvedSchema from './generated/provider-schema.json' with { type: 'json' };
import { catalogues, ephemeralResources, resources } from './resources/index.ts';
import { publicApiUrl } from './rest/addresses.ts';
import { callRoutingMedia } from './rest/call-routing-media.ts';
import { checkWord } from './rest/catalogue.ts';
import { type ApiClient, createClient, keyHeaders, systemClock } from './rest/client.ts';
import { defineDataSource } from './rest/data-source.ts';
import { defaultMappingSource } from './rest/default-mapping-source.ts';
import { defineEphemeral } from './rest/ephemeral.ts';
import { ApiFailure } from './rest/failure.ts';
import { createFetch } from './rest/network.ts';
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
import { isObject, isUnknown } from './runtime/value.ts';
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
    ca_cert: {
      description:
        'Authority that signs the certificate of the server, as PEM or path of a file. Trusted beside the authorities of the system, those of Node and `SSL_CERT_FILE`. Default: the environment variable `TOCSIN_CA_CERT`.',
      presence: 'optional',
      type: 'string',
    },
    client_cert: {
      description:
        'Certificate by which the provider shows who it is, as PEM or path of a file; needs `client_key`. Default: the environment variable `TOCSIN_CLIENT_CERT`.',
      presence: 'optional',
      type: 'string',
    },
    client_key: {
      description:
        'Key of `client_cert`, as PEM or path of a file. Default: the environment variable `TOCSIN_CLIENT_KEY`.',
      presence: 'optional',
      type: 'string',
      sensitive: true,
    },
    http_headers: {
      description: 'Headers that every request carries, for what stands before the server.',
      presence: 'optional',
      type: { map: 'string' },
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

async function configure(config: ValueObject, { env, signal, log }: Environment): Promise<Api> {
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
  if (endpoint === undefined || apiKey === undefined)
    return { client: unknownClient, reader: createReader(unknownClient) };

  const paced =
    typeof config.pace_requests === 'boolean'
      ? config.pace_requests
      : env.TOCSIN_PACE_REQUESTS !== 'false';
  const pacer = createPacer(paced ? publicApiLimits : [], systemClock);
  const options = {
    baseUrl: publicApiUrl(endpoint),
    headers: {
      ...headersIn(config.http_headers),
      ...keyHeaders(apiKey, `terraform-provider-tocsin/${providerVersion}`),
    },
    fetch: networkOf(config, env),
    pacer,
    signal,
    log,
  };
  const soon = AbortSignal.any([signal, AbortSignal.timeout(keyMilliseconds)]);
  await demandKey(createClient({ ...options, signal: soon, patienceMilliseconds: 0 }));
  const patienceMilliseconds = 1000 * waitInSec(config.wait_in_sec, env.TOCSIN_WAIT_IN_SEC);
  const client = createClient({ ...options, patienceMilliseconds });
  return { client, reader: createReader(client) };
}

/** A server that is slow to say whether it knows a key is asked for something else then. */
const keyMilliseconds = 10_000;

/**
 * A key that the server does not know is said once, and not by every resource. Everything else is theirs to say: the
 * server may be started by this very run.
 */
async function demandKey(client: ApiClient): Promise<void> {
  try {
    await client.send({ method: 'GET', path: '/auth/me' });
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 401) return;
    // Without a path: Terraform would show the line, and the key with it.
    const { summary, message: detail } = error;
    throw new ProviderError([{ severity: 'error', summary, detail }], { cause: error });
  }
}

function networkOf(config: ValueObject, env: NodeJS.ProcessEnv): ReturnType<typeof createFetch> {
  const pem = (argument: string, variable: string) => {
    const given = setting(config[argument], env[variable]);
    if (given === undefined || given === '') return undefined;
    if (given.includes('-----BEGIN')) return given;
    try {
      return readFileSync(given, 'utf8');
    } catch {
      const detail = `${given} is neither PEM nor a file that can be read.`;
      throw new ProviderError([errorAt([argument], 'No certificate', detail)]);
    }
  };
  const clientCert = pem('client_cert', 'TOCSIN_CLIENT_CERT');
  const clientKey = pem('client_key', 'TOCSIN_CLIENT_KEY');
  if ((clientCert === undefined) !== (clientKey === undefined)) {
    const absent = clientCert === undefined ? 'client_cert' : 'client_key';
    const detail = 'client_cert and client_key are of use together only.';
    throw new ProviderError([errorAt([absent], `Missing ${absent}`, detail)]);
  }
  try {
    return createFetch({ env, caCert: pem('ca_cert', 'TOCSIN_CA_CERT'), clientCert, clientKey });
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    const detail = `A certificate cannot be used: ${error instanceof Error ? error.message : String(error)}.`;
    throw new ProviderError([{ severity: 'error', summary: 'No certificate', detail }]);
  }
}

function headersIn(given: Value | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(isObject(given) ? given : {}).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name.toLowerCase(), value]] : [],
    ),
  );
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
