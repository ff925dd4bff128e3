import { useLanguage } from '../texts.tsx';
import { inGerman } from './in-german.ts';

/** What nobody reads: the link beside it leads there. */
const ids = / [0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?=[:.,;])/g;

/** What the server says, in the language of the person where it is known in it; else marked as English, for screen readers and hyphens. */
export function Said({ text }: { text: string }) {
  const { language } = useLanguage();
  const readable = text.replaceAll(ids, '');
  if (language === 'en') return readable;
  const german = inGerman(readable);
  return german ?? <span lang="en">{readable}</span>;
}
