import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTwilioCarrier, warmUpCarriers } from '../../src/calls/index.ts';
import { loadCatalogue } from '../../src/catalogue/index.ts';
import { createOutboundClient } from '../../src/egress/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { connectLine } from '../support/phone-line.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());

it('what the first call would wait for is loaded where somebody may call, and only there', async () => {
  const catalogue = await loadCatalogue(fileURLToPath(new URL('../../templates', import.meta.url)));
  let warmedUp = 0;
  const learnt: string[] = [];
  const calls = { learn: async (id: string) => void learnt.push(id) };
  const carrier = {
    ...createTwilioCarrier({ outbound: createOutboundClient(), apiBase: undefined }),
    async warmUp() {
      warmedUp += 1;
    },
  };
  const teamId = await server.api.make('/team', { displayName: 'Payments' });
  await server.api.make('/inbound-integration', { displayName: 'A', teamId, type: 'Webhook' });
  await warmUpCarriers(server.app.world, catalogue, [carrier], calls);
  expect(warmedUp).toBe(0);
  const { integrationId } = await connectLine(server.api, server.app.url, teamId);
  await warmUpCarriers(server.app.world, catalogue, [carrier], calls);
  expect(warmedUp).toBe(1);
  expect(learnt).toEqual([integrationId]);
});
