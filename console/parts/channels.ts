import { choiceIn } from '../../openapi/texts/choices.ts';
import { channelTraits } from '../../openapi/types/channels.generated.ts';
import type { components } from '../../openapi/types/public-v1.generated.ts';
import type { Language } from './language.ts';

export type Channel = components['schemas']['NotificationChannel'];
type Way = components['schemas']['NotificationWay'];

interface ChannelWords {
  icon: 'bell' | 'message' | 'phone' | 'send';
  /** Where there is room. */
  name: Record<Language, string>;
  /** A limit of the channel: something that it never tells, whatever is set. */
  limit?: Record<Language, string>;
  /** The German names of the members of its settings; in English the names of the members say it. */
  members: { isOn: string; delayMinutes: string; severities: string; disabledIntents: string };
}

// as: these are the keys of that object.
const names = Object.keys(channelTraits) as Channel[];

const ownWords = {
  Push: {
    icon: 'bell',
    name: { en: 'Push', de: 'Push' },
    members: {
      isOn: 'Push senden',
      delayMinutes: 'Push nach Minuten',
      severities: 'Schweregrade für Push',
      disabledIntents: 'Kein Push bei',
    },
  },
  VoiceCall: {
    icon: 'phone',
    name: { en: 'Phone call', de: 'Anruf' },
    limit: {
      en: 'A call is only for whoever has to act, never for news.',
      de: 'Angerufen wird nur, wer handeln muss, nie mit Neuigkeiten.',
    },
    members: {
      isOn: 'Anrufen',
      delayMinutes: 'Anrufen nach Minuten',
      severities: 'Schweregrade für Anrufe',
      disabledIntents: 'Kein Anruf bei',
    },
  },
  SMS: {
    icon: 'message',
    name: { en: 'Text message', de: 'SMS' },
    limit: {
      en: 'That somebody has to act is only texted to that person.',
      de: 'Dass jemand handeln muss, erfährt per SMS nur diese Person.',
    },
    members: {
      isOn: 'SMS senden',
      delayMinutes: 'SMS nach Minuten',
      severities: 'Schweregrade für SMS',
      disabledIntents: 'Keine SMS bei',
    },
  },
  Email: {
    icon: 'send',
    name: { en: 'E-mail', de: 'E-Mail' },
    members: {
      isOn: 'Mails senden',
      delayMinutes: 'Mail nach Minuten',
      severities: 'Schweregrade für Mails',
      disabledIntents: 'Keine Mail bei',
    },
  },
} satisfies Partial<Record<Channel, ChannelWords>>;

/** In the order in which the console shows them: those of chats are as loud as a push. */
export const channelNames: readonly Channel[] = [
  'Push',
  ...names.filter((name) => !isOwn(name)),
  'VoiceCall',
  'SMS',
  'Email',
];

/** All that the console says of a channel. */
export function channelWords(channel: Channel): ChannelWords {
  return isOwn(channel) ? ownWords[channel] : ofChat(channelTraits[channel].title);
}

function isOwn(channel: Channel): channel is keyof typeof ownWords {
  return channel in ownWords;
}

function ofChat(name: string): ChannelWords {
  return {
    icon: 'send',
    name: { en: name, de: name },
    limit: {
      en: 'A message goes on showing how its incident stands, whatever is chosen here.',
      de: 'Eine Nachricht zeigt weiter, wie es um ihre Störung steht, was immer hier gewählt ist.',
    },
    members: {
      isOn: `${name} senden`,
      delayMinutes: `${name} nach Minuten`,
      severities: `Schweregrade für ${name}`,
      disabledIntents: `Kein ${name} bei`,
    },
  };
}

const tool = { en: 'Tool', de: 'Werkzeug' };

/** The short name of a channel, or of the way to tools. */
export function wayName(way: Way, language: Language): string {
  return way === 'Outbound' ? tool[language] : choiceIn(language, way);
}

/** The German labels of all members, by their names in the API. */
export const channelLabels: Readonly<Record<string, string>> = Object.fromEntries(
  channelNames.flatMap((channel) => {
    const { members } = channelTraits[channel];
    const words = channelWords(channel).members;
    return [
      [members.isOn, words.isOn],
      [members.delayMinutes, words.delayMinutes],
      [members.severities, words.severities],
      [members.disabledIntents, words.disabledIntents],
    ];
  }),
);
