import type { Wording } from '../../../openapi/texts/render.ts';
import { cleanText } from '../clean-text.ts';
import { useLanguage } from '../texts.tsx';
import { type Sentence, sayIn } from './say-in.ts';

/** Ids, which nobody reads: the link beside the text leads to the object. */
const ids = / [0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?=[:.,;])/g;

export interface SaidProps {
  /** The English text. */
  text: string;
  /** Its parts; null where the text is not the server's own. */
  sentence: Sentence | null;
}

/**
 * Shows a text of the server in the language of the person; marked as English, for screen readers and hyphens, where
 * only that is known.
 */
export function Said({ text, sentence }: SaidProps) {
  const { language, wording } = useLanguage();
  const readable = cleanText(text.replaceAll(ids, ''));
  if (language === 'en') return readable;
  return (wording && sentence && own(wording, sentence)) ?? <span lang="en">{readable}</span>;
}

/** The text that `Said` shows, where only a text will do: `said(type.displayName, type.displayNameSentence)`. */
export function useSaid(): (text: string, sentence: Sentence | null) => string {
  const { wording } = useLanguage();
  return (text, sentence) => (wording && sentence && own(wording, sentence)) ?? cleanText(text);
}

/** Words that are not the server's own are in no language that it knows. */
function own(wording: Wording, sentence: Sentence): string | null {
  const text = sentence.code === 'words' ? null : sayIn(wording, sentence);
  return text && cleanText(text);
}
