import type { ReplyIntent } from './reply.ts';

/** The words that answer an alert, by text and by mail, whatever the language of whoever uses them. */
const words = {
  Investigated: ['ack', 'acknowledge', 'annehmen', 'angenommen'],
  Resolved: ['res', 'resolve', 'resolved', 'lösen', 'gelöst', 'erledigt'],
} as const satisfies Partial<Record<ReplyIntent, readonly string[]>>;

/** The intent of a word; null: it has none. Nothing is guessed. */
export function intentOfWord(word: string): 'Investigated' | 'Resolved' | null {
  const plain = word.normalize('NFC').toLowerCase();
  if (words.Investigated.some((one) => one === plain)) return 'Investigated';
  return words.Resolved.some((one) => one === plain) ? 'Resolved' : null;
}
