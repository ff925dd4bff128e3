export type Language = 'en' | 'de';

/**
 * The language with the region of the browser, which decides how days, times of day and numbers are written: `en-GB`
 * has 24 hours.
 */
export function regional(language: string, preferred = navigator.languages): string {
  return (
    preferred.find((tag) => tag.toLowerCase().startsWith(`${language}-`) && isValid(tag)) ??
    language
  );
}

/** Browsers on machines without a locale say `en-US@posix`, which no formatter takes. */
function isValid(tag: string): boolean {
  return /^[\w-]+$/.test(tag);
}
