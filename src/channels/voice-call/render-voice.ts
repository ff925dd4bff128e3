import type { Notification } from '../notification.ts';
import { oneLine, shortened, titleOf, whatHappened } from '../words.ts';

export interface VoiceScript {
  /** Said once, and again on demand. */
  text: string;
  /** Says what the keys do; null where there is nothing to do. */
  menu: string | null;
}

/** Nobody listens longer than this at night. */
const titleCharactersMax = 200;

/** The words of a call: short sentences, the most important first. */
export function renderVoice(notification: Notification): VoiceScript {
  const { incident, intent, teamNames, bundledCount, links } = notification;
  const [team] = teamNames;
  const where = team === undefined ? '' : ` in ${spoken(team, 60)}`;
  const isOpen = incident.status === 'Open';
  const kind = isOpen ? `${incident.severity} incident` : 'Resolved incident';
  const sentences = [
    'This is Tocsin.',
    bundledCount > 1
      ? `${bundledCount} incidents need attention. The first one is a ${incident.severity} incident${where}.`
      : `${kind}${where}.`,
    `${spoken(titleOf({ ...notification, bundledCount: 1 }), titleCharactersMax)}.`,
    intent === 'Created' ? '' : `${spoken(whatHappened(notification), 80)}.`,
  ];
  return {
    text: sentences.filter((sentence) => sentence !== '').join(' '),
    menu:
      isOpen && links.acknowledge !== null
        ? 'Press 1 to acknowledge, 2 to escalate, 3 to repeat.'
        : null,
  };
}

/** As a voice can say it: no addresses, no long ids, no punctuation that would be spelled out. */
function spoken(text: string, charactersMax: number): string {
  const words = oneLine(text)
    .replaceAll(/https?:\/\/\S+/gi, 'a link')
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b(?=[a-z]*\d)[0-9a-f]{16,}\b/gi, 'an id')
    .replaceAll(/[^\p{L}\p{M}\p{N}%+.,:'!?-]+/gu, ' ')
    .replaceAll(/([.,:!?-])\1+/g, '$1')
    .trim();
  return shortened(words, charactersMax, '').replace(/[.,:!?\s-]+$/, '') || 'no title';
}
