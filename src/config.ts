import type { BlockList } from 'node:net';
import { channelSettingRows, type SenderSettings } from './channels/index.ts';
import { parseRateLimits, type RateLimitTable } from './http/index.ts';
import {
  addressList,
  httpUrl,
  parseRetention,
  parseVouchedDomains,
  type Retention,
  retentionDefaults,
  type Setting,
  type VouchedDomain,
} from './kernel/index.ts';
import { defaultRateLimits } from './rate-limits.ts';

/** The products that `TOCSIN_COMPATIBLE_PATHS` can name. */
export const compatibleProducts: readonly string[] = ['goalert', 'oncall'];

export const plans = ['STANDARD', 'PRO', 'ENTERPRISE'] as const;
export type Plan = (typeof plans)[number];

/** Everything the environment decides, parsed once (see `settings` for meaning and defaults). */
export interface Config extends SenderSettings {
  port: number;
  host: string;
  /** Undefined: `http://HOST:PORT` of the address listened on. */
  publicUrl: string | undefined;
  dataDir: string;
  mongodbUri: string | undefined;
  bootstrapApiKey: string | undefined;
  bootstrapOrganization: string;
  bootstrapOwnerEmail: string;
  plan: Plan;
  rateLimits: RateLimitTable | 'off';
  retention: Retention;
  trustedProxies: BlockList | undefined;
  /** Products at whose own paths the server answers, too. */
  compatiblePaths: ReadonlySet<string>;
  allowedPrivateTargets: BlockList | undefined;
  vouchedDomains: readonly VouchedDomain[] | undefined;
  /** Undefined: no mail is received. */
  smtpListen: { host: string; port: number } | undefined;
  /** Undefined: the host of the public URL. */
  mailDomain: string | undefined;
  smtpTlsCertificate: string | undefined;
  smtpTlsKey: string | undefined;
  heartbeatUrl: string | undefined;
  /** Undefined: no spans are made. */
  otlpEndpoint: string | undefined;
  otlpHeaders: Readonly<Record<string, string>> | undefined;
  /** Undefined: `/metrics` asks for none. */
  metricsToken: string | undefined;
  secretKey: Buffer | undefined;
  acceptDataLoss: boolean;
  logLevel: string;
}

const text = (value: string) => value;

/** One row per setting: the README's table is printed from here, and nothing else reads the environment. */
export const settings: { [Name in keyof Config]: Setting<Config[Name]> } = {
  port: {
    env: 'PORT',
    default: '8080',
    meaning: 'TCP port to listen on; 0 picks a free one',
    parse: (value) => wholeNumber(value, 0, 65535),
  },
  host: {
    env: 'HOST',
    default: '127.0.0.1',
    meaning: 'Address to listen on; 0.0.0.0 for all',
    parse: text,
  },
  publicUrl: {
    env: 'TOCSIN_PUBLIC_URL',
    default: undefined,
    meaning:
      'Base URL of webhook URLs and of links in messages, as callers reach this server; default http://HOST:PORT, with 127.0.0.1 where HOST is all addresses',
    parse: httpUrl,
  },
  dataDir: {
    env: 'TOCSIN_DATA_DIR',
    default: './data',
    meaning: 'Folder of the embedded database and of the secret key',
    parse: text,
  },
  mongodbUri: {
    env: 'MONGODB_URI',
    default: undefined,
    secret: true,
    meaning: 'Use this MongoDB instead of the embedded database',
    parse: (value) => {
      if (!/^mongodb(\+srv)?:\/\//.test(value))
        throw new Error('must start with mongodb:// or mongodb+srv://');
      return value;
    },
  },
  bootstrapApiKey: {
    env: 'TOCSIN_BOOTSTRAP_API_KEY',
    default: undefined,
    secret: true,
    meaning: 'API key of the first organization; when unset, one is generated and printed once',
    parse: (value) => {
      if (!/^[\x21-\x7e]{20,200}$/.test(value))
        throw new Error('must be 20 to 200 printable characters without spaces');
      return value;
    },
  },
  bootstrapOrganization: {
    env: 'TOCSIN_BOOTSTRAP_ORGANIZATION',
    default: 'Default',
    meaning: 'Display name of the organization that the first start creates',
    parse: text,
  },
  bootstrapOwnerEmail: {
    env: 'TOCSIN_BOOTSTRAP_OWNER_EMAIL',
    default: 'owner@localhost',
    meaning: 'E-mail address of the Owner of that organization',
    parse: (value) => {
      if (!/^[^\s@]+@[^\s@]+$/.test(value)) throw new Error('must be an e-mail address');
      return value;
    },
  },
  plan: {
    env: 'TOCSIN_PLAN',
    default: 'ENTERPRISE',
    meaning: `Plan of organizations without a plan of their own: ${plans.join(', ')}`,
    parse: (value) => {
      const plan = plans.find((known) => known === value.toUpperCase());
      if (!plan) throw new Error(`must be one of ${plans.join(', ')}`);
      return plan;
    },
  },
  rateLimits: {
    env: 'TOCSIN_RATE_LIMITS',
    default: 'on',
    meaning:
      'on, off, or overrides such as `public-api=3000/20s,27000/300s;webhook=off` (scopes: ' +
      `${Object.keys(defaultRateLimits).join(', ')})`,
    parse: (value) => parseRateLimits(value, defaultRateLimits),
  },
  retention: {
    env: 'TOCSIN_RETENTION',
    default: 'default',
    meaning:
      'default, or overrides such as `payloads=30d,checks=12h` of how long data is kept: ' +
      `${Object.entries(retentionDefaults)
        .map(([name, hours]) => `${name} ${hours === null ? 'by plan' : `${hours / 24}d`}`)
        .join(', ')}`,
    parse: parseRetention,
  },
  compatiblePaths: {
    env: 'TOCSIN_COMPATIBLE_PATHS',
    default: 'off',
    meaning:
      'off, or products whose senders are answered at the paths that they have, because the host name of the ' +
      'product leads here now; ' +
      `comma separated: ${compatibleProducts.join(', ')}`,
    parse: productNames,
  },
  trustedProxies: {
    env: 'TOCSIN_TRUSTED_PROXIES',
    default: undefined,
    meaning:
      'Addresses or CIDR ranges of proxies whose X-Forwarded-For is trusted, comma separated',
    parse: addressList,
  },
  allowedPrivateTargets: {
    env: 'TOCSIN_ALLOW_PRIVATE_TARGETS',
    default: undefined,
    meaning:
      'Private addresses or CIDR ranges that outbound requests may reach, comma separated; ' +
      'metadata services of clouds stay blocked',
    parse: addressList,
  },
  vouchedDomains: {
    env: 'TOCSIN_VOUCHED_DOMAINS',
    default: undefined,
    meaning:
      'Whose domains are, without a DNS record, comma separated: `corp.local` the organization of the first start, `corp.local=ORGANIZATION-ID` another one. ' +
      'It signs its people in by them (OIDC), and has mail aliases and hosts of status pages at and below them. With `corp.local=*` every organization may have aliases and hosts there, ' +
      'with `*=*` everywhere; that proves nothing for sign-in',
    parse: parseVouchedDomains,
  },
  smtpListen: {
    env: 'TOCSIN_SMTP_LISTEN',
    default: 'off',
    meaning:
      'Where to receive mail for e-mail integrations and answers to alerts, such as `127.0.0.1:2525` behind a ' +
      'mail server or `0.0.0.0:25`; off: nowhere',
    parse: listenAddress,
  },
  mailDomain: {
    env: 'TOCSIN_MAIL_DOMAIN',
    default: undefined,
    meaning:
      'What follows the @ of the addresses of integrations: a domain whose mail gets here; default the host of ' +
      'TOCSIN_PUBLIC_URL. Where it is set and mail is received, mails about incidents are answered with ACK or RES',
    parse: (value) => {
      if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(value)) throw new Error('must be a domain');
      return value.toLowerCase();
    },
  },
  smtpTlsCertificate: {
    env: 'TOCSIN_SMTP_TLS_CERT',
    default: undefined,
    meaning: 'File of the certificate (PEM, with its chain) for STARTTLS on received mail',
    parse: text,
  },
  smtpTlsKey: {
    env: 'TOCSIN_SMTP_TLS_KEY',
    default: undefined,
    meaning: 'File of the key of that certificate (PEM)',
    parse: text,
  },
  otlpEndpoint: {
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: undefined,
    meaning:
      'Base address of an OpenTelemetry collector that takes OTLP over HTTP, such as `http://127.0.0.1:4318`: spans from each webhook to the messages about it are sent there. It is requested as it is given, private addresses included',
    parse: httpUrl,
  },
  otlpHeaders: {
    env: 'OTEL_EXPORTER_OTLP_HEADERS',
    default: undefined,
    secret: true,
    meaning:
      'Headers that the collector asks for: `name=value`, separated by commas, values percent-encoded',
    parse: parseHeaders,
  },
  metricsToken: {
    env: 'TOCSIN_METRICS_TOKEN',
    default: undefined,
    secret: true,
    meaning:
      'What `/metrics` and `/metrics/tasks` ask for as `Authorization: Bearer TOKEN`, 16 characters at least; without it, they answer whoever reaches the port',
    parse: (value) => {
      if (!/^\S{16,500}$/.test(value))
        throw new Error('must have 16 to 500 characters and no white space');
      return value;
    },
  },
  heartbeatUrl: {
    env: 'TOCSIN_HEARTBEAT_URL',
    default: undefined,
    secret: true,
    meaning:
      'Requested every 15 seconds while people are told in time and no channel fails for everybody: let a dead man’s switch outside raise the alarm when it stops',
    parse: (value) => {
      if (!/^https?:\/\//.test(value) || !URL.canParse(value))
        throw new Error('must be an http or https URL');
      return value;
    },
  },
  secretKey: {
    env: 'TOCSIN_SECRET_KEY',
    default: undefined,
    secret: true,
    meaning:
      'Key that encrypts stored secrets: 64 hex digits (`openssl rand -hex 32`); when unset, the first ' +
      'start creates one in the data folder. Set it when several processes share one MongoDB',
    parse: (value) => {
      if (!/^[0-9a-f]{64}$/i.test(value)) throw new Error('must be 64 hexadecimal digits');
      return Buffer.from(value, 'hex');
    },
  },
  ...channelSettingRows,
  acceptDataLoss: {
    env: 'TOCSIN_ACCEPT_DATA_LOSS',
    default: 'no',
    meaning:
      'yes: start with the remaining data after an error reported that stored data is missing; ' +
      'set it for one start only',
    parse: (value) => {
      if (value !== 'yes' && value !== 'no') throw new Error('must be yes or no');
      return value === 'yes';
    },
  },
  logLevel: {
    env: 'TOCSIN_LOG_LEVEL',
    default: 'info',
    meaning: 'fatal, error, warn, info, debug, trace or silent',
    parse: (value) => {
      if (!/^(fatal|error|warn|info|debug|trace|silent)$/.test(value))
        throw new Error('must be fatal, error, warn, info, debug, trace or silent');
      return value;
    },
  },
};

/** All mistakes in the environment at once, one line each; values of secrets are not repeated. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];
  constructor(mistakes: readonly string[]) {
    super(`The configuration has ${mistakes.length} mistake(s):\n- ${mistakes.join('\n- ')}`);
    this.name = 'ConfigError';
    this.mistakes = mistakes;
  }
}

/** Reads the settings from `env`; an empty value counts as unset. Throws `ConfigError`. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const mistakes: string[] = [];
  const known = new Set<string>(Object.values(settings).map((setting) => setting.env));
  for (const name of Object.keys(env)) {
    // A misspelt setting that is silently ignored is found out at 3 a.m.
    if (name.startsWith('TOCSIN_') && !known.has(name) && !clientSettings.has(name))
      mistakes.push(`${name} is not a setting of this version`);
  }
  const read = <Name extends keyof Config>(name: Name): Config[Name] | undefined => {
    const setting = settings[name];
    const value = env[setting.env] || setting.default;
    if (value === undefined) return undefined;
    try {
      return setting.parse(value);
    } catch (error) {
      const shown = setting.secret ? '' : ` (it is ${JSON.stringify(value)})`;
      mistakes.push(`${setting.env} ${error instanceof Error ? error.message : error}${shown}`);
      return undefined;
    }
  };
  const values: { [Name in keyof Config]?: Config[Name] | undefined } = {};
  const fill = <Name extends keyof Config>(name: Name) => {
    values[name] = read(name);
  };
  for (const name of Object.keys(settings) as (keyof Config)[]) fill(name);
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return values as Config;
}

/** Read by the Terraform provider and by command-line tools, so they may stand in the same shell. */
const clientSettings = new Set([
  'TOCSIN_API_KEY',
  'TOCSIN_CA_CERT',
  'TOCSIN_CLIENT_CERT',
  'TOCSIN_CLIENT_KEY',
  'TOCSIN_ENDPOINT',
  'TOCSIN_GITLAB_TOKEN',
  'TOCSIN_IMPORT_KEY',
  'TOCSIN_NODE',
  'TOCSIN_PACE_REQUESTS',
  'TOCSIN_PROFILE',
  'TOCSIN_WAIT_IN_SEC',
]);

function wholeNumber(value: string, min: number, max: number): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max)
    throw new Error(`must be a whole number from ${min} to ${max}`);
  return number;
}

function productNames(value: string): ReadonlySet<string> {
  if (value.toLowerCase() === 'off') return new Set();
  const names = value.split(',').map((name) => name.trim().toLowerCase());
  const unknown = names.find((name) => !compatibleProducts.includes(name));
  if (unknown !== undefined)
    throw new Error(`names ${unknown}; it can name ${compatibleProducts.join(' and ')}`);
  return new Set(names);
}

function listenAddress(value: string): Config['smtpListen'] {
  if (value === 'off') return undefined;
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(value) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || port === undefined || Number(port) > 65_535)
    throw new Error('must be off or an address and a port, such as 127.0.0.1:2525');
  return { host, port: Number(port) };
}

function parseHeaders(value: string): Readonly<Record<string, string>> {
  const entries = value.split(',').filter((entry) => entry.trim() !== '');
  return Object.fromEntries(
    entries.map((entry) => {
      const [, name, content] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(entry) ?? [];
      if (name === undefined || content === undefined)
        throw new Error('must be NAME=VALUE, separated by commas');
      return [name.toLowerCase(), decodeURIComponent(content)];
    }),
  );
}
