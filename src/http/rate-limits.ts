/** One window: at most `requests` within any `seconds`. */
export interface RateWindow {
  requests: number;
  seconds: number;
}

/** Spec section 8, per scope. All windows of a scope hold at once. */
export const defaultRateLimits = {
  /** Per API key. */
  'public-api': [
    { requests: 300, seconds: 20 },
    { requests: 2700, seconds: 300 },
  ],
  /** Per integration. */
  webhook: [
    { requests: 20, seconds: 3 },
    { requests: 50, seconds: 20 },
    { requests: 180, seconds: 300 },
  ],
  /** Per API key. */
  'incident-create': [
    { requests: 4, seconds: 30 },
    { requests: 10, seconds: 120 },
    { requests: 20, seconds: 300 },
  ],
  /** Per incident. */
  'incident-update': [
    { requests: 4, seconds: 30 },
    { requests: 10, seconds: 120 },
    { requests: 20, seconds: 300 },
  ],
  /** Non-public API: unique requests per URL. */
  console: [{ requests: 30, seconds: 20 }],
} as const satisfies Record<string, readonly RateWindow[]>;

export type RateScope = keyof typeof defaultRateLimits;
export type RateLimitTable = Readonly<Record<RateScope, readonly RateWindow[]>>;

/**
 * Parses the setting: `on`, `off`, or `scope=300/20s,2700/300s;scope=off`. A scope that is not named
 * keeps its default. Throws an `Error` saying what is wrong.
 */
export function parseRateLimits(value: string): RateLimitTable | 'off' {
  if (value === 'off') return 'off';
  const table: Record<RateScope, readonly RateWindow[]> = { ...defaultRateLimits };
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
    table[scope as RateScope] = windows === 'off' ? [] : windows.split(',').map(parseWindow);
  }
  return table;
}

function parseWindow(text: string): RateWindow {
  const match = /^\s*(\d{1,9})\s*\/\s*(\d{1,6})s?\s*$/.exec(text);
  const requests = Number(match?.[1]);
  const seconds = Number(match?.[2]);
  if (!match || requests < 1 || seconds < 1)
    throw new Error(`has a window that is not like 300/20s: ${text.trim()}`);
  return { requests, seconds };
}
