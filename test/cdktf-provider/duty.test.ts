/** Every setting of who is told, and who not, is applied, planned again without a change, and exported as it was. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportConfiguration } from '../../cdktf-provider/export/commands.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { type ProviderAt, startProviderAt } from './support/provider-at.ts';
import { terraformPath, type Workspace } from './support/terraform.ts';

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

describe.skipIf(terraformPath === undefined)('all settings of duty', () => {
  test('are applied, planned again without a change, and exported with an empty plan', async () => {
    const configuration = await readFile(new URL('configs/duty.tf', import.meta.url), 'utf8');
    await workspace.write('main.tf', configuration);
    const count = configuration.match(/^resource "/gm)?.length;
    const applied = await workspace.succeed(['apply', '-auto-approve', '-no-color']);
    expect(applied.stdout).toContain(`${count} added, 0 changed, 0 destroyed`);
    const again = await workspace.succeed(['plan', '-no-color']);
    expect(again.stdout).toContain('No changes.');
    const connection = { endpoint: server.app.url, apiKey: server.key };
    await exportConfiguration(connection, join(workspace.directory, 'export'));
    const secrets = {
      TF_VAR_outbound_integration_room_of_duty_webhook_settings_url: 'https://example.com/hook',
      TF_VAR_person_calendar_holidays_on_duty_text: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
    };
    const plan = await workspace.succeed(['-chdir=export', 'plan', '-no-color'], secrets);
    expect(plan.stdout).toMatch(/Plan: \d+ to import, 0 to add, 0 to change, 0 to destroy\./);
  });
});
