import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Wording } from '../../openapi/texts/render.ts';
import type { Language } from './language.ts';

export type { Language };

/** What a page says. German has the same members as English, by type; texts with values are functions. */
export type Texts<Content> = Record<Language, Content>;

export function defineTexts<Content>(texts: { en: Content; de: NoInfer<Content> }): Texts<Content> {
  return texts;
}

interface Spoken {
  language: Language;
  /** How sentences of the server are said in it: null for English, in which they come. */
  wording: Promise<Wording | null> | null;
}

const LanguageContext = createContext<Spoken>({ language: 'en', wording: null });

interface LanguagesProps {
  /** Before anybody is signed in it is that of the browser. */
  language?: Language;
  /** That the person chose. */
  region?: string | null;
  children: ReactNode;
}

export function Languages({ language = preferred(), region = null, children }: LanguagesProps) {
  // Before its children are drawn: they write days and times by it.
  const tag = region === null ? language : `${language}-${region}`;
  if (document.documentElement.lang !== tag) document.documentElement.lang = tag;
  const spoken = useMemo(
    () => ({ language, wording: language === 'en' ? null : inGerman() }),
    [language],
  );
  return <LanguageContext value={spoken}>{children}</LanguageContext>;
}

/** Loaded for those who read it. */
async function inGerman(): Promise<Wording | null> {
  try {
    return (await import('../../openapi/texts/in-german.ts')).inGerman;
  } catch {
    // Another version of the console is there meanwhile, or the network is away: English is better than nothing.
    return null;
  }
}

export function useLanguage(): Spoken {
  return useContext(LanguageContext);
}

/** The texts in the language of the person. */
export function useTexts<Content>(texts: Texts<Content>): Content {
  return texts[useLanguage().language];
}

function preferred(): Language {
  const found = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return found.find((tag): tag is Language => tag === 'en' || tag === 'de') ?? 'en';
}
