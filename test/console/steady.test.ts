import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { say } from '../../src/sentences/index.ts';
import { type ConsoleStory, heading, phone, shows, startConsole } from '../support/console.ts';
import { storeDelivery } from '../support/deliveries.ts';
import { makeIntegration, map, send } from '../support/webhook.ts';

let story: ConsoleStory;
let owner: string;
let incidentId: string;

beforeAll(async () => {
  story = await startConsole();
  const { server } = story;
  owner = await story.person('Olga Owner');
  const integrationId = await makeIntegration(server, { displayName: 'Shop alerts' });
  await map(server, integrationId);
  const { body } = await server.api.get(`/inbound-integration/${integrationId}`);
  const teamId = String(body.teamId);
  const membership = await server.api.make('/team-membership', {
    ...{ userId: owner, teamId, role: 'Administrator' },
  });
  const schedules = [{ rotations: [{ members: [{ teamMembershipId: membership }] }] }];
  await server.api.make('/team-escalations', {
    teamId,
    escalationTiers: [
      { schedules, autoEscalationEnabled: true, autoEscalationAfterMinutes: 5 },
      { schedules },
    ],
  });
  const alert = async (status: string, id: string) => {
    const answer = await send(server, integrationId, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status, severity: 'Critical', title: `Problem of ${id}`, id }),
    });
    return String(answer.body.incidentId);
  };
  await alert('Open', 'checkout');
  await alert('Resolved', 'checkout');
  for (const other of ['search', 'mail', 'stock']) await alert('Open', other);
  incidentId = await alert('Open', 'checkout');
  for (const [index, lane] of (['Push', 'Email', 'SMS'] as const).entries())
    await storeDelivery(server.app.world, {
      ...{ organizationId: server.organizationId, incidentId, teamIds: [teamId], lane },
      ...{ ownerId: index < 2 ? owner : await story.person('Ben Beside'), target: null },
      ...{ state: 'delivered', because: say('tierOfTeam', { tier: 1, team: 'Team' }) },
    });
});
afterAll(async () => story?.stop());

/** What a page asks for arrives at different times, the first parts last. */
async function answerUnevenly(page: Page, parts: readonly string[]): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    const place = parts.findIndex((part) => `${pathname}${search}`.includes(part));
    setTimeout(() => void request.continue(), place < 0 ? 0 : (parts.length - place) * 80);
  });
}

interface Shift {
  value: number;
  moved: string[];
}

/** The layout shift of a page from its beginning, as browsers count it, with what was moved. */
async function shiftsOf(page: Page): Promise<Shift[]> {
  return (await page.evaluate(`new Promise((resolve) => {
    const shifts = [];
    const nameOf = (node) => node && [node.nodeName, node.className, node.innerText?.slice(0, 40)].join(' ');
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries())
        shifts.push({ value, moved: sources.map(({ node }) => nameOf(node)) });
    }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(shifts), 200);
  })`)) as Shift[];
}

describe('a page that loads on a slow phone', () => {
  it('moves nothing of an incident that somebody may be about to press', async () => {
    await story.visit({ userId: owner, viewport: phone }, async (page) => {
      const session = await page.createCDPSession();
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      await answerUnevenly(page, [
        '/next',
        '/notifications',
        'MergedInto',
        '/surroundings',
        '/related',
      ]);
      await page.goto(`${story.url}/incidents/${incidentId}`);
      await heading(page, 'Problem of checkout');
      await shows(page, 'Ben Beside');
      await shows(page, 'Problem of stock');
      await page.waitForNetworkIdle({ idleTime: 300 });
      const shifts = await shiftsOf(page);
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThan(0.05);
    });
  });
});
