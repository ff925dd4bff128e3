/** What an export writes, Terraform takes: the server stores more than a careful person would configure. */
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

/** Everything below is stored by the server and answered 200, and has no effect, or less than it seems. */
async function storeOddities(): Promise<void> {
  const { api } = server;
  const teamId = await api.make('/team', { displayName: 'Platform' });
  const membership = await api.make('/team-membership', {
    email: 'alice@example.com',
    teamId,
    role: 'Member',
  });
  const rotation = (settings: object) => ({
    schedules: [
      {
        rotationSettings: settings,
        rotations: [{ members: [{ teamMembershipId: membership }] }],
      },
    ],
  });
  await api.make('/team-escalations', {
    teamId,
    escalationTiers: [
      rotation({ repeats: 'daily', rotationMode: 'explicit', autoRotationSize: 2 }),
      rotation({ repeats: 'custom' }),
      rotation({ repeats: 'monthly' }),
    ],
  });
  const integrationId = await api.make('/inbound-integration', {
    displayName: 'Builds',
    teamId,
    type: 'Webhook',
    webhookAuthentication: { type: 'bearer', bearer: { token: '0123' } },
  });
  await api.make(`/inbound-integration/${integrationId}/mapping`, {
    attributesMapping: { attributes: [{ name: 'Title', mappings: [{ static: '${a}' }] }] },
  });
  const channels = {
    selectedChannelIds: ['C1'],
    severityBasedChannelSettings: {
      selectedChannelIdsMinor: ['C1'],
      selectedChannelIdsWarning: [],
      selectedChannelIdsCritical: [],
    },
  };
  await api.make('/outbound-integration', {
    displayName: 'Chat',
    teamId,
    type: 'Slack',
    slackSettings: channels,
    teamConnectionSettings: { teamConnectionMode: 'SelectedTeams' },
  });
  const service = await api.make('/service', { displayName: 'Shop', publicTitle: 'Shop' });
  await api.make('/routing', {
    displayName: 'Oddities',
    teamId,
    teamConnectionSettings: { teamConnectionMode: 'SelectedTeams' },
    rules: [
      { conditions: {}, actions: { affectsServices: [service], snoozeForRelativeInMinutes: 5 } },
      { conditions: {}, actions: { addInteraction: 'Snoozed', snoozeUntilAbsolute: '08:00' } },
      {
        conditions: {},
        actions: { snoozeUntilAbsolute: '08:00', snoozeUntilWeekdayAbsolute: 'mon' },
      },
    ],
  });
}

describe.skipIf(terraformPath === undefined)('an export', () => {
  test('of whatever the server stores is formatted, valid, and imported without a change', async () => {
    await storeOddities();
    const folder = join(workspace.directory, 'export');
    const connection = { endpoint: server.app.url, apiKey: server.key };
    const { files, secrets } = await exportConfiguration(connection, folder);
    expect(files).toEqual(
      expect.arrayContaining(['routings.tf', 'team_escalations.tf', 'variables.tf']),
    );
    expect(secrets).toEqual(['integration_builds_webhook_authentication_bearer_token']);

    const formatted = await workspace.terraform(['-chdir=export', 'fmt', '-check', '-diff']);
    expect(formatted.stdout).toBe('');
    const validated = await workspace.succeed(['-chdir=export', 'validate', '-no-color']);
    expect(validated.stdout).toContain('Attribute has no effect');
    // Digits only: read as an expression, the token would lose its zero.
    const env = { [`TF_VAR_${secrets[0]}`]: '0123' };
    const plan = await workspace.succeed(['-chdir=export', 'plan', '-no-color'], env);
    expect(plan.stdout).toMatch(/Plan: \d+ to import, 0 to add, 0 to change, 0 to destroy\./);
  });

  test('of one team holds what belongs to it, refers to the rest by id, and plans nothing', async () => {
    await server.api.make('/team', { displayName: 'Other' });
    const connection = { endpoint: server.app.url, apiKey: server.key };
    const folder = join(workspace.directory, 'team');
    await expect(exportConfiguration(connection, folder, { team: 'Nobody' })).rejects.toThrow(
      'There is no team with the name or id Nobody.',
    );
    const { files, secrets } = await exportConfiguration(connection, folder, { team: 'Platform' });
    expect(files).toEqual([
      'main.tf',
      'teams.tf',
      'team_memberships.tf',
      'team_escalations.tf',
      'integrations.tf',
      'integration_mappings.tf',
      'outbound_integrations.tf',
      'routings.tf',
      'variables.tf',
    ]);
    await workspace.succeed(['-chdir=team', 'fmt', '-check']);
    const env = { [`TF_VAR_${secrets[0]}`]: '0123' };
    const plan = await workspace.succeed(['-chdir=team', 'plan', '-no-color'], env);
    expect(plan.stdout).toContain('Plan: 7 to import, 0 to add, 0 to change, 0 to destroy.');
  });

  test('as policies makes schedules and a policy of tiers, and plans nothing more', async () => {
    const connection = { endpoint: server.app.url, apiKey: server.key };
    const folder = join(workspace.directory, 'policies');
    const options = { team: 'Platform', policies: true };
    const { files, secrets, teams, differences } = await exportConfiguration(
      connection,
      folder,
      options,
    );
    expect(files).toEqual(expect.arrayContaining(['schedules.tf', 'escalation_policies.tf']));
    expect(files).not.toContain('team_escalations.tf');
    expect([teams, differences]).toEqual([['Platform'], []]);
    await workspace.succeed(['-chdir=policies', 'fmt', '-check']);
    const env = { [`TF_VAR_${secrets[0]}`]: '0123' };
    const applied = await workspace.succeed(
      ['-chdir=policies', 'apply', '-auto-approve', '-no-color'],
      env,
    );
    expect(applied.stdout).toContain('6 imported, 4 added, 0 changed, 0 destroyed');
    const plan = await workspace.succeed(['-chdir=policies', 'plan', '-no-color'], env);
    expect(plan.stdout).toContain('No changes.');
    // Whose tiers are left for a policy, they are left once only.
    const again = await exportConfiguration(connection, `${folder} again`, options);
    expect(again.teams).toEqual([]);
  });
});
