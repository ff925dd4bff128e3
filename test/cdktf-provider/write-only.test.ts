/**
 * Secrets that lie neither in a plan nor in a state: every one that a configuration may give, and some under the real
 * Terraform.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resolved, tocsinProvider } from '../../cdktf-provider/provider.ts';
import { fromAnswer, toBody } from '../../cdktf-provider/rest/objects.ts';
import {
  isSecret,
  type WireAttribute,
  type WireAttributes,
} from '../../cdktf-provider/rest/resolved.ts';
import { lacksSecret, withSecrets } from '../../cdktf-provider/rest/secrets.ts';
import { sameObject } from '../../cdktf-provider/runtime/equality.ts';
import { missingSecrets } from '../../cdktf-provider/runtime/missing-secrets.ts';
import { planChange } from '../../cdktf-provider/runtime/plan.ts';
import type { PluginServer } from '../../cdktf-provider/runtime/serve.ts';
import { startPlugin } from '../../cdktf-provider/runtime/serve.ts';
import { settleApply, settleRead } from '../../cdktf-provider/runtime/settle.ts';
import { validateObject } from '../../cdktf-provider/runtime/validate.ts';
import { UNKNOWN, type Value, type ValueObject } from '../../cdktf-provider/runtime/value.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import type { Workspace } from './support/terraform.ts';
import { createWorkspace, terraformPath } from './support/terraform.ts';

interface Place {
  readonly attributes: WireAttributes;
  readonly names: readonly [string, ...string[]];
  readonly secret: WireAttribute;
}

function secretsIn(
  attributes: WireAttributes,
  above: readonly string[] = [],
): (readonly [string[], WireAttribute])[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const names = [...above, name];
    if (attribute.nested !== undefined) return secretsIn(attribute.nested.attributes, names);
    const isInput = attribute.sent && attribute.presence !== 'computed';
    return isInput && isSecret(attribute) ? [[names, attribute] as const] : [];
  });
}

const places = Object.entries(resolved.resources).flatMap(([type, { schema }]) =>
  secretsIn(schema.attributes).map(([names, secret]): [string, Place] => [
    `${type}.${names.join('.')}`,
    { attributes: schema.attributes, names: names as [string, ...string[]], secret },
  ]),
);
const variants = places.filter(([, { secret }]) => secret.writeOnly !== true);

/** A configuration of nothing but these members beside the secret. */
function configured(
  attributes: WireAttributes,
  [name, ...below]: readonly string[],
  members: ValueObject,
): ValueObject {
  const nulls = Object.fromEntries(
    Object.keys(attributes).map((one): [string, Value] => [one, null]),
  );
  const nested = attributes[name ?? '']?.nested;
  if (name === undefined || nested === undefined) return { ...nulls, ...members };
  const inside = configured(nested.attributes, below, members);
  return { ...nulls, [name]: nested.nesting === 'list' ? [inside] : inside };
}

const value = ({ type }: WireAttribute, text: string): Value =>
  typeof type === 'object' ? { 'X-Secret': text } : text;

test('every secret that a configuration may give can be given without being stored', () => {
  expect(variants.length).toBeGreaterThan(35);
  expect(
    places.filter(
      ([, { secret }]) => (secret.variant === undefined) !== (secret.writeOnly === true),
    ),
  ).toEqual([]);
});

describe.each(variants)('%s', (_name, { attributes, names, secret }) => {
  const own = names.at(-1) ?? '';
  const {
    name: variant,
    version,
    required,
  } = secret.variant ?? { name: '', version: '', required: false };
  const sent = value(secret, 'only-the-server-knows');
  const config = (members: ValueObject) => configured(attributes, names, members);
  const without = config({ [variant]: sent, [version]: 1 });
  /** The server answers what it was sent. */
  const answered = (text: string) => config({ [own]: value(secret, text) });
  const text = (object: ValueObject) => JSON.stringify(object);
  const created = settleApply(
    attributes,
    planChange(attributes, without, null).planned,
    answered('only-the-server-knows'),
  );

  test('is sent and lies in neither plan nor state', () => {
    const { planned } = planChange(attributes, without, null);
    expect(text(planned)).not.toContain('only-the-server-knows');
    const body = toBody(attributes, planned, without);
    expect(text(body)).toContain('only-the-server-knows');
    expect(text(fromAnswer(attributes, body))).toContain('only-the-server-knows');
    expect(text(created)).not.toContain('only-the-server-knows');
    const read = settleRead(attributes, created, answered('only-the-server-knows'));
    expect(text(read)).not.toContain('only-the-server-knows');
  });

  test('is sent again when its version changes, and only then', () => {
    const again = planChange(attributes, without, created).planned;
    expect(sameObject(attributes, again, created)).toBe(true);
    const next = config({ [variant]: value(secret, 'the-next-one'), [version]: 2 });
    const { planned, requiresReplace } = planChange(attributes, next, created);
    expect(sameObject(attributes, planned, created)).toBe(false);
    expect(requiresReplace).toEqual([]);
    expect(text(toBody(attributes, planned, next))).toContain('the-next-one');
  });

  test('stays what it is on the server when it is taken out, or was never there', () => {
    const empty = config({});
    const { planned } = planChange(attributes, empty, created);
    expect(lacksSecret(attributes, planned)).toBe(true);
    const whole = withSecrets(attributes, planned, answered('only-the-server-knows'));
    expect(text(toBody(attributes, whole, empty))).toContain('only-the-server-knows');
    const imported = settleRead(attributes, config({}), answered('by hand'));
    const kept = planChange(attributes, empty, imported).planned;
    expect(text(toBody(attributes, kept, empty))).toContain('by hand');
  });

  test('is given in one way, and without being stored with its version', () => {
    const about = (members: ValueObject) =>
      validateObject(attributes, config(members)).filter(({ detail }) => detail?.includes(variant));
    expect(about({ [variant]: sent, [version]: 1 })).toEqual([]);
    expect(about({ [own]: sent })).toEqual([]);
    expect(about({ [own]: sent, [variant]: sent, [version]: 1 })).toHaveLength(1);
    expect(about({ [variant]: sent })).toHaveLength(1);
    expect(about({ [version]: 1 })).toHaveLength(1);
    expect(about({})).toEqual([]);
  });

  test('is asked for where one is needed and the server has none, and not of what is there already', () => {
    const missing = (members: ValueObject, prior: ValueObject | null) =>
      missingSecrets(attributes, config(members), prior)
        .map(({ path }) => path?.at(-1))
        // What else its object needs is not configured here.
        .filter((name) => name === own);
    expect(missing({}, null)).toEqual(required ? [own] : []);
    expect(missing({ [own]: sent }, null)).toEqual([]);
    expect(missing({ [own]: UNKNOWN }, null)).toEqual([]);
    expect(missing({ [variant]: sent, [version]: 1 }, null)).toEqual([]);
    expect(missing({}, answered('only-the-server-knows'))).toEqual([]);
    expect(missing({}, created)).toEqual([]);
  });
});

describe.skipIf(terraformPath === undefined)('under Terraform', () => {
  let server: TestApp;
  let plugin: PluginServer;
  let workspace: Workspace;

  beforeAll(async () => {
    server = await sharedTestApp();
    const env = { TOCSIN_ENDPOINT: server.app.url, TOCSIN_API_KEY: server.key };
    plugin = await startPlugin(tocsinProvider(), { env, writeLog: () => {}, onShutdown: () => {} });
    workspace = await createWorkspace({ reattach: [plugin.reattach] });
  });
  afterAll(async () => {
    await workspace.remove();
    await plugin.stop();
  });

  const configuration = (webhook: string, oidc: string) => `
terraform {
  required_providers {
    tocsin = { source = "tocsin/tocsin" }
  }
}
variable "password" {
  type      = string
  ephemeral = true
}
resource "tocsin_team" "a" {
  display_name = "A"
}
resource "tocsin_outbound_integration" "a" {
  display_name     = "A"
  type             = "Webhook"
  team_id          = tocsin_team.a.id
  webhook_settings = {
    ${webhook}
  }
}
resource "tocsin_oidc_connection" "a" {
  display_name = "A"
  issuer       = "https://sso.example.com"
  client_id    = "tocsin"
  ${oidc}
}
`;

  test('nothing is stored, a new version is sent, and what is taken out stays on the server', async () => {
    const webhook = (version: number) => `
      url_wo         = "https://\${var.password}.example.com/"
      url_wo_version = ${version}
      headers        = [{ name = "X-Key", value_wo = var.password, value_wo_version = ${version} }]`;
    const oidc = 'client_secret_wo = var.password\n  client_secret_wo_version = 1';
    const stored = async () => {
      const outbound = await server.api.get('/outbound-integration/search/list');
      const connections = await server.api.get('/oidc-connection/search/list');
      return JSON.stringify([outbound.body, connections.body]);
    };
    const apply = async (password: string) => {
      const variables = ['-var', `password=${password}`];
      await workspace.succeed(['plan', '-out=plan', ...variables]);
      const plan = await workspace.succeed(['show', '-json', 'plan']);
      await workspace.succeed(['apply', ...variables, 'plan']);
      const state = await workspace.succeed(['state', 'pull']);
      await workspace.succeed(['plan', '-detailed-exitcode', ...variables]);
      return plan.stdout + state.stdout;
    };

    await workspace.write('main.tf', configuration(webhook(1), oidc));
    expect(await apply('first-word')).not.toContain('first-word');
    expect((await stored()).match(/first-word/g)).toHaveLength(3);

    // Another value alone is no change.
    await workspace.succeed(['plan', '-detailed-exitcode', '-var', 'password=second-word']);
    await workspace.write('main.tf', configuration(webhook(2), oidc));
    expect(await apply('second-word')).not.toContain('second-word');
    expect((await stored()).match(/first-word|second-word/g)?.toSorted()).toEqual([
      'first-word',
      'second-word',
      'second-word',
    ]);

    await workspace.write('main.tf', configuration(webhook(2), ''));
    await apply('second-word');
    expect((await stored()).match(/first-word|second-word/g)).toHaveLength(3);

    await workspace.write('main.tf', configuration('', ''));
    await apply('second-word');
    // The header is gone; the URL, which a webhook needs, is left as it is.
    expect((await stored()).match(/first-word|second-word/g)).toHaveLength(2);
    await workspace.succeed(['destroy', '-auto-approve', '-var', 'password=second-word']);
    const refused = await workspace.terraform(['plan', '-var', 'password=second-word']);
    expect(refused.stderr.replaceAll(/[│\s]+/g, ' ')).toContain(
      'Set exactly one of url and url_wo.',
    );
  });
});
