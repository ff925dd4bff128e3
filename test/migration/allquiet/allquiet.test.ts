import { expect, test } from 'vitest';
import { shortHash } from '../../../src/migration/model/short-hash.ts';
import { inOurWords } from '../../../src/migration/products/allquiet/words.ts';
import type { KindResult } from '../../../src/migration/read/read-all.ts';
import { brought, collected, imported, resultsOf } from './collected.ts';
import { account, ids } from './fixtures/account.ts';

const usual = imported(account);
const file = (name: string, { files } = usual) => files.get(name) ?? '';
const linesOf = (id: string, { report } = usual) =>
  report.lines.filter(({ key }) => key.endsWith(id)).map(({ text }) => text);

/** Apart from the marks by which an import knows its blocks again. */
const terraform = ({ files } = usual) =>
  [...files]
    .flatMap(([name, text]) => (name.endsWith('.tf') ? text : []))
    .join('\n')
    .replaceAll(/^# tocsin-import .*$/gm, '');

test('objects are made anew and name each other by address: no id of All Quiet is in the files', () => {
  expect(terraform()).not.toContain('import {');
  expect(terraform()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  expect(file('team_escalations.tf')).toContain('tocsin_team_membership.shop_ada.id');
  expect(file('routings.tf')).toContain('services          = [tocsin_service.checkout.id]');
  expect(file('services.tf')).toContain('integration_id = tocsin_integration.datadog.id');
});

test('secrets are variables, and each sender keeps the key of its address', () => {
  const keys = Object.fromEntries(usual.secrets);
  expect(keys).toMatchObject({
    integration_datadog_accepted_keys_0_key: ids.datadog,
    integration_datadog_webhook_authentication_bearer_token: 'invented-token-of-a-sender-01',
    outbound_integration_chat_mattermost_settings_bot_token: 'invented-token-of-a-bot-000001',
    user_ada_phone_number: '+4930901820',
    user_grace_phone_number: '+4930901821',
  });
  for (const value of Object.values(keys))
    if (typeof value === 'string')
      expect([...usual.files.values()].join()).not.toContain(`"${value}"`);
  expect(usual.senders.map(({ name, base }) => [name, base?.speech ?? null])).toEqual([
    ['Datadog', 'allquiet'],
    ['Front page', null],
    ['Mail', null],
    ['Odd', null],
  ]);
});

test('a tool that is not known here is left out, and so is each mention of it', () => {
  expect(file('outbound_integrations.tf')).not.toContain('AToolOfTomorrow');
  expect(linesOf(ids.tomorrow)).toEqual(['left out: Tocsin has no such tools']);
  expect(file('routings.tf')).toContain(
    'outbound_integrations = [tocsin_outbound_integration.slack',
  );
});

test('settings have the words of this server, at all depths; a pattern is not looked for as a text', () => {
  const monitored = file('integrations.tf');
  expect(monitored).not.toContain('content_test');
  expect(linesOf(shortHash(ids.monitor))).toContain(
    'left out: answers are looked through for a text here, not for a pattern',
  );
  const message = { type: 'Text', text: 'Hello' };
  const hotline = {
    callDisplayMode: 'ShowCallerNumber',
    route: {},
    menu: { options: [{ message }] },
  };
  const [source] = brought(account).ledger.all('integrations');
  if (!source) throw new Error('There is no integration.');
  expect(inOurWords(source, { twilio: { callFlowConfig: hotline } })).toEqual({
    twilio: {
      callFlowConfig: {
        callDisplayMode: 'CallerNumber',
        menu: { options: [{ message: { type: 'TextToSpeech', text: 'Hello' } }] },
      },
    },
  });
});

test('people are known by what can be read of them, and whoever is known by address only is said', () => {
  expect(file('users.tf')).toMatch(/"grace" \{[^}]+incident_notification_settings = \{/);
  expect(file('users.tf')).toMatch(/"linus_example_com" \{\n {2}email = "linus@example.com"\n\}/);
  expect(file('team_memberships.tf')).toContain('tocsin_user.invited_example_com.id');
  const untold = usual.report.lines.filter(({ text }) => text.startsWith('their number'));
  expect(untold.map(({ level }) => level)).toEqual(['behaviour', 'behaviour']);
});

test('settings that nobody has made are none, and some of which a part is lacking have a line', () => {
  const settings = {
    userId: ids.grace,
    shouldSendSMS: null,
    delayInMinSMS: null,
    severitiesSMS: null,
  };
  const textsWith = (own: object) => {
    const given = { ...account, 'notification-settings': { [ids.grace]: [own] } };
    const { report } = imported(given);
    return report.lines.flatMap(({ kind, text }) => (kind === 'notification-settings' ? text : []));
  };
  expect(textsWith(settings)).toEqual([]);
  expect(textsWith({ ...settings, shouldSendSMS: true })).toEqual([
    expect.stringMatching(/^left out: it has no delayInMinSMS and no severitiesSMS and no /),
  ]);
});

test('what names something that is gone never comes to mean everything', () => {
  // A rule about an integration that is gone would discard what comes from any.
  expect(file('routings.tf')).not.toContain('discard');
  expect(file('team_escalations.tf').match(/team_membership_id/g)).toHaveLength(2);
  expect(file('team_escalations.tf')).toContain('[tocsin_team.payments.id]');
  expect(file('on_call_overrides.tf').match(/^resource/gm)).toHaveLength(1);
  expect(linesOf(ids.goneInShop)).toEqual(['left out: what its userId names is not there']);
});

test('a page that had a password is off, a type that nobody knows is any webhook, no number of Bird', () => {
  expect(file('status_pages.tf')).toMatch(/disable_public_page +[=] true/);
  expect(file('status_pages.tf')).toMatch(/disable_public_json +[=] true/);
  expect(file('integrations.tf')).toMatch(/"odd" \{[^}]+"Webhook"/);
  expect(file('integrations.tf')).not.toContain('Hotline');
  expect(linesOf(shortHash(ids.bird))).toContain('left out: Tocsin has no phone numbers of Bird');
});

test('a recording is left out with its prompt, and the rest of the call flow is kept', () => {
  const prompt = {
    type: 'AudioFile',
    audioFile: { objectKey: 'prompts/1.mp3', fileName: 'a.mp3' },
  };
  const phone = {
    ...{ id: 'phone', displayName: 'Phone', type: 'Twilio', teamId: ids.shop },
    integrationSettings: {
      twilio: {
        accessSettings: { phoneNumber: '+4930901823', accountSid: 'AC0', authToken: 'invented' },
        callFlowConfig: {
          welcomeMessage: prompt,
          route: { teamId: ids.shop, maxUsersToTry: 3 },
        },
        providerWebhookId: 'of All Quiet',
      },
    },
  };
  const result = imported({ ...account, integrations: [phone] });
  expect(file('integrations.tf', result)).toContain(
    'route = { team_id = tocsin_team.shop.id, max_users_to_try = 3 }',
  );
  expect(file('integrations.tf', result)).not.toContain('welcome_message');
  expect(result.report.lines.filter(({ key }) => key.endsWith(`:${shortHash('phone')}`))).toEqual([
    expect.objectContaining({
      level: 'behaviour',
      text: 'left out: recordings are not told, so upload it here',
    }),
  ]);
});

test('of a kind that the key may not read nothing is made, and what hangs on it is said', () => {
  const refused: KindResult = {
    ...{
      state: 'notReadable',
      status: 403,
      why: 'answers 403',
      right: 'the scope `services:list`',
    },
  };
  const without = collected.importedFrom(new Map([...resultsOf(account), ['services', refused]]));
  expect(without.files.has('services.tf')).toBe(false);
  expect(without.report.notRead).toEqual([expect.objectContaining({ kind: 'services' })]);
  expect(without.report.lines.map(({ text }) => text)).toContainEqual(
    `left out as tocsin_status_page: it names allquiet:services:${ids.service}, which was not brought`,
  );
  expect(file('teams.tf', without)).toBe(file('teams.tf'));
});
