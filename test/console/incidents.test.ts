import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ConsoleStory,
  heading,
  look,
  press,
  shows,
  startConsole,
} from '../support/console.ts';

let story: ConsoleStory;
let owner: string;
const hostile = '<img src=x onerror="document.title=1"><script>alert(1)</script> & Ärger';

async function open(title: string, severity = 'Critical', members: object = {}): Promise<string> {
  return story.server.api.make('/incident', { title, status: 'Open', severity, ...members });
}

async function statusOf(id: string): Promise<string> {
  const { body } = await story.server.api.get(`/incident/search/${id}`);
  return (body as { events: { status: string }[] }).events[0]?.status ?? '';
}

let teamId: string;
let shop: string;
beforeAll(async () => {
  story = await startConsole();
  owner = await story.person('Olga Owner');
  teamId = await story.server.api.make('/team', { displayName: 'Payments' });
  shop = await open('Checkout is down', 'Critical', { teamIds: [teamId] });
  await open(hostile, 'Warning', { teamIds: [teamId] });
  await open('Certificate expires', 'Minor', { teamIds: [teamId] });
});
afterAll(async () => story?.stop());

describe('the list of incidents', () => {
  it('is worked through by keyboard', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(story.url);
      await heading(page, 'Incidents');
      await shows(page, 'Checkout is down');
      await shows(page, hostile);
      await look(page, 'incidents');

      // The oldest is the last: three down, acknowledged, resolved.
      for (const key of ['j', 'j', 'j', 'a'] as const) await page.keyboard.press(key);
      await shows(page, 'Acknowledged by Olga Owner');
      await page.keyboard.press('r');
      await shows(page, 'Undo');
      await expect.poll(() => statusOf(shop)).toBe('Resolved');
      await press(page, 'Undo');
      await expect.poll(() => statusOf(shop)).toBe('Open');
    });
  });
});
