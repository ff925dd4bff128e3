import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { Language } from './language.ts';

export type { Language };

/** What a page says. German has the same members as English, by type; texts with values are functions. */
export type Texts<Content> = Record<Language, Content>;

export function defineTexts<Content>(texts: { en: Content; de: NoInfer<Content> }): Texts<Content> {
  return texts;
}

interface Choice {
  language: Language;
  choose(language: Language): void;
}

const LanguageContext = createContext<Choice>({ language: 'en', choose: () => undefined });
const storageKey = 'tocsin.language';

export function Languages({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(preferred);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choice = useMemo(
    () => ({
      language,
      choose(chosen: Language) {
        localStorage.setItem(storageKey, chosen);
        setLanguage(chosen);
      },
    }),
    [language],
  );
  return <LanguageContext value={choice}>{children}</LanguageContext>;
}

export function useLanguage(): Choice {
  return useContext(LanguageContext);
}

/** The texts in the language of the person. */
export function useTexts<Content>(texts: Texts<Content>): Content {
  return texts[useLanguage().language];
}

function preferred(): Language {
  const chosen = localStorage.getItem(storageKey);
  if (chosen === 'en' || chosen === 'de') return chosen;
  const found = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return found.find((tag): tag is Language => tag === 'en' || tag === 'de') ?? 'en';
}
