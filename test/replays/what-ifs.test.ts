import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/catalogue/index.ts';
import { templates } from '../../src/foundation.ts';
import type { NoisyIncident } from '../../src/replays/noise/heard-noise.ts';
import { type WhatIf, whatIfKinds } from '../../src/replays/noise/what-if.ts';
import { whatIfsFor } from '../../src/replays/noise/what-ifs.ts';
import { loadSnapshot } from '../../src/stage/index.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { staffTeam } from '../support/staffed-team.ts';
import { map } from '../support/webhook.ts';

let server: TestApp;
let given: { teamId: string; disk: string; till: string };

beforeAll(async () => {
  server = await sharedTestApp();
  const { api } = server;
  const { id: teamId } = await staffTeam(api, 'Payments', [{ people: ['Ada'] }]);
  const integration = async (displayName: string) => {
    const id = await api.make('/inbound-integration', { displayName, teamId, type: 'Webhook' });
    await map(server, id);
    return id;
  };
  given = { teamId, disk: await integration('Disk'), till: await integration('Till') };
});

const minute = 60_000;
const night = Date.parse('2026-03-02T01:00:00Z');

function incident(minutes: number, more: Partial<NoisyIncident>): NoisyIncident {
  const openedAt = night + minutes * minute;
  return {
    ...{ integrationId: given.disk, teamId: given.teamId, severity: 'Minor', openedAt },
    ...{ endedAt: openedAt + 4 * minute, fate: 'EndedItself', wakeUps: 1, isAtNight: true },
    ...{ alerts: 2, attributes: [['Title', 'x']] },
    ...more,
  };
}

/** Every night the till is closed and somebody mends it; meanwhile the disk is full, in two places at once. */
function nights(count: number): NoisyIncident[] {
  return Array.from({ length: count }, (_, at) => at * 24 * 60).flatMap((at) => [
    incident(at, { integrationId: given.till, fate: 'WorkedOn', severity: 'Critical' }),
    ...[1, 2].map((minutes) => incident(at + minutes, { attributes: [['Host', 'a']] })),
  ]);
}

async function found(noisy: readonly NoisyIncident[]): Promise<WhatIf[]> {
  const channels = { missing: () => null, providers: () => [] };
  const { world } = server.app;
  const snapshot = await loadSnapshot(world, server.organizationId, channels);
  const catalogue = await loadCatalogue(templates);
  return whatIfsFor({ snapshot, catalogue, noisy, from: new Date(night) });
}

it('of each kind there is one, which the server takes as a change', async () => {
  const whatIfs = await found(nights(3));
  const kinds = [...new Set(whatIfs.map(({ kind }) => kind))];
  expect(kinds.toSorted()).toEqual([...whatIfKinds].toSorted());
  for (const { change } of whatIfs) {
    const { status, body } = await server.api.post('/replay', { changes: [change], days: 1 });
    expect([change, status, body.errors]).toEqual([change, 200, undefined]);
  }
});

it('what comes less often than three times, or is worked on, is no reason for any', async () => {
  expect(await found(nights(1))).toEqual([]);
  const worked = nights(5).map((one) => ({ ...one, fate: 'WorkedOn' as const }));
  expect(await found(worked)).toEqual([]);
});

it('as code they have the attributes that the provider knows', async () => {
  const types: Record<string, string> = {
    InboundIntegration: 'integration',
    InboundIntegrationMapping: 'integration_mapping',
    InboundIntegrationMaintenanceWindow: 'integration_maintenance_window',
    Routing: 'routing',
    SuppressionRule: 'suppression_rule',
  };
  for (const { change, code } of await found(nights(3))) {
    const page = new URL(
      `../../cdktf-provider/docs/resources/${types[change.entityType]}.md`,
      import.meta.url,
    );
    const known = await readFile(page, 'utf8');
    const names = [...code.matchAll(/(?:^\s*|\.)([a-z_]+) +=/gm)].map(([, name]) => name);
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !known.includes(`\`${name}\``))).toEqual([]);
  }
});
