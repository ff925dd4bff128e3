import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { loadCatalogue } from '../../src/catalogue/index.ts';

/** What a tool is like stands in its `type.yaml`: a folder in `templates/` is all it takes to add one. */

const root = join(import.meta.dirname, '../..');
const { types } = await loadCatalogue(join(root, 'templates'));

/** File and name where the name means something else, or is where to start. */
const allowed: Record<string, readonly string[]> = {
  // Whom incidents are passed on to is another list, with names of its own.
  'src/outbound/types.ts': types.flatMap(({ id, aliases }) => [id, ...aliases]),
  // The one that fits everything, where a dry run names no type.
  'src/surfaces/public-api/operations/evaluate-mapping.ts': ['Webhook'],
  // The example that a new user pastes.
  'src/first-steps.ts': ['PrometheusAlertmanager', 'Alertmanager'],
  // A channel of notifications.
  'src/accounts/mails.ts': ['Email'],
  'src/alerting/tell-agent-days.ts': ['Email'],
  'src/channels/channels.ts': ['Email'],
  'src/channels/registry.ts': ['Email', 'Telegram', 'Slack', 'Mattermost'],
  'src/channels/mattermost/mattermost.ts': ['Mattermost'],
  'src/channels/slack/slack.ts': ['Slack'],
  'src/channels/telegram/telegram.ts': ['Telegram'],
  'src/channels/telegram/telegram-api.ts': ['Telegram'],
  'src/notifications/answer-by-mail.ts': ['Email'],
  'src/notifications/deliveries-to.ts': ['Email'],
  'src/notifications/send-test.ts': ['Email'],
  'src/notifications/subscriber-ways.ts': ['Email'],
  'src/notifications/to-tool.ts': ['Email'],
  'src/notifications/tool-notice.ts': ['Email'],
  'src/replays/noise/wake-ups.ts': ['Email'],
  'src/reports/weekly-mails.ts': ['Email'],
  'src/surfaces/console/operations/counts.ts': ['Email'],
  'src/surfaces/public-api/operations/user.ts': ['Email'],
  'src/surfaces/status/status.ts': ['Email'],
  'src/surfaces/status/visit.ts': ['Email'],
  'src/channels/phone-carriers.ts': ['Twilio'],
  'src/channels/twilio/carrier.ts': ['Twilio'],
  'src/channels/telnyx/telnyx-api.ts': ['Telnyx'],
  'src/channels/telnyx/telnyx-calls.ts': ['Telnyx'],
  'src/channels/telnyx/telnyx-texts.ts': ['Telnyx'],
  'src/surfaces/telephony/notifications.ts': ['Telnyx'],
  'src/calls/carriers/telnyx/api.ts': ['Telnyx'],
  'src/calls/carriers/twilio/api.ts': ['Twilio'],
  // What reads a payload that the server itself makes.
  'src/proofs/guarantee-kind.ts': ['Webhook'],
  // What the Public API calls those who carry calls.
  'src/catalogue/types.ts': ['Twilio', 'Telnyx', 'Bird'],
};

/** Other products: which of our types takes the place of what they call otherwise, and what their own logs say. */
const ofOtherProducts = /^src\/(migration\/|shadow\/[a-z]+-log\.ts$)/;

test('no code names an integration type', () => {
  const names = types.flatMap(({ id, aliases }) => [id, ...aliases]);
  const literal = new RegExp(`(['"\`])(${names.join('|')})\\1`, 'g');
  const found = globSync('src/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.generated.ts'))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return Array.from(text.matchAll(literal), ([, , name = '']) => ({
        file: relative(root, join(root, file)),
        name,
      }));
    })
    .filter(({ file, name }) => !ofOtherProducts.test(file) && !allowed[file]?.includes(name));
  expect(found).toEqual([]);
});

test('an exception that nobody needs any more is not allowed', () => {
  for (const [file, names] of Object.entries(allowed)) {
    const text = readFileSync(join(root, file), 'utf8');
    expect(
      names.some((name) => new RegExp(`(['"\`])${name}\\1`).test(text)),
      file,
    ).toBe(true);
  }
});
