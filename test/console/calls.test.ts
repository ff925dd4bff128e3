import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callSessionsOf } from '../../src/calls/model.ts';
import { words } from '../../src/sentences/index.ts';
import { wavOf } from '../support/audio.ts';
import { storeCall } from '../support/calls.ts';
import {
  type ConsoleStory,
  fill,
  heading,
  look,
  phone,
  press,
  pressInDialog,
  pressTab,
  pressText,
  shows,
  startConsole,
} from '../support/console.ts';
import { type StaffedTeam, staffTeam } from '../support/staffed-team.ts';

let story: ConsoleStory;
let owner: string;
let team: StaffedTeam;
let number: string;
let call: string;
let incident: string;

beforeAll(async () => {
  story = await startConsole();
  const { server } = story;
  const { api } = server;
  owner = await story.person('Olga Owner');
  team = await staffTeam(api, 'Payments', [{ people: ['Alice'] }, { people: ['Bob'] }], {
    users: {
      Alice: { phoneNumber: '+4915100000001' },
      Bob: { phoneNumber: '+4915100000002' },
    },
  });
  number = await api.make('/inbound-integration', {
    displayName: 'Payments hotline',
    teamId: team.id,
    type: 'Twilio',
    integrationSettings: {
      twilio: {
        accessSettings: { phoneNumber: '+4930901820' },
        callFlowConfig: {
          welcomeMessage: { type: 'TextToSpeech', text: 'Welcome to payments.', locale: 'en-GB' },
          route: {
            incidentSeverity: 'Critical',
            maxUsersToTry: 3,
            sendToVoicemailIfNoResponse: true,
          },
        },
      },
    },
  });
  incident = await api.make('/incident', {
    title: 'Voicemail of a customer',
    status: 'Open',
    severity: 'Critical',
    teamIds: [team.id],
    integrationId: number,
  });
  const minutesAgo = (minutes: number) =>
    new Date(server.clock.now().getTime() - minutes * 60_000).toISOString();
  const given = {
    organizationId: server.organizationId,
    integrationId: number,
    teamIds: [team.id],
    displayName: 'Payments hotline',
  };
  await storeCall(server.app.world, { ...given, at: minutesAgo(90), from: '+4366412345' });
  call = await storeCall(server.app.world, {
    ...given,
    at: minutesAgo(30),
    outcome: 'Voicemail',
    recording: wavOf(1),
    incidentId: incident,
    log: [
      ['CallReceived', 0, 'Processed', 'A call came in.'],
      ['DialTargetResult', 21, 'Failed', 'Alice let it ring, so <b>Bob</b> is next.'],
    ],
  });
});
afterAll(async () => story?.stop());

/** What the boxes of the picture say, in the order in which they are read. */
async function flowOf(page: Page): Promise<string[]> {
  await page.waitForSelector('.call-flow .flow-people');
  const boxes = "[...document.querySelectorAll('.call-flow .flow-box')]";
  return (await page.evaluate(
    `${boxes}.map((box) => [...box.children].map((child) => child.innerText.replaceAll(/\\s+/g, ' ').trim()).join(' '))`,
  )) as string[];
}

describe('calls', () => {
  it('are counted, found by the address, and told step by step', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/calls`);
      await heading(page, 'Calls');
      await shows(page, '+4366412345');
      await shows(page, '+4930901820');
      await look(page, 'calls');
      await page.click('::-p-xpath(//button[@aria-pressed][contains(., "Voicemail")])');
      await page.waitForFunction('!document.body.innerText.includes("+4366412345")');
      expect(page.url()).toContain('outcome=Voicemail');
      await pressText(page, 'Clear filters');
      await fill(page, 'Caller starts with', '+43');
      await page.keyboard.press('Enter');
      await page.waitForFunction('!document.body.innerText.includes("+4915112345678")');
      await page.reload();
      await shows(page, '+4366412345');
      await page.goto(`${story.url}/calls?until=2020-01-01`);
      await shows(page, 'No call fits these filters.');

      await page.goto(`${story.url}/calls/${call}`);
      await heading(page, 'Call from +4915112345678');
      await shows(page, 'Alice let it ring, so <b>Bob</b> is next.');
      await shows(page, 'after 21 sec');
      await look(page, 'call');
      const heard = await page.evaluate(
        'fetch(document.querySelector("audio").src).then(({ status }) => status)',
      );
      expect(heard).toBe(200);
      await pressText(page, 'Open the incident');
      await heading(page, 'Voicemail of a customer');
    });
  });

  it('have a section on the page of their incident, with the way back to the caller', async () => {
    const caller = "//section[.//h2[normalize-space(.)='The caller']]";
    await story.visit({ userId: owner, expected: /409 \(Conflict\)/ }, async (page) => {
      await page.goto(`${story.url}/incidents/${incident}`);
      await page.waitForSelector(`::-p-xpath(${caller}//audio)`);
      await look(page, 'incident-of-call');
      await pressText(page, 'Call +4915112345678 back');
      // Without one, nobody can be rung.
      await shows(page, 'You have no phone number');
      expect(await page.$(`::-p-xpath(${caller}//a[@href="/calls/${call}"])`)).not.toBeNull();
    });
    await story.visit(
      { userId: owner, language: 'de', viewport: phone, scheme: 'dark' },
      async (page) => {
        await page.goto(`${story.url}/incidents/${incident}`);
        await shows(page, '+4915112345678 zurückrufen');
        await look(page, 'incident-of-call-german');
      },
    );
  });

  it('are rehearsed in writing, and nobody is called', async () => {
    await story.visit({ userId: owner, expected: /400 \(Bad Request\)/ }, async (page) => {
      await page.goto(`${story.url}/calls`);
      // By the keyboard, which does not miss what moves while the page is loading. The cell has the same name as its
      // link.
      const link = await page.waitForSelector(
        'a[aria-label="Rehearse a call to Payments hotline"]',
      );
      await link?.focus();
      await page.keyboard.press('Enter');
      await heading(page, 'Rehearsal: Payments hotline');
      expect(await flowOf(page)).toEqual([
        'Somebody calls +4930901820',
        'Welcome “Welcome to payments.”',
        expect.stringMatching(
          /^On call in Payments .*at most 3 people, 20 s each.*Tier 1: Alice Tier 2: Bob/,
        ),
        'They speak with each other. An incident is noted as resolved: Critical.',
        'Voicemail The caller hears that messages are recorded. A short text The caller may leave a message. An incident opens: Critical.',
      ]);
      await pressText(page, 'Add a person');
      await press(page, 'Person 1');
      await pressText(page, 'Alice');
      await press(page, 'What person 1 does');
      // The choices of the other field are on the page, too, but hidden.
      const ring = await page.waitForSelector(
        `::-p-xpath(//*[@role='option' and normalize-space(.)='Lets it ring'][not(ancestor::*[contains(@style, 'display: none')])])`,
      );
      await ring?.click();
      await pressText(page, 'Rehearse the call');
      await shows(page, 'Welcome to payments.');
      await shows(page, 'Bob (tier 2): Speaks with the caller');
      await shows(page, '1 min 34 sec');
      await look(page, 'call-rehearsal');

      await fill(page, 'Keys the caller presses', 'x');
      await pressText(page, 'Rehearse the call');
      await page.waitForSelector('.problem');
    });
    const { body } = await story.server.api.get('/call-session/search/list');
    expect(body, 'a rehearsal is no call').toMatchObject({ callSessions: [{}, {}] });
  });

  it('whose recording did not come have it fetched again by administrators', async () => {
    const lost = await storeCall(story.server.app.world, {
      organizationId: story.server.organizationId,
      integrationId: number,
      teamIds: [team.id],
      at: '2026-03-01T09:00:00Z',
      outcome: 'Voicemail',
      displayName: 'Payments hotline',
      notCopied:
        'The carrier was asked for it 29 times within a day and did not give it: The carrier answered 503 for the recording.',
    });
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/calls/${lost}`);
      await shows(page, 'The carrier did not hand the recording over.');
      await shows(page, 'did not give it: The carrier answered 503 for the recording.');
      await look(page, 'call-without-recording');
      await pressText(page, 'Fetch the recording again');
      await shows(page, 'The recording is being fetched from the carrier.');
    });
    const { body } = await story.server.api.get(`/call-session/${lost}`);
    expect(body.recording).toMatchObject({ state: 'Pending' });
    const alice = team.people.Alice?.id ?? '';
    await story.visit({ userId: alice }, async (page) => {
      await callSessionsOf(story.server.app.world).updateOne(
        { _id: lost },
        { $set: { copy: { state: 'failed', reason: words('It is gone.') } } },
      );
      await page.goto(`${story.url}/calls/${lost}`);
      await shows(page, 'It is gone.');
      expect(await page.evaluate('document.body.innerText')).not.toContain('Fetch the recording');
    });
  });

  it('have a picture of what callers go through, by the settings as they are being edited', async () => {
    const platform = await story.server.api.make('/team', { displayName: 'Platform' });
    const accessSettings = { phoneNumber: '+4930901821' };
    const speech = (text: string) => ({ type: 'TextToSpeech', text });
    const menu = await story.server.api.make('/inbound-integration', {
      displayName: 'Menu',
      teamId: team.id,
      type: 'Telnyx',
      integrationSettings: {
        telnyx: {
          accessSettings,
          callFlowConfig: {
            welcomeMessage: speech('1 for payments, 2 for <b>platform</b>.'),
            callerBlocklist: ['+7'],
            menu: {
              menuMaxAttempts: 2,
              options: [
                { key: '1', route: { maxUsersToTry: 1, sendToVoicemailIfNoResponse: false } },
                { key: '2', route: { teamId: platform, directVoicemail: true } },
              ],
            },
          },
        },
      },
    });
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/integrations/${menu}`);
      await heading(page, 'Menu');
      await pressTab(page, 'Settings');
      await shows(page, 'What a caller goes through');
      await shows(page, 'Tier 1: Alice');
      expect(await flowOf(page)).toEqual([
        'Somebody calls +4930901821 Callers of 1 entry are turned away.',
        'Welcome “1 for payments, 2 for <b>platform</b>.”',
        'Menu Played up to 2 times, then waits 5 s for a key.',
        expect.stringMatching(/^On call in Payments .*at most 1 person/),
        expect.stringMatching(/^They speak/),
        'Closing message A short text The call ends. An incident opens with the number to call back, if the call lasted 10 s.',
        expect.stringMatching(/^Voicemail/),
        'After the last time the call ends. An incident opens with the number to call back, if the call lasted 10 s.',
      ]);
      await look(page, 'call-flow');
      // Not saved: the picture follows the draft.
      await fill(page, 'Phone number', '+4930901899');
      await shows(page, 'Somebody calls +4930901899');
    });
  });

  it('are read in German on a phone', async () => {
    await story.visit({ userId: owner, language: 'de', viewport: phone }, async (page) => {
      await page.goto(`${story.url}/calls/${call}`);
      await heading(page, 'Anruf von +4915112345678');
      await shows(page, 'Ergebnis des Anrufs');
      await shows(page, 'nach 21');
      // What a call says is in one language, whoever decided it.
      await page.goto(`${story.url}/calls/rehearse/${number}`);
      await pressText(page, 'Anruf proben');
      await shows(page, 'Angerufen werden: Stufe 1 (Alice); Stufe 2 (Bob).');
      await shows(page, 'Bei Alice (Stufe 1) läutet es bis zu 20 Sekunden.');
      expect(await page.$$('main [lang=en]')).toEqual([]);
    });
  });

  it('are deleted for good, one or all of a caller, and it is said what stays', async () => {
    const { world } = story.server.app;
    const { organizationId } = story.server;
    const at = new Date(story.server.clock.now().getTime() - 60_000).toISOString();
    const given = { organizationId, integrationId: number, teamIds: [team.id], at };
    const one = await storeCall(world, { ...given, from: '+4917000001' });
    const two = await storeCall(world, { ...given, from: '+4917000002', incidentId: incident });
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/calls/${one}`);
      await heading(page, 'Call from +4917000001');
      await pressText(page, 'Delete the call');
      await shows(page, 'This cannot be undone.');
      await look(page, 'call-deletion');
      await pressInDialog(page, 'Delete the call');
      await heading(page, 'Calls');
      await page.goto(`${story.url}/calls/${two}`);
      await pressText(page, 'Delete all calls of this number');
      await pressInDialog(page, 'Delete all calls of this number');
      await shows(page, '1 call is deleted.');
      await pressText(page, incident);
      await heading(page, 'Voicemail of a customer');
    });
    for (const id of [one, two])
      expect((await story.server.api.get(`/call-session/${id}`)).status).toBe(404);
  });
});
