import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { say, words } from '../../src/sentences/index.ts';
import {
  type ConsoleStory,
  desk,
  heading,
  look,
  phone,
  press,
  pressFirst,
  shows,
  startConsole,
} from '../support/console.ts';
import { storeDelivery } from '../support/deliveries.ts';
import { makeIntegration, map, send } from '../support/webhook.ts';

let story: ConsoleStory;
let owner: string;
let incidentId: string;
let earlierId: string;
let integrationId: string;
const title = 'Checkout is down <b onclick=alert(1)>& slow</b>';
const image =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function alert(status: string, id: string): Promise<string> {
  const answer = await send(story.server, integrationId, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status, severity: 'Critical', title, id, host: 'javascript:alert(1)' }),
  });
  return String(answer.body.incidentId);
}

const stored = async (id: string) =>
  (await story.server.api.get(`/incident/search/${id}`)).body as unknown as {
    title: string;
    snoozed: { snoozedUntil: string | null } | null;
    events: {
      status: string;
      severity: string;
      message: string | null;
      messageIsPublic: boolean | null;
      modification: { intent: string };
    }[];
  };
const latest = async (id: string) => (await stored(id)).events[0]?.modification.intent;

beforeAll(async () => {
  story = await startConsole();
  const { api, app, organizationId } = story.server;
  owner = await story.person('Olga Owner');
  integrationId = await makeIntegration(story.server, { displayName: 'Shop alerts' });
  await map(story.server, integrationId);
  const { body } = await api.get(`/inbound-integration/${integrationId}`);
  const teamId = String(body.teamId);

  earlierId = await alert('Open', 'checkout');
  await api.patch(`/incident/${earlierId}`, {
    operations: {
      appendIntent: { intent: 'Commented', message: 'Restarting the queue worker helped.' },
    },
  });
  story.server.clock.advance(720);
  await alert('Resolved', 'checkout');
  story.server.clock.advance(3600);
  incidentId = await alert('Open', 'checkout');
  await api.patch(`/incident/${incidentId}`, {
    operations: {
      addAttributes: {
        attributes: [
          { name: 'Runbook', value: 'See https://runbooks.example/checkout, then call.' },
          { name: 'Graph', value: image, isImage: true },
        ],
      },
    },
  });
  const common = {
    organizationId,
    incidentId,
    teamIds: [teamId],
    because: say('tierOfTeam', { tier: 1, team: 'Team' }),
  };
  await storeDelivery(app.world, {
    ...common,
    ownerId: owner,
    lane: 'Push',
    target: null,
    state: 'delivered',
  });
  await storeDelivery(app.world, {
    ...common,
    ownerId: owner,
    lane: 'SMS',
    target: '+49…78',
    state: 'failed',
    dropReason: words('The carrier answered 30003: the handset cannot be reached.'),
  });
  // The story shows the time of the browser.
  story.server.clock.set(new Date());
});
afterAll(async () => story?.stop());

describe('an incident', () => {
  it('is acknowledged in two taps on a phone', async () => {
    await story.visit({ userId: owner, viewport: phone }, async (page) => {
      await page.goto(story.url);
      await heading(page, 'Incidents');
      await press(page, title);
      await press(page, 'Acknowledge');
      await shows(page, 'Acknowledged by Olga Owner');
      expect(await latest(incidentId)).toBe('Investigated');
    });
  });

  it('a double tap acknowledges once and resolves once, and does nothing else', async () => {
    const id = await alert('Open', 'double');
    await story.visit({ userId: owner, viewport: phone }, async (page) => {
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() !== 'GET' && request.url().includes(`/incident/${id}`))
          sent.push(String(request.postData()));
      });
      await page.goto(`${story.url}/incidents/${id}`);
      for (const [name, next, said] of [
        ['Acknowledge', 'Resolve', 'Acknowledged by Olga Owner'],
        ['Resolve', 'Comment', 'Olga Owner resolved it'],
      ]) {
        // A second tap while the first is on its way, and one on what has just come to the same place.
        await page.evaluate(
          `new MutationObserver((_, observer) => {
            const button = document.querySelector('.incident-bar button');
            if (!button || button.innerText.trim() !== '${next}') return;
            observer.disconnect();
            button.click();
          }).observe(document.body, { subtree: true, childList: true, characterData: true })`,
        );
        await page.waitForFunction(
          `document.querySelector('.incident-bar button')?.innerText.trim() === '${name}' &&
            !document.querySelector('.incident-bar button[aria-disabled=true]')`,
        );
        await page.evaluate(
          `(() => {
            const button = document.querySelector('.incident-bar button');
            button.click();
            button.click();
          })()`,
        );
        await shows(page, String(said));
      }
      expect(sent).toHaveLength(2);
      expect(await page.$('[role=dialog]')).toBeNull();
    });
    const intents = (await stored(id)).events.map(({ modification }) => modification.intent);
    expect(intents.filter((intent) => intent === 'Investigated')).toHaveLength(1);
    expect(intents.filter((intent) => intent === 'Resolved')).toHaveLength(1);
  });

  it('offers the next action once the last one was answered, though the page knows of it before', async () => {
    const id = await alert('Open', 'unanswered');
    await story.visit({ userId: owner, viewport: phone }, async (page) => {
      await page.evaluateOnNewDocument(`
        const real = fetch;
        window.fetch = async (...given) => {
          const answer = await real(...given);
          const method = given[0].method ?? given[1]?.method;
          if (method === 'PATCH') await new Promise((resolve) => { window.answerNow = resolve; });
          return answer;
        };
      `);
      const first = '.incident-bar button.incident-first';
      const offered = (name: string, isDisabled: boolean) =>
        page.waitForFunction(
          `document.querySelector('${first}')?.innerText.trim() === '${name}' &&
            document.querySelector('${first}').getAttribute('aria-disabled') === '${isDisabled}'`,
        );
      await page.goto(`${story.url}/incidents/${id}`);
      await offered('Acknowledge', false);
      await press(page, 'Acknowledge');
      await shows(page, 'Acknowledged by Olga Owner');
      await offered('Resolve', true);
      // Longer than a second tap takes.
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 1500))');
      await offered('Resolve', true);
      await page.keyboard.press('r');
      await shows(page, '“Acknowledge” is still being done.');
      await page.evaluate('window.answerNow()');
      await offered('Resolve', false);
    });
  });

  it('says what is known: what came in, who was told, what happened last time', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/incidents/${incidentId}`);
      await heading(page, title);
      for (const text of [
        'Olga Owner acknowledged it',
        'See https://runbooks.example/checkout, then call.',
        'Push · arrived',
        'SMS · failed',
        'Restarting the queue worker helped.',
        'resolved after 12 min',
      ])
        await shows(page, text);
      await pressFirst(page, '.line-folded summary');
      await shows(page, 'The carrier answered 30003: the handset cannot be reached.');
      await pressFirst(page, '::-p-text(Payloads and what was decided of each)');
      await shows(page, 'opened it');
      const links = await page.$$eval('dl a', (anchors) =>
        anchors.map((anchor) => anchor.getAttribute('href')),
      );
      expect(links).toContain('https://runbooks.example/checkout');
      expect(links.filter((href) => href?.startsWith('javascript'))).toEqual([]);
      await page.waitForFunction('document.querySelector(".attribute-image")?.naturalWidth === 1');
      await press(page, 'Decisions and contents');
      await shows(page, 'No open incident had this correlation');
      await look(page, 'incident');
    });
  });

  it('takes all actions', async () => {
    await story.visit({ userId: owner, viewport: desk }, async (page) => {
      await page.goto(`${story.url}/incidents/${incidentId}`);
      await heading(page, title);
      const choose = async (name: string) => {
        await press(page, 'More actions');
        await press(page, name);
      };
      await page.keyboard.press('c');
      await (await page.waitForSelector('[role="dialog"] textarea'))?.type(
        'We <i>restart</i> it now.',
      );
      await press(page, 'Public');
      await look(page, 'incident-comment');
      await page.click('[role="dialog"] button[type="submit"]');
      await shows(page, 'We <i>restart</i> it now.');
      expect((await stored(incidentId)).events[0]).toMatchObject({ messageIsPublic: true });

      await choose('Snooze');
      await press(page, 'Until resolved');
      await look(page, 'incident-snooze');
      await page.click('[role="dialog"] button[type="submit"]');
      await shows(page, 'Snoozed until it is resolved');
      await choose('End snooze');
      await expect.poll(() => latest(incidentId)).toBe('Unsnoozed');

      await choose('Title');
      const field = await page.waitForSelector('[role="dialog"] input');
      await field?.click({ count: 3 });
      await field?.type('Checkout is back soon');
      await page.click('[role="dialog"] button[type="submit"]');
      await heading(page, 'Checkout is back soon');

      await choose('Assign');
      await press(page, 'People');
      await press(page, 'Olga Owner');
      await page.keyboard.press('Escape');
      await page.click('[role="dialog"] button[type="submit"]');
      await shows(page, 'Olga Owner assigned it to Olga Owner');

      // Given to her: she says that she has it.
      await press(page, 'Acknowledge');
      await press(page, 'Resolve');
      await shows(page, 'Resolved by Olga Owner');
      await press(page, 'Open again');
      await expect.poll(() => latest(incidentId)).toBe('Unresolved');
    });
    await story.server.app.jobs.runAll();
    await story.visit({ userId: owner, language: 'de' }, async (page) => {
      await page.goto(`${story.url}/incidents/${incidentId}`);
      await shows(page, 'Olga Owner hat sie wieder geöffnet');
      await shows(page, 'In Team wurde niemand informiert, der Bereitschaft hat.');
      await shows(page, 'We <i>restart</i> it now.');
      await shows(page, 'Das letzte Mal');
    });
  });

  it('keeps a note that the network did not take, and says what to do', async () => {
    const id = await alert('Open', 'offline');
    const visit = { userId: owner, viewport: phone, expected: /ERR_INTERNET_DISCONNECTED/ };
    await story.visit(visit, async (page) => {
      await page.goto(`${story.url}/incidents/${id}`);
      await press(page, 'Resolve with note');
      await page.waitForSelector('[role=dialog] textarea:focus');
      await page.keyboard.type('Restarted it.');
      await page.setOfflineMode(true);
      await page.keyboard.press('Enter');
      await shows(page, 'Try again once the network is back.');
      await page.setOfflineMode(false);
      await pressFirst(page, '[role=dialog] button ::-p-text(Resolve)');
      await shows(page, 'Olga Owner resolved it');
      await shows(page, 'Restarted it.');
    });
  });
});
