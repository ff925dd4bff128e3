import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Language } from './language.ts';

export type { Language };

/** What a page says. German has the same members as English, by type; texts with values are functions. */
export type Texts<Content> = Record<Language, Content>;

export function defineTexts<Content>(texts: { en: Content; de: NoInfer<Content> }): Texts<Content> {
  return texts;
}

interface Spoken {
  language: Language;
}

const LanguageContext = createContext<Spoken>({ language: 'en' });

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
  const spoken = useMemo(() => ({ language }), [language]);
  return <LanguageContext value={spoken}>{children}</LanguageContext>;
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
