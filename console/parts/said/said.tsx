import { useLanguage } from '../texts.tsx';
import { inGerman } from './in-german.ts';

/** What the server says, in the language of the person where it is known in it; else marked as English, for screen readers and hyphens. */
export function Said({ text }: { text: string }) {
  const { language } = useLanguage();
  if (language === 'en') return text;
  const german = inGerman(text);
  return german ?? <span lang="en">{text}</span>;
}
