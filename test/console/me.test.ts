import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultSettings, stepsOf } from '../../console/pages/me/settings.ts';
import { channelNames } from '../../console/parts/channels.ts';
import { channelTraits } from '../../openapi/types/channels.generated.ts';
import { channelSettings } from '../../src/notifications/deliveries-to.ts';
import {
  type ConsoleStory,
  fill,
  heading,
  look,
  press,
  pressTab,
  shows,
  startConsole,
} from '../support/console.ts';
import { signIn } from '../support/sessions.ts';

let story: ConsoleStory;
beforeAll(async () => {
  story = await startConsole();
});
afterAll(async () => story?.stop());

const settingsOf = async (userId: string) =>
  (await story.server.api.get(`/user/${userId}/incident-notification-settings`)).body;

describe('what a person sets for themselves', () => {
  it('how they are told, with a picture of the night', async () => {
    const userId = await story.person('Nora Night', 'Member');
    await story.visit({ userId, expected: /409/ }, async (page) => {
      await page.goto(story.url);
      await press(page, 'Nora Night: account, language, colours');
      await press(page, 'Notifications, devices, profile');
      await heading(page, 'Nora Night');
      await shows(page, 'What happens at 03:00');
      await shows(page, 'You have set nothing');
      await shows(page, 'Push would not arrive: no device is registered');
      await look(page, 'me-notifications');

      await press(page, 'E-mail');
      await press(page, 'Phone call');
      await press(page, 'Text message');
      await shows(page, 'Nothing reaches you. The next in the escalation is told');
      await press(page, 'E-mail');
      await fill(page, 'E-mail: minutes after the incident', '5');
      await shows(page, '03:05');
      await press(page, 'Save');
      await shows(page, 'Saved');
      expect(await settingsOf(userId)).toMatchObject({
        shouldSendEmail: true,
        delayInMinEmail: 5,
        shouldCallVoice: false,
        shouldSendSMS: false,
      });
      await press(page, 'Send me a test: Phone call');
      await shows(page, 'TOCSIN_TWILIO');
    });
  });

  it('where they are reached', async () => {
    const userId = await story.person('Dora Device', 'Member');
    await story.visit({ userId, expected: /40[09]/ }, async (page) => {
      await page.goto(`${story.url}/me?section=devices`);
      await heading(page, 'Dora Device');
      await fill(page, 'ntfy topic', 'https://ntfy.example.com/dora-8f3k2');
      await press(page, 'Add');
      await shows(page, 'https://ntfy.example.com/');
      await fill(page, 'Phone number', '+49 151 12345678');
      await press(page, 'Save');
      await shows(page, 'Neither called nor texted until you confirm it');
      expect(await settingsOf(userId)).toMatchObject({ phoneNumber: '+4915112345678' });
      await look(page, 'me-devices');
      await press(page, 'Remove: ntfy');
      await press(page, 'Remove');
      await shows(page, 'Nothing is pushed to you yet');
    });
  });

  it('who they are, where they are signed in, and which keys act for them', async () => {
    const userId = await story.person('Pia Profile');
    const other = await signIn(story.server, { userId });
    await story.visit({ userId }, async (page) => {
      await page.goto(`${story.url}/me?section=profile`);
      await shows(page, 'Time zone');
      await look(page, 'me-profile');
      await fill(page, 'Name', 'Pia Proper');
      await press(page, 'Tell me when my shifts begin and end');
      await press(page, 'Save');
      await heading(page, 'Pia Proper');
      expect((await story.server.api.get(`/user/${userId}`)).body).toMatchObject({
        displayName: 'Pia Proper',
        disableOnCallNotices: true,
      });

      await pressTab(page, 'Sessions');
      await shows(page, 'Test/1.0');
      await look(page, 'me-sessions');
      await press(page, 'End all others');
      await page.waitForSelector('[role=dialog]');
      await page.evaluate(`[...document.querySelectorAll('[role=dialog] button')].at(-1).click()`);
      await shows(page, 'One session has ended.');
      expect((await other.api.get('/auth/me')).status).toBe(401);

      await press(page, 'API keys');
      await shows(page, 'No key acts for you');
      await look(page, 'me-keys');
    });
  });

  it('also without a role in the organization', async () => {
    const team = await story.server.api.make('/team', { displayName: 'Alone' });
    const userId = await story.server.api.make('/user', {
      displayName: 'Tina Team',
      email: 'tina@example.com',
    });
    await story.server.api.make('/team-membership', { userId, teamId: team, role: 'Member' });
    await story.visit({ userId, language: 'de' }, async (page) => {
      await page.goto(`${story.url}/me?section=profile`);
      await heading(page, 'Tina Team');
      await shows(page, 'Zeitzone');
      await press(page, 'Benachrichtigungen');
      await shows(page, 'Was um 03:00 geschieht');
    });
  });
});

describe('the picture of the night', () => {
  it('shows the defaults that the server has', () => {
    for (const channel of channelNames) {
      const names = channelTraits[channel].members;
      const { isOn, delayMinutes, severities, disabledIntents } = channelSettings(null, channel);
      expect(defaultSettings[names.isOn]).toBe(isOn);
      expect(defaultSettings[names.delayMinutes]).toBe(delayMinutes);
      expect(defaultSettings[names.severities]?.toSorted()).toEqual([...severities].toSorted());
      expect(defaultSettings[names.disabledIntents]?.toSorted()).toEqual(
        [...disabledIntents].toSorted(),
      );
    }
  });

  it('says what would not arrive', () => {
    const nowhere = { hasDevice: false, hasPhone: false };
    expect(stepsOf(defaultSettings, 'Critical', nowhere)).toEqual([
      { minutes: 0, channels: ['Email'], missing: ['Push', 'SMS'] },
      { minutes: 2, channels: [], missing: ['VoiceCall'] },
    ]);
    expect(stepsOf(defaultSettings, 'Minor', { hasDevice: true, hasPhone: true })).toEqual([
      { minutes: 0, channels: ['Push', 'Email'], missing: [] },
    ]);
  });
});
