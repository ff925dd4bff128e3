import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, settings } from '../src/config.ts';
import { isListed } from '../src/kernel/index.ts';
import { defaultRateLimits } from '../src/rate-limits.ts';

function mistakesOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
  return [];
}

const root = fileURLToPath(new URL('../', import.meta.url));
const ofTheServer = new Set<string>(Object.values(settings).map(({ env }) => env));
/** What the command line and the Terraform provider read, but for what a construct gives to a process of its own. */
const clientVariables = globSync('{src/cli,cdktf-provider}/**/*.ts', { cwd: root })
  .flatMap((file) => readFileSync(`${root}${file}`, 'utf8').match(/\bTOCSIN_[A-Z_]*[A-Z]\b/g) ?? [])
  .filter((name) => !ofTheServer.has(name) && !name.startsWith('TOCSIN_CHECK_'));

describe('configuration', () => {
  it('an empty environment is the defaults of the design', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      publicUrl: undefined,
      dataDir: './data',
      mongodbUri: undefined,
      bootstrapApiKey: undefined,
      bootstrapOrganization: 'Default',
      bootstrapOwnerEmail: 'owner@localhost',
      plan: 'ENTERPRISE',
      rateLimits: defaultRateLimits,
      trustedProxies: undefined,
      compatiblePaths: new Set(),
      logLevel: 'info',
    });
  });

  it('an empty value counts as unset', () => {
    expect(readConfig({ PORT: '', MONGODB_URI: '' })).toEqual(readConfig({}));
  });

  it('reads every setting', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '::',
      TOCSIN_PUBLIC_URL: 'https://alerts.example.com/tocsin///',
      TOCSIN_DATA_DIR: '/data',
      MONGODB_URI: 'mongodb://db/tocsin',
      TOCSIN_BOOTSTRAP_API_KEY: 'k'.repeat(20),
      TOCSIN_BOOTSTRAP_ORGANIZATION: 'Acme',
      TOCSIN_BOOTSTRAP_OWNER_EMAIL: 'ada@example.com',
      TOCSIN_PLAN: 'pro',
      TOCSIN_RATE_LIMITS: 'off',
      TOCSIN_TRUSTED_PROXIES: '10.0.0.0/8',
      TOCSIN_SECRET_KEY: 'ab'.repeat(32),
      TOCSIN_SMTP_URL: 'smtps://user:password@mail.example.com',
      TOCSIN_MAIL_FROM: 'Tocsin <alerts@example.com>',
      TOCSIN_TWILIO_ACCOUNT_SID: `AC${'a'.repeat(32)}`,
      TOCSIN_TWILIO_AUTH_TOKEN: 'new, old',
      TOCSIN_TWILIO_FROM: '+15551234567',
      TOCSIN_NTFY_URL: 'https://ntfy.example.com/',
      TOCSIN_LOG_LEVEL: 'silent',
    });
    expect(config).toMatchObject({
      port: 0,
      publicUrl: 'https://alerts.example.com/tocsin',
      plan: 'PRO',
      rateLimits: 'off',
      secretKey: Buffer.alloc(32, 0xab),
      twilioAuthTokens: ['new', 'old'],
      ntfyUrl: 'https://ntfy.example.com',
    });
    expect(config.trustedProxies && isListed(config.trustedProxies, '10.1.1.1')).toBe(true);
  });

  it('tells all mistakes at once, each by the name of its setting', () => {
    const wrong = {
      PORT: '70000',
      TOCSIN_PUBLIC_URL: 'alerts.example.com',
      MONGODB_URI: 'postgres://db',
      TOCSIN_BOOTSTRAP_API_KEY: 'short',
      TOCSIN_BOOTSTRAP_OWNER_EMAIL: 'nobody',
      TOCSIN_PLAN: 'FREE',
      TOCSIN_RATE_LIMITS: 'sometimes',
      TOCSIN_TRUSTED_PROXIES: 'proxy.example.com',
      TOCSIN_VOUCHED_DOMAINS: '*',
      TOCSIN_SECRET_KEY: 'abc',
      TOCSIN_SMTP_URL: 'mail.example.com',
      TOCSIN_MAIL_FROM: 'Tocsin',
      TOCSIN_TWILIO_ACCOUNT_SID: 'SK12',
      TOCSIN_TWILIO_AUTH_TOKEN: 'a,b,c',
      TOCSIN_TWILIO_FROM: '555-1000',
      TOCSIN_TWILIO_API_BASE: 'api.example.com',
      TOCSIN_NTFY_URL: 'ntfy.example.com',
      TOCSIN_METRICS_TOKEN: 'too short',
      TOCSIN_LOG_LEVEL: 'loud',
    };
    const mistakes = mistakesOf(wrong);
    expect(mistakes.map((mistake) => mistake.split(' ')[0]).toSorted()).toEqual(
      Object.keys(wrong).toSorted(),
    );
  });

  it.each(['-1', '1.5', '0x50', '65536', ' 80', '8080a'])('PORT %j is refused', (PORT) => {
    expect(mistakesOf({ PORT })).toHaveLength(1);
  });

  it.each(['ftp://a', 'https://a/?q', 'https://a/#f', '//a', 'http://'])(
    'TOCSIN_PUBLIC_URL %s is refused',
    (TOCSIN_PUBLIC_URL) => {
      expect(mistakesOf({ TOCSIN_PUBLIC_URL })).toHaveLength(1);
    },
  );

  it('a misspelt setting is a mistake; those of the provider and of the command line are not', () => {
    expect(mistakesOf({ TOCSIN_RATE_LIMIT: 'off' })).toEqual([
      'TOCSIN_RATE_LIMIT is not a setting of this version',
    ]);
    expect(mistakesOf({ TOCSIN_ENDPOINT: 'x', TOCSIN_API_KEY: 'y', PATH: '/bin' })).toEqual([]);
    expect(clientVariables).toContain('TOCSIN_PROFILE');
    expect(mistakesOf(Object.fromEntries(clientVariables.map((name) => [name, 'x'])))).toEqual([]);
  });

  it('shows the wrong value of a setting, never that of a secret', () => {
    for (const setting of Object.values(settings)) {
      const value = 'n0t-valid in any way';
      const [mistake] = mistakesOf({ [setting.env]: value });
      if (mistake === undefined) continue;
      expect(mistake.includes(value), setting.env).toBe(setting.secret === undefined);
    }
    const message = new ConfigError(mistakesOf({ TOCSIN_SECRET_KEY: 'hush', PORT: 'x' })).message;
    expect(message).not.toContain('hush');
    expect(message).toContain('2 mistake(s)');
  });
});
