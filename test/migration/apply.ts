/** What accounts of products become, applied by our provider to a server. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importInto } from '../../src/cli/import-into.ts';
import { importers } from '../../src/migration/importers.ts';
import type { SavedAnswers } from '../../src/migration/index.ts';
import { type ProviderAt, startProviderAt } from '../cdktf-provider/support/provider-at.ts';
import { terraformPath, type Workspace } from '../cdktf-provider/support/terraform.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';

/** The product, what it is called here, what was read of it, and the exit code of its import. */
export type AppliedAccount = [string, string, SavedAnswers['results'], 0 | 3];

const invented = (variable: string) =>
  variable.endsWith('_url') ? 'https://tool.example.com/invented' : 'xoxb-invented-token';

/** A test for each account. */
export function applyAll(accounts: readonly AppliedAccount[]): void {
  describe.skipIf(terraformPath === undefined).each(accounts)(
    '%s: %s',
    (name, _, results, code) => {
      let server: TestApp;
      let provider: ProviderAt;
      let workspace: Workspace;

      beforeAll(async () => {
        server = await sharedTestApp();
        provider = await startProviderAt(server.app.url, server.key);
        workspace = provider.workspace;
      });
      afterAll(async () => {
        await provider?.stop();
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
            appendFileSync(secrets(), `${variable} = "${invented(variable)}"\n`);
      };

      const bring = async () => {
        const importer = importers.get(name);
        if (importer === undefined) throw new Error(`There is no importer of ${name}.`);
        const saved = {
          product: name,
          url: 'https://api.example.com',
          savedAt: '2026-11-01',
          results,
        };
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
        expect(await bring()).toBe(code);
        const apply = ['apply', '-auto-approve', '-var-file=secrets.tfvars'];
        // Of an option that has no effect, for example.
        expect((await workspace.succeed(apply)).stdout).not.toContain('Warning: ');
        await workspace.succeed(['plan', '-detailed-exitcode', '-var-file=secrets.tfvars']);
        await bring();
        await workspace.succeed(['plan', '-detailed-exitcode', '-var-file=secrets.tfvars']);
      });
    },
  );
}
