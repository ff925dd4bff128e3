import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import type { Wording } from '../../openapi/texts/render.ts';
import type { Language } from './language.ts';

export type { Language };

/** The texts of a page. German has the same members as English, by type; texts with values are functions. */
export type Texts<Content> = Record<Language, Content>;

export function defineTexts<Content>(texts: { en: Content; de: NoInfer<Content> }): Texts<Content> {
  return texts;
}

interface Spoken {
  language: Language;
  /** How sentences of the server are said in it; null where they stay in English, in which they come. */
  wording: Wording | null;
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
  const loaded = useWording(language);
  const wording = loaded?.language === language ? loaded.wording : null;
  const spoken = useMemo(() => ({ language, wording }), [language, wording]);
  // Nothing is drawn in English first. Where somebody changes their language, what they are writing stays.
  if (!loaded) return null;
  return <LanguageContext value={spoken}>{children}</LanguageContext>;
}

interface Loaded {
  language: Language;
  wording: Wording | null;
}

/** German is loaded for those who read it. Null until the first language is there. */
function useWording(language: Language): Loaded | null {
  const [loaded, setLoaded] = useState<Loaded | null>(
    language === 'en' ? { language, wording: null } : null,
  );
  useEffect(() => {
    let isWanted = true;
    void wordingOf(language).then((wording) => {
      if (!isWanted) return;
      startTransition(() =>
        setLoaded((before) => (before?.language === language ? before : { language, wording })),
      );
    });
    return () => {
      isWanted = false;
    };
  }, [language]);
  return loaded;
}

async function wordingOf(language: Language): Promise<Wording | null> {
  if (language === 'en') return null;
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
