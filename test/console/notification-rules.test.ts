import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rulesOfSettings } from '../../console/pages/me/rules-of-settings.ts';
import { defaultSettings, severities, stepsOf } from '../../console/pages/me/settings.ts';
import { channelNames } from '../../console/parts/channels.ts';
import { channelTraits } from '../../openapi/types/channels.generated.ts';
import { stepsFor } from '../../src/notifications/planned-messages.ts';
import {
  type ConsoleStory,
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
beforeAll(async () => {
  story = await startConsole({ env: { TOCSIN_SMTP_URL: 'smtp://127.0.0.1:9' } });
});
afterAll(async () => story?.stop());

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
      await shows(page, 'quietHours.hours');
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

  it('keep what is written, on a phone and in German, until they are deleted', async () => {
    const userId = await story.person('Nils Nacht', 'Member');
    const mail = { channel: 'Email', afterMinutes: 0, repeats: null, repeatsEveryMinutes: null };
    const hours = [{ selectedDays: null, from: '22:00', until: '07:00' }];
    const set = await story.server.api.put(`/user/${userId}/notification-rules`, {
      rules: [{ displayName: 'Nachts', severities: ['Critical'], hours, steps: [mail] }],
      otherwise: [mail],
      quietHours: { hours },
    });
    expect(set.status, set.text).toBe(200);
    await story.visit({ userId, viewport: phone, language: 'de' }, async (page) => {
      await page.goto(`${story.url}/me?section=rules`);
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
      expect((await rulesOf(userId)).status).toBe(404);
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
        const wire = { ...rulesOfSettings(given), quietHours: null };
        for (const severity of severities) {
          const alert = { at: new Date(0), severity, urgency: 'High' as const, teamIds: [] };
          const sent = stepsFor({ wire, timeZoneId: 'UTC' }, alert);
          expect(sent.map(({ channel, afterMinutes }) => [channel, afterMinutes])).toEqual(
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
