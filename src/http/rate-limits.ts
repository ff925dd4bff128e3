/** One window: at most `requests` within any `seconds`. */
export interface RateWindow {
  requests: number;
  seconds: number;
}

/** The windows of each scope by name. All windows of a scope hold at once. */
export type RateLimitTable = Readonly<Record<string, readonly RateWindow[]>>;

/**
 * The windows of one scope, or a caller's own in their place; none where nothing is limited. Throws for an unknown
 * scope, so that no request stays uncounted.
 */
export function windowsOf(
  limits: RateLimitTable | 'off',
  scope: string,
  own?: readonly RateWindow[],
): readonly RateWindow[] {
  if (limits === 'off') return [];
  if (own) return own;
  const windows = Object.hasOwn(limits, scope) ? limits[scope] : undefined;
  if (!windows) throw new Error(`There is no rate limit named ${scope}.`);
  return windows;
}

/**
 * Parses the setting: `on`, `off`, or `scope=300/20s,2700/300s;scope=off`. A scope that is not named
 * keeps its default. Throws an `Error` saying what is wrong.
 */
export function parseRateLimits(value: string, defaults: RateLimitTable): RateLimitTable | 'off' {
  if (value === 'off') return 'off';
  const table: Record<string, readonly RateWindow[]> = { ...defaults };
  if (value === 'on') return table;
  for (const part of value
    .split(';')
    .map((piece) => piece.trim())
    .filter(Boolean)) {
    const [scope = '', windows = '', ...rest] = part.split('=').map((piece) => piece.trim());
    if (!Object.hasOwn(table, scope) || rest.length > 0)
      throw new Error(
        `must be on, off, or scope=requests/seconds pairs with a scope of ${Object.keys(table).join(', ')}`,
      );
    table[scope] = windows === 'off' ? [] : windows.split(',').map(parseWindow);
  }
  return table;
}

function parseWindow(text: string): RateWindow {
  const match = /^\s*(\d{1,9})\s*\/\s*(\d{1,6})s?\s*$/.exec(text);
  const requests = Number(match?.[1]);
  const seconds = Number(match?.[2]);
  if (!match || requests < 1 || seconds < 1)
    throw new Error(`has a window that is not written like 300/20s: ${text.trim()}`);
  return { requests, seconds };
}
