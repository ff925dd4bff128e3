import type { Channel, ChannelName, ChannelParts, ProviderAttempt, Way } from './channel.ts';
import { discord, discordChat } from './discord/discord.ts';
import { email } from './email/email.ts';
import { mattermost, mattermostChat } from './mattermost/mattermost.ts';
import { microsoftTeams, microsoftTeamsChat } from './microsoft-teams/microsoft-teams.ts';
import { push } from './push/push.ts';
import { slack, slackChat } from './slack/slack.ts';
import { sms } from './sms/sms.ts';
import { telegram, telegramChat } from './telegram/telegram.ts';
import { voiceCall } from './voice-call/voice-call.ts';

/** All channels, the loudest last. The OpenAPI document names them; the compiler misses one that is not here. */
const registered = {
  Email: email,
  Push: push,
  Telegram: telegram,
  Slack: slack,
  Mattermost: mattermost,
  MicrosoftTeams: microsoftTeams,
  Discord: discord,
  SMS: sms,
  VoiceCall: voiceCall,
} satisfies Record<ChannelName, unknown>;

/** The settings of the server that channels know; chats have none. */
export const channelSettingRows = {
  ...email.settings,
  ...push.settings,
  ...sms.settings,
  ...voiceCall.settings,
};

type Registered = typeof registered;
type Contents = { [Name in ChannelName]: ReturnType<Registered[Name]['render']> };
type Addresses = {
  [Name in ChannelName]: NonNullable<ReturnType<Registered[Name]['addressOf']>>;
};

/** The settings of the server that decide how people are reached. */
export type SenderSettings = {
  readonly [Name in keyof typeof channelSettingRows]: ReturnType<
    (typeof channelSettingRows)[Name]['parse']
  >;
};

export type ContentOf<Name extends ChannelName> = Contents[Name];
export type AddressOf<Name extends ChannelName> = Addresses[Name];

export const registry: {
  readonly [Name in ChannelName]: Omit<
    Channel<Contents[Name], Addresses[Name], SenderSettings>,
    'settings'
  >;
} = registered;

type Ways = { readonly [Name in ChannelName]: Way<Contents[Name], Addresses[Name]> };

/** Nothing connects before it is used. */
export function openChannels(
  given: Omit<ChannelParts<SenderSettings>, 'onProvider'>,
  onProvider: (channel: ChannelName, attempt: ProviderAttempt) => void,
): Ways {
  const parts = (channel: ChannelName) => ({
    ...given,
    onProvider: (attempt: ProviderAttempt) => onProvider(channel, attempt),
  });
  return {
    Email: email.open(parts('Email')),
    Push: push.open(parts('Push')),
    Telegram: telegram.open(parts('Telegram')),
    Slack: slack.open(parts('Slack')),
    Mattermost: mattermost.open(parts('Mattermost')),
    MicrosoftTeams: microsoftTeams.open(parts('MicrosoftTeams')),
    Discord: discord.open(parts('Discord')),
    SMS: sms.open(parts('SMS')),
    VoiceCall: voiceCall.open(parts('VoiceCall')),
  };
}

// as: these are the keys of the object above.
export const channelNames = Object.keys(registered) as ChannelName[];

/** All chats by what finds people in them. */
export const chats = {
  telegram: telegramChat,
  slack: slackChat,
  mattermost: mattermostChat,
  microsoftTeams: microsoftTeamsChat,
  discord: discordChat,
};

// as: these are the keys of the object above.
export const chatKinds = Object.keys(chats) as (keyof typeof chats)[];
