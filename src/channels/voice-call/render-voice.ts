import { type Language, type Speech, speaker, spokenNumber } from '../../sentences/index.ts';
import type { Notification } from '../notification.ts';
import { oneLine, shortened, titleOf, whatHappened } from '../words.ts';

export interface VoiceScript {
  language: Language;
  /** Said once, and again on demand. */
  text: string;
  /** Says what the keys do; null where there is nothing to do. */
  menu: string | null;
}

/** Nobody listens longer than this at night. */
const titleCharactersMax = 200;

/** The words of a call: short sentences, the most important first. */
export function renderVoice(notification: Notification): VoiceScript {
  const { incident, intent, links, recipient } = notification;
  const { speech } = recipient;
  const t = speaker(speech);
  const title = titleOf({ ...notification, bundledCount: 1 });
  const sentences = [
    t('voiceIntro'),
    whatItIs(notification),
    `${spoken(title, titleCharactersMax, speech)}.`,
    intent === 'Created' ? '' : `${spoken(whatHappened(notification), 80, speech)}.`,
  ];
  return {
    language: speech.language,
    text: sentences.filter((sentence) => sentence !== '').join(' '),
    menu: incident.status === 'Open' && links.acknowledge !== null ? t('voiceMenu') : null,
  };
}

function whatItIs({ incident, teamNames, bundledCount: count, recipient }: Notification): string {
  const t = speaker(recipient.speech);
  const { severity } = incident;
  const [name] = teamNames;
  if (name === undefined) {
    if (count > 1) return t('voiceIncidents', { count, severity });
    return incident.status === 'Open' ? t('voiceIncident', { severity }) : t('voiceResolved');
  }
  const team = spoken(name, 60, recipient.speech);
  if (count > 1) return t('voiceIncidentsIn', { count, severity, team });
  return incident.status === 'Open'
    ? t('voiceIncidentIn', { severity, team })
    : t('voiceResolvedIn', { team });
}

/** As a voice can say it: no addresses, no long ids, no punctuation that would be spelled out. */
function spoken(text: string, charactersMax: number, speech: Speech): string {
  const t = speaker(speech);
  const words = oneLine(text)
    .replaceAll(/\+\d{7,15}\b/g, spokenNumber)
    .replaceAll(/https?:\/\/\S+/gi, t('voiceLink'))
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b(?=[a-z]*\d)[0-9a-f]{16,}\b/gi, t('voiceId'))
    .replaceAll(/[^\p{L}\p{M}\p{N}%+.,:'!?-]+/gu, ' ')
    .replaceAll(/([.,:!?-])\1+/g, '$1')
    .trim();
  return shortened(words, charactersMax, '').replace(/[.,:!?\s-]+$/, '') || t('voiceNoTitle');
}
