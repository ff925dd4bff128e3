/** As many values, and as long texts, as the operations take. */
const valuesMax = 100;
const textMax = 200;

/** Values of a parameter of the address, which may be missing, one, or several. */
export function listOf(value: unknown): string[] {
  return [value]
    .flat()
    .flatMap((one) => textOf(one) ?? [])
    .slice(0, valuesMax);
}

/** The known names among the values. */
export function someOf<Known extends string>(value: unknown, known: readonly Known[]): Known[] {
  return listOf(value).filter((one): one is Known => known.some((name) => name === one));
}

/** A text; of one that is longer than what is asked for may be, its beginning. */
export function textOf(value: unknown, max = textMax): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, max) : undefined;
}

/** The ids of objects among the values. */
export function idsOf(value: unknown): string[] {
  return listOf(value).filter(isId);
}

export function idOf(value: unknown): string | undefined {
  return idsOf(value)[0];
}

/** A day that there is: `2026-03-01`. */
export function dayOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && isDay(text) ? text : undefined;
}

/** The first and the last day of a time, which does not end before it begins. */
export function fromUntilOf({ from, until }: Record<string, unknown>): {
  from: string | undefined;
  until: string | undefined;
} {
  const [first, last] = [dayOf(from), dayOf(until)];
  const isBackwards = first !== undefined && last !== undefined && last < first;
  return { from: first, until: isBackwards ? undefined : last };
}

/** A name of a zone that the browser knows. */
export function zoneOf(value: unknown): string | undefined {
  const text = textOf(value);
  try {
    // Throws for others.
    return text && new Intl.DateTimeFormat('en', { timeZone: text }) ? text : undefined;
  } catch {
    return undefined;
  }
}

export function isId(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}

/** `2026-02-30` is none, nor are years that no calendar of the page shows. */
function isDay(text: string): boolean {
  if (!/^(19|2\d)\d\d-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
