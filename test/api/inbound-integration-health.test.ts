import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { alert, makeIntegration, map } from '../support/webhook.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ clock: '2026-03-02T07:59:59Z' });
});
afterAll(() => t.stop());

const health = async (query = '') => {
  const { body } = await t.api.get(`/inbound-integration/health/search/list${query}`);
  return body as unknown as {
    inboundIntegrationsHealth: Record<string, unknown>[];
    hasMore: boolean;
  };
};

it('says of each integration what arrived last, what failed, and whether it is silent', async () => {
  const quiet = await makeIntegration(t, { displayName: 'Quiet', isMuted: true });
  // The list is by age.
  t.clock.advance(1);
  const busy = await makeIntegration(t, { displayName: 'Busy' });
  await map(t, busy);
  for (let n = 0; n < 10; n += 1) {
    await alert(t, busy, { id: `n-${n}`, ...(n === 4 && { status: 'odd' }) });
    t.clock.advance(40 * 60);
  }
  const { inboundIntegrationsHealth: found, hasMore } = await health();
  expect(hasMore).toBe(false);
  expect(found).toMatchObject([
    {
      integrationId: quiet,
      lastPayload: null,
      recentPayloads: { count: 0, failed: 0, lastFailedAt: null },
      longestPauseInSeconds: null,
      isSilentLongerThanUsual: false,
      maintenance: 'muted',
    },
    {
      integrationId: busy,
      lastPayload: { createdAt: '2026-03-02T14:00:00.000Z', outcome: 'Opened' },
      recentPayloads: { count: 10, failed: 1, lastFailedAt: '2026-03-02T10:40:00.000Z' },
      longestPauseInSeconds: 2400,
      isSilentLongerThanUsual: false,
      maintenance: null,
    },
  ]);
  t.clock.advance(41 * 60);
  const [silent] = (await health('?DisplayName=Busy')).inboundIntegrationsHealth;
  expect(silent).toMatchObject({ integrationId: busy, isSilentLongerThanUsual: true });
});
