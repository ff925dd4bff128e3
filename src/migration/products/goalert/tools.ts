import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { shortHash } from '../../model/short-hash.ts';
import type { Account } from './account.ts';

type Settings = Omit<Bodies['tocsin_outbound_integration'], 'teamId'>;

/** A channel or webhook of a step, as a tool of the team that owns the policy; null, with a line, where it is none. */
export function bringTool({ work }: Account, action: Source, teamId: string): string | null {
  const settings = settingsOf(action);
  if (settings === null) return null;
  // An address may have a secret in it, and keys are seen.
  const at = `${teamId} ${JSON.stringify(settings)}`;
  const key = `goalert:tools:${shortHash(at)}`;
  if (work.has(key)) return key;
  return work.add('tocsin_outbound_integration', key, {
    // Tools are told by the steps that name them only.
    ...{ ...settings, teamId, triggersOnlyOnForwarded: true },
  });
}

function settingsOf(action: Source): Settings | null {
  const args = action.at('args');
  switch (action.text('type')) {
    case 'builtin-webhook': {
      const url = args?.text('webhook_url') ?? '';
      if (!URL.canParse(url)) break;
      action.say(
        'behaviour',
        'What is posted is written differently: give the webhook a template.',
      );
      const displayName = `Webhook to ${new URL(url).host}`;
      return { displayName, type: 'Webhook', webhookSettings: { url } };
    }
    case 'builtin-slack-channel': {
      const channel = args?.text('slack_channel_id') ?? '';
      if (channel === '') break;
      action.say(
        'secret',
        'Bring the token of a Slack app (bot_token), which writes to the channel.',
      );
      const slackSettings = { botToken: '', selectedChannelIds: [channel] };
      return { displayName: `Slack ${channel}`, type: 'Slack', slackSettings };
    }
  }
  action.say('behaviour', 'Left out: nothing here can be told in its place.');
  return null;
}
