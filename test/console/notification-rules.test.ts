import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rulesOfSettings } from '../../console/pages/me/rules-of-settings.ts';
import { defaultSettings, severities, stepsOf } from '../../console/pages/me/settings.ts';
import { channelNames } from '../../console/parts/channels.ts';
import { channelTraits } from '../../openapi/types/channels.generated.ts';
import { stepsFor } from '../../src/notifications/planned-messages.ts';
import { type FakeCarrier, startCarrier } from '../fakes/carrier.ts';
import {
  type ConsoleStory,
  fill,
  heading,
  look,
  phone,
  press,
  pressInDialog,
  pressText,
  shows,
  startConsole,
} from '../support/console.ts';
import { quickRuns } from '../support/runs.ts';

let story: ConsoleStory;
let carrier: FakeCarrier;
beforeAll(async () => {
  carrier = await startCarrier();
  story = await startConsole({
    env: { TOCSIN_SMTP_URL: 'smtp://127.0.0.1:9', ...carrier.env },
  });
});
afterAll(async () => {
  await story?.stop();
  await carrier?.stop();
});

const rulesOf = (userId: string) => story.server.api.get(`/user/${userId}/notification-rules`);

describe('the rules of a person', () => {
  it('begin as what their settings do, and say what wakes them when', async () => {
    const userId = await story.person('Nora Night', 'Member');
    await story.visit({ userId, expected: /400/ }, async (page) => {
      await page.goto(`${story.url}/me`);
      await heading(page, 'Nora Night');
      await pressText(page, 'Finer: rules by team and hours, with repeats and quiet hours');
      await shows(page, 'You have no rules');
      await shows(page, 'What wakes you when');
      await shows(page, 'E-mail at once');
      await look(page, 'rules-new');
      await press(page, 'Add quiet hours');
      await press(page, 'Use these rules');
      await shows(page, 'Quiet hours › Hours');
      await press(page, 'Remove quiet hours');
      await press(page, 'Use these rules');
      await shows(page, 'Saved');
      await shows(page, 'Delete rules');
      const { body } = await rulesOf(userId);
      expect(body).toMatchObject(rulesOfSettings(defaultSettings));
      await press(page, 'Notifications');
      await shows(page, 'Your own rules decide about alerts');
    });
  });

  it('name further numbers, which are confirmed by code and let go of when they are removed', async () => {
    const userId = await story.person('Cora Contact', 'Member');
    const path = `/user/${userId}/notification-rules`;
    const step = { channel: 'SMS', afterMinutes: 0 };
    await story.server.api.put(path, {
      rules: [{ displayName: 'At night', severities: ['Critical'], steps: [step] }],
      otherwise: [{ channel: 'Email', afterMinutes: 0 }],
    });
    await story.visit({ userId }, async (page) => {
      await page.goto(`${story.url}/me?section=rules`);
      await shows(page, 'Further numbers and addresses');
      await fill(page, 'Number or address', '+49 (30) 123456');
      await fill(page, 'What you call it', 'Home');
      await press(page, 'Add');
      await shows(page, 'Home (Text message)');
      await shows(page, 'Not confirmed: nothing is sent here.');
      await shows(page, 'No rule names it.');
      await press(page, 'Text me a code: Home (Text message)');
      await shows(page, 'Code of 6 digits');
      await look(page, 'contacts-code');
      expect(carrier.texts.at(-1)).toMatchObject({ to: '+4930123456' });
      await fill(
        page,
        'Code of 6 digits',
        /\d{6}/.exec(carrier.texts.at(-1)?.text ?? '')?.[0] ?? '',
      );
      await press(page, 'Confirm');
      await shows(page, 'Confirmed: alerts may be sent there.');
      const { rules, otherwise, contacts } = (await rulesOf(userId)).body as {
        rules: { steps: object[] }[];
        otherwise: object[];
        contacts: { id: string }[];
      };
      const contactId = contacts[0]?.id;
      const named = [{ ...step, contactId }];
      const set = await story.server.api.put(path, {
        rules: rules.map((rule) => ({ ...rule, steps: named })),
        otherwise,
      });
      expect(set.status, set.text).toBe(200);
      await page.reload();
      await shows(page, 'Used by: At night');
      await look(page, 'contacts');
      await press(page, 'Remove: Home (Text message)');
      await shows(page, 'No alert is sent there any more. “At night” then uses your usual');
      await pressInDialog(page, 'Remove');
      await shows(page, 'There are none yet.');
      expect((await rulesOf(userId)).body).toMatchObject({
        rules: [{ steps: [{ ...step, contactId: null }] }],
        contacts: [],
      });
    });
  });

  it('are not needed to add a number, have it called with a code, and try it', async () => {
    const userId = await story.person('Wim Without', 'Member');
    await story.visit({ userId }, async (page) => {
      await page.goto(`${story.url}/me?section=rules`);
      await shows(page, 'Further numbers and addresses');
      await fill(page, 'Number or address', '+49 (30) 123456');
      await press(page, 'Add');
      await shows(page, 'You have no rules: it is used where you have no number');
      await press(page, 'Call me with a code: +4930123456 (Text message)');
      await shows(page, 'A call is on its way');
      const call = carrier.calls.at(-1);
      expect(call?.to).toBe('+4930123456');
      const digits = /(\d(?:, \d){5})/.exec(call ? await carrier.answer(call) : '')?.[1] ?? '';
      await fill(page, 'Code of 6 digits', digits.replaceAll(', ', ''));
      await press(page, 'Confirm');
      await shows(page, 'Confirmed: alerts may be sent there.');
      await look(page, 'contact-without-rules');
      await press(page, 'Send me a test: +4930123456 (Text message)');
      await expect.poll(() => carrier.texts.at(-1)?.to).toBe('+4930123456');
      expect((await rulesOf(userId)).body).toMatchObject({ rules: [], otherwise: null });
    });
  });

  it('keep what is written, on a phone and in German, until they are deleted', async () => {
    const userId = await story.person('Nils Nacht', 'Member');
    const mail = { channel: 'Email', afterMinutes: 0, repeats: null, repeatsEveryMinutes: null };
    const hours = [{ selectedDays: null, from: '22:00', until: '07:00' }];
    const set = await story.server.api.put(`/user/${userId}/notification-rules`, {
      contacts: [{ id: 'work', channel: 'VoiceCall', target: '+4930123456', label: 'Büro' }],
      rules: [{ displayName: 'Nachts', severities: ['Critical'], hours, steps: [mail] }],
      otherwise: [mail],
      quietHours: { hours },
    });
    expect(set.status, set.text).toBe(200);
    await story.visit({ userId, viewport: phone, language: 'de' }, async (page) => {
      await page.goto(`${story.url}/me?section=rules`);
      await shows(page, 'Büro (Anruf)');
      await shows(page, 'Was Sie wann weckt');
      await shows(page, 'E-Mail, wenn die Ruhezeit vorbei ist');
      await look(page, 'rules-de');
      await press(page, 'Ruhezeiten entfernen');
      await page.reload();
      await shows(page, 'Was Sie wann weckt');
      await press(page, 'Speichern');
      await expect.poll(async () => (await rulesOf(userId)).body.quietHours).toBeNull();
      await press(page, 'Regeln löschen');
      await pressInDialog(page, 'Regeln löschen');
      await shows(page, 'Sie haben keine Regeln');
      // Contacts stay, and are called where the person has no number.
      expect((await rulesOf(userId)).body).toMatchObject({
        rules: [],
        otherwise: null,
        contacts: [{ id: 'work' }],
      });
      await press(page, 'Benachrichtigungen');
      await shows(page, 'Anruf (Büro)');
      await look(page, 'night-contact-de');
    });
  });

  it('proposed of any settings send what the settings send', () => {
    const settings = fc
      .record(
        Object.fromEntries(
          channelNames.flatMap((channel) => {
            const { isOn, severities: of, delayMinutes } = channelTraits[channel].members;
            return [
              [isOn, fc.boolean()],
              [of, fc.subarray([...severities])],
              [delayMinutes, fc.integer({ min: 0, max: 60 })],
            ];
          }),
        ),
      )
      .map((members) => ({ ...defaultSettings, ...members }));
    const reach = { hasDevice: true, hasPhone: true };
    fc.assert(
      fc.property(settings, (given) => {
        const wire = { otherwise: null, ...rulesOfSettings(given), quietHours: null };
        for (const severity of severities) {
          const alert = { at: new Date(0), severity, urgency: 'High' as const, teamIds: [] };
          const sent = stepsFor({ wire, timeZoneId: 'UTC' }, alert);
          expect(sent?.map(({ channel, afterMinutes }) => [channel, afterMinutes])).toEqual(
            stepsOf(given, severity, reach).flatMap(({ minutes, channels }) =>
              channels.map((channel) => [channel, minutes]),
            ),
          );
        }
      }),
      { numRuns: quickRuns(300) },
    );
  });
});
