import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeSmtpServer, startSmtpServer } from '../../fakes/smtp-server.ts';
import {
  type ConsoleStory,
  desk,
  fill,
  heading,
  phone,
  press,
  pressFirst,
  pressInDialog,
  pressTab,
  pressText,
  shows,
  startConsole,
} from '../../support/console.ts';
import { fillOrganization, type Organization } from './organization.ts';

let smtp: FakeSmtpServer;
let story: ConsoleStory;
let organization: Organization;
beforeAll(async () => {
  smtp = await startSmtpServer();
  story = await startConsole({
    clock: new Date(Date.now() - 4 * 3_600_000).toISOString(),
    env: { TOCSIN_SMTP_URL: smtp.url },
  });
  organization = await fillOrganization(story);
});
afterAll(async () => {
  await story?.stop();
  await smtp?.stop();
});

/** Does what it is told, and counts what a hand has to do. */
function handOn(page: Page) {
  let presses = 0;
  let fields = 0;
  const counted =
    <Args extends unknown[]>(act: (page: Page, ...args: Args) => Promise<void>) =>
    async (...args: Args) => {
      presses += 1;
      await act(page, ...args);
    };
  return {
    presses: () => presses,
    fields: () => fields,
    press: counted(press),
    first: counted(pressFirst),
    text: counted(pressText),
    tab: counted(pressTab),
    dialog: counted(pressInDialog),
    sees: (text: string) => shows(page, text),
    async types(label: string, text: string) {
      fields += 1;
      await fill(page, label, text);
    },
  };
}

type Hand = ReturnType<typeof handOn>;
interface Task {
  name: string;
  from: string;
  /** More is absurd. */
  pressesMax: number;
  does: (hand: Hand, page: Page) => Promise<void>;
}

const title = 'Checkout fails: 5xx rate is high';

/** One after the other on the same incident, from a push message that opens it. */
const night: Task[] = [
  {
    name: 'see what is broken, since when, and who was told',
    from: '/incidents/$incidentId',
    pressesMax: 0,
    async does({ sees }, page) {
      await heading(page, title);
      await sees('Who has it');
    },
  },
  {
    name: 'acknowledge',
    from: '/',
    pressesMax: 2,
    async does({ press: presses, sees }) {
      await presses(title);
      await presses('Acknowledge');
      await sees('Acknowledged by');
    },
  },
  {
    name: 'what ended it last time',
    from: '/incidents/$incidentId',
    pressesMax: 0,
    does: ({ sees }) => sees('Rolled back checkout 4.2'),
  },
  {
    name: 'hand over to somebody',
    from: '/incidents/$incidentId',
    pressesMax: 4,
    async does({ press: presses, first, sees }) {
      await presses('Hand over');
      await first('::-p-xpath(//*[@role="dialog"]//button[contains(., "Maximiliane")])');
      await sees('Assigned by');
    },
  },
  {
    name: 'resolve with a note',
    from: '/incidents/$incidentId',
    pressesMax: 3,
    async does({ press: presses, sees }, page) {
      await presses('Resolve with note');
      await page.waitForSelector('[role="dialog"] textarea:focus');
      await page.keyboard.type('Rolled back once more.');
      await page.keyboard.press('Enter');
      await sees('Resolved by');
    },
  },
];

const lead: Task[] = [
  {
    name: 'who is on call, and until when',
    from: '/on-call',
    pressesMax: 0,
    does: ({ sees }) => sees('until'),
  },
  {
    name: 'who would be woken on Sunday at three',
    from: '/on-call',
    pressesMax: 4,
    async does({ text, press: presses, sees }) {
      await text('Who would be woken?');
      await text('Sunday 03:00');
      await presses('Or a team');
      await text('Platform');
      await sees('What would happen');
    },
  },
  {
    name: 'an override for tomorrow',
    from: '/on-call',
    pressesMax: 6,
    async does({ text, first, dialog, sees }) {
      await text('Add an override');
      // Who could stand in depends on whose day it is.
      await first('[role="dialog"] .on-call-chip label');
      await dialog('Save');
      await sees('The override is there');
    },
  },
  {
    name: 'what a changed mapping would have made of the last payloads',
    from: '/integrations',
    pressesMax: 4,
    async does({ text, tab, sees }) {
      await text('Alertmanager production');
      await tab('Mapping');
      await text('Try on the last 100 payloads');
      await sees('Difference');
    },
  },
  {
    name: 'the order of a rotation',
    from: '/teams',
    pressesMax: 5,
    async does({ text, tab, first, sees }) {
      await text('Platform');
      await tab('Tiers and schedules');
      await first('button[aria-label^="Move"][aria-label*="down"]:not(:disabled)');
      await text('Save');
      await sees('The tiers are saved');
    },
  },
];

const administrator: Task[] = [
  {
    name: 'bring somebody in',
    from: '/',
    pressesMax: 5,
    async does({ text, types, dialog, sees }) {
      await text('Settings');
      await text('People');
      await text('Invite');
      await types('Their e-mail address', 'ada@example.com');
      await dialog('Invite');
      await dialog('Done');
      await sees('ada@example.com');
    },
  },
  {
    name: 'make an API key',
    from: '/settings',
    pressesMax: 4,
    async does({ text, types, dialog, sees }) {
      await text('API keys');
      await text('New key');
      await types('Display name', 'Deployment');
      await dialog('Create');
      await sees('it is not shown again');
    },
  },
  {
    name: 'take somebody out at once',
    from: '/settings/people',
    pressesMax: 3,
    async does({ text, dialog, sees }) {
      await text('Li Wei');
      await text('Suspend');
      await dialog('Suspend');
      await sees('Nothing was deleted');
    },
  },
  {
    name: 'who changed it, and is the log whole',
    from: '/',
    pressesMax: 4,
    async does({ text, types, dialog, sees }) {
      await text('Audit log');
      await types('Action', 'user.suspend');
      await text('Search');
      await text('Verify chain');
      await dialog('Verify');
      await sees('Untouched:');
    },
  },
  {
    name: 'connect an identity provider',
    from: '/settings',
    pressesMax: 4,
    async does({ text, types, sees }) {
      await text('Sign-in');
      await text('Connect an identity provider');
      await types('Display name', 'Example SSO');
      await types('Issuer', 'http://127.0.0.1:65535');
      await types('Client ID', 'tocsin');
      await text('Create');
      await sees('/sign-in/oidc/callback/');
    },
  },
];

describe.each([
  ['at night, on a phone', night, { viewport: phone, scheme: 'dark' }],
  ['by day, before a holiday', lead, { viewport: desk, scheme: 'light' }],
  ['in the week of the audit', administrator, { viewport: desk, scheme: 'light' }],
] as const)('%s', (_, tasks, look) => {
  it.each(tasks)('$name', async ({ name, from, pressesMax, does }) => {
    const visit = { userId: organization.owner, ...look };
    await story.visit(visit, async (page) => {
      const to = from.replaceAll(/\$(\w+)/g, (_, id: string) => organization.ids[id] ?? '');
      const begin = performance.now();
      await page.goto(`${story.url}${to}`);
      const hand = handOn(page);
      await does(hand, page);
      const seconds = ((performance.now() - begin) / 1000).toFixed(1);
      process.stdout.write(`| ${name} | ${hand.presses()} | ${hand.fields()} | ${seconds} |\n`);
      expect(hand.presses()).toBeLessThanOrEqual(pressesMax);
    });
  });
});
