import { regional } from './language.ts';

/** Not for longer: a device may come into another zone, which only a new format knows. */
const keptMilliseconds = 60_000;

interface Kept {
  formats: Map<string, unknown>;
  until: number;
}

const kept: Kept = { formats: new Map(), until: 0 };

/** Making a format takes as long as hundreds of uses, and a list has as many times in it. */
function formatOf<Format>(key: string, make: () => Format): Format {
  const now = performance.now();
  if (now > kept.until) {
    kept.formats.clear();
    kept.until = now + keptMilliseconds;
  }
  const present = kept.formats.get(key);
  // The key begins with the sort of format.
  if (present !== undefined) return present as Format;
  const made = make();
  kept.formats.set(key, made);
  return made;
}

/** As the person's region writes days and times. */
export function dateFormat(
  language: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const tag = regional(language);
  return formatOf(
    `date ${tag} ${JSON.stringify(options)}`,
    () => new Intl.DateTimeFormat(tag, options),
  );
}

/** As the person's region writes numbers. */
export function numberFormat(
  language: string,
  options: Intl.NumberFormatOptions = {},
): Intl.NumberFormat {
  const tag = regional(language);
  return formatOf(
    `number ${tag} ${JSON.stringify(options)}`,
    () => new Intl.NumberFormat(tag, options),
  );
}

/** How many. Below a thousand all write the same, and the first format of numbers takes a page ten milliseconds. */
export function formatCount(count: number, language: string): string {
  return count < 1000 ? String(count) : numberFormat(language).format(count);
}

/** `3 minutes ago`. */
export function relativeFormat(
  language: string,
  options: Intl.RelativeTimeFormatOptions,
): Intl.RelativeTimeFormat {
  return formatOf(
    `relative ${language} ${JSON.stringify(options)}`,
    () => new Intl.RelativeTimeFormat(language, options),
  );
}

/** Where the clock of the device is set to. */
export function deviceZone(): string {
  return formatOf('zone', () => new Intl.DateTimeFormat().resolvedOptions().timeZone);
}
