import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type OutboundClient, OutboundError } from '../../src/egress/index.ts';
import { say } from '../../src/sentences/index.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization } from '../support/keys.ts';
import { httpSettings } from './network.ts';

let t: TestApp;
const asked: string[] = [];
/** A network in which hosts named `hangs` never answer, and nobody knows where those named `lost` are. */
const outbound: OutboundClient = {
  async request(url, { signal } = {}) {
    const { host } = new URL(url);
    asked.push(host);
    if (host.startsWith('lost'))
      throw new OutboundError('lookup', say('hostNotLookedUp', { host }));
    if (host.startsWith('hangs'))
      await new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    return { url, status: 200, headers: {}, body: Buffer.from('well'), isTruncated: false };
  },
};
beforeAll(async () => {
  t = await startTestApp({ outbound });
});
afterAll(() => t?.stop());

async function monitors(
  api: ApiClient,
  hosts: readonly string[],
  more: object = {},
): Promise<string[]> {
  const teamId = await api.make('/team', { displayName: 'Team' });
  const ids: string[] = [];
  for (const host of hosts)
    ids.push(
      await api.make('/inbound-integration', {
        displayName: host,
        teamId,
        type: 'HttpMonitoring',
        ...httpSettings(`https://${host}/`, more),
      }),
    );
  return ids;
}

async function resultsOf(api: ApiClient, id: string) {
  const { body } = await api.get(`/inbound-integration/${id}/http-monitoring-results/search/list`);
  return body.httpMonitoringResults as {
    status: string;
    statusReason: string | null;
    statusReasonSentence: { code: string } | null;
  }[];
}

it('checks what another organization watches while all that the first watches hangs', async () => {
  const [{ api: first }, { api: second }] = [await makeOrganization(t), await makeOrganization(t)];
  await monitors(
    first,
    Array.from({ length: 170 }, (_, n) => `hangs${n}.example.com`),
  );
  t.app.jobs.poke('monitors');
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(90), { timeout: 60_000 });
  const [well = ''] = await monitors(second, ['well.example.com']);
  await vi.waitFor(
    async () => {
      t.app.jobs.poke('monitors');
      expect(await resultsOf(second, well)).toMatchObject([{ status: 'Up', statusReason: null }]);
    },
    { timeout: 60_000 },
  );
  // None of the others came to an end for that, and not all of them were begun.
  expect(asked.filter((host) => host.startsWith('hangs')).length).toBeLessThan(170);
}, 120_000);

it('a host that hangs gets a few connections at once, and delays no other host of the same organization', async () => {
  const [{ api: first }, { api: second }] = [await makeOrganization(t), await makeOrganization(t)];
  const same = Array.from({ length: 120 }, (_, n) => `hangs.example.com/${n}`);
  const before = asked.length;
  // Longer than the test: none of them ends meanwhile.
  await monitors(first, same, { timeoutInMilliseconds: 60_000 });
  const ofHost = () => asked.slice(before).filter((host) => host === 'hangs.example.com').length;
  await vi.waitFor(
    () => {
      t.app.jobs.poke('monitors');
      expect(ofHost()).toBe(20);
    },
    { timeout: 60_000 },
  );
  const [own = ''] = await monitors(first, ['own.example.com']);
  const [other = ''] = await monitors(second, ['other.example.com']);
  await vi.waitFor(
    async () => {
      t.app.jobs.poke('monitors');
      expect(await resultsOf(first, own)).toMatchObject([{ status: 'Up', statusReason: null }]);
      expect(await resultsOf(second, other)).toMatchObject([{ status: 'Up', statusReason: null }]);
    },
    { timeout: 60_000 },
  );
  // By then none of its checks had ended, and no more had begun.
  expect(ofHost()).toBe(20);
}, 120_000);

it('a host that this server cannot look up is not down: the check could not be made, and its result says so', async () => {
  const { api } = await makeOrganization(t);
  const [lost = ''] = await monitors(api, ['lost.example.com']);
  await vi.waitFor(
    async () => {
      t.app.jobs.poke('monitors');
      expect(await resultsOf(api, lost)).toMatchObject([
        {
          status: 'Up',
          statusReason:
            'The check could not be made. The name servers that this server asks gave no answer for lost.example.com.',
          statusReasonSentence: { code: 'checkNotMade' },
        },
      ]);
    },
    { timeout: 60_000 },
  );
  const { body } = await api.get(`/incident/search/list?IntegrationIds=${lost}`);
  expect(body.incidents).toEqual([]);
}, 120_000);
