export type Language = 'en' | 'de';

const usualRegions: Readonly<Record<string, string>> = { en: 'GB', de: 'DE' };

/**
 * The language with a region, which decides how days, times of day and numbers are written: that of the page, which has
 * what the person chose; else that of the browser, of the same language before any other. `en-GB` has 24 hours.
 */
export function regional(language: string, preferred = preferredTags()): string {
  if (language.includes('-')) return language;
  const tags = preferred.filter(isValid);
  const same = tags.find((tag) => tag.toLowerCase().startsWith(`${language}-`));
  if (same) return same;
  const region = tags.map(regionOf).find((one) => one !== undefined) ?? usualRegions[language];
  return region === undefined ? language : `${language}-${region}`;
}

/** The language of the page, in which `Languages` says the region that the person chose, comes first. */
function preferredTags(): readonly string[] {
  // Tests that read no page have no document.
  const { document } = globalThis as { document?: { documentElement: { lang: string } } };
  return [document?.documentElement.lang ?? '', ...navigator.languages];
}

/** `de-CH`, `zh-Hant-TW` → `CH`, `TW`. */
function regionOf(tag: string): string | undefined {
  return /^[a-z]+(?:-[A-Z][a-z]{3})?-([A-Z]{2})(?:-|$)/.exec(tag)?.[1];
}

/** Browsers on machines without a locale say `en-US@posix`, which no formatter takes. */
function isValid(tag: string): boolean {
  return /^[\w-]+$/.test(tag);
}
