/** What each product's fixtures become, applied by our provider to a server. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tocsinProvider } from '../../cdktf-provider/provider.ts';
import { type PluginServer, startPlugin } from '../../cdktf-provider/runtime/serve.ts';
import { importInto } from '../../src/cli/import-into.ts';
import { importers } from '../../src/migration/importers.ts';
import type { SavedAnswers } from '../../src/migration/index.ts';
import {
  createWorkspace,
  terraformPath,
  type Workspace,
} from '../cdktf-provider/support/terraform.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { resultsOf as allquietResults } from './allquiet/collected.ts';
import { account as allquietAccount } from './allquiet/fixtures/account.ts';
import { resultsOf } from './goalert/collected.ts';
import { account as goalertAccount } from './goalert/fixtures/account.ts';
import { resultsOf as ilertResultsOf } from './ilert/collected.ts';
import { account as ilertAccount } from './ilert/fixtures/account.ts';
import { results as jsmResults } from './jsm/account.ts';
import { resultsOf as oncallResults } from './oncall/collected.ts';
import { account as oncallAccount } from './oncall/fixtures/account.ts';
import { savedAccount, wholeAccount } from './opsgenie/fixtures/whole.ts';
import { savedOf } from './pagerduty/collected.ts';
import { account } from './pagerduty/fixtures/account.ts';
import { resultsOf as splunkResults } from './splunk-oncall/collected.ts';
import { account as splunkAccount } from './splunk-oncall/fixtures/account.ts';

const accounts: [string, SavedAnswers['results']][] = [
  ['opsgenie', savedAccount(wholeAccount).results],
  ['pagerduty', savedOf(account)],
  ['goalert', resultsOf(goalertAccount)],
  ['oncall', oncallResults(oncallAccount)],
  ['jsm', jsmResults],
  ['ilert', ilertResultsOf(ilertAccount)],
  ['allquiet', allquietResults(allquietAccount)],
  ['splunk-oncall', splunkResults(splunkAccount)],
];

describe.skipIf(terraformPath === undefined).each(accounts)('%s', (name, results) => {
  let server: TestApp;
  let plugin: PluginServer;
  let workspace: Workspace;

  beforeAll(async () => {
    server = await sharedTestApp();
    const env = {
      TOCSIN_ENDPOINT: server.app.url,
      TOCSIN_API_KEY: server.key,
      TOCSIN_PACE_REQUESTS: 'false',
    };
    plugin = await startPlugin(tocsinProvider(), { env, writeLog: () => {}, onShutdown: () => {} });
    workspace = await createWorkspace({ reattach: [plugin.reattach] });
  });
  afterAll(async () => {
    await workspace?.remove();
    await plugin?.stop();
  });

  const secrets = () => join(workspace.directory, 'secrets.tfvars');

  /** What a product does not tell, such as the token of a chat, is brought by whoever applies it. */
  const giveTheRest = () => {
    const variables = join(workspace.directory, 'variables.tf');
    appendFileSync(secrets(), '');
    if (!existsSync(variables)) return;
    const declared = readFileSync(variables, 'utf8');
    const given = readFileSync(secrets(), 'utf8');
    for (const [, variable = ''] of declared.matchAll(/^variable "(\w+)"/gm))
      if (!given.includes(`${variable} = `))
        appendFileSync(secrets(), `${variable} = "xoxb-invented-token"\n`);
  };

  const bring = async () => {
    const importer = importers.get(name);
    if (importer === undefined) throw new Error(`There is no importer of ${name}.`);
    const saved = { product: name, url: 'https://api.example.com', savedAt: '2026-11-01', results };
    const code = await importInto(
      { name, displayName: name, importer },
      saved,
      {
        ...{ into: workspace.directory, since: '2026-11-01', force: true, compare: '90d' },
        secrets: secrets(),
      },
      { print: () => undefined, columns: 100 },
      {
        now: () => new Date('2026-11-01T12:00:00Z'),
        // Who an account of Atlassian is.
        ask: async (question) => {
          const [, name] = /account \w+:(\w+)\? /.exec(question) ?? [];
          return name ? `${name}@example.com` : null;
        },
        people: async () => new Map(),
      },
    );
    giveTheRest();
    return code;
  };

  it('is applied by Terraform, and nothing changes by a second import and plan', async () => {
    expect(await bring()).toBe(3);
    const apply = ['apply', '-auto-approve', '-var-file=secrets.tfvars'];
    // Of an option that has no effect, for example.
    expect((await workspace.succeed(apply)).stdout).not.toContain('Warning: ');
    await workspace.succeed(['plan', '-detailed-exitcode', '-var-file=secrets.tfvars']);
    await bring();
    await workspace.succeed(['plan', '-detailed-exitcode', '-var-file=secrets.tfvars']);
  });
});
