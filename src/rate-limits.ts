import type { RateLimitTable } from './http/index.ts';

/**
 * How much every caller may ask for (section 8 of the specification; `invalid-key` is ours), unless the setting says
 * otherwise.
 */
export const defaultRateLimits = {
  /** Per API key. */
  'public-api': [
    { requests: 300, seconds: 20 },
    { requests: 2700, seconds: 300 },
  ],
  /** Messages of agents, per API key; what their tools ask for counts like any other request of the key. */
  mcp: [
    { requests: 300, seconds: 20 },
    { requests: 2700, seconds: 300 },
  ],
  /** Per integration. */
  webhook: [
    { requests: 20, seconds: 3 },
    { requests: 50, seconds: 20 },
    { requests: 180, seconds: 300 },
  ],
  /**
   * Alerts in payloads, per integration and process. None is refused: beyond it they are stored, and applied in their
   * turn.
   */
  alerts: [{ requests: 3000, seconds: 20 }],
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
  /** Per user: each costs somebody something. */
  'test-notification': [{ requests: 5, seconds: 60 }],
  /** Requests without a valid key or signature, per address: a brake on guessing. Valid ones are not affected. */
  'invalid-key': [
    { requests: 20, seconds: 20 },
    { requests: 100, seconds: 300 },
  ],
  /** Pages behind links of messages, per address. */
  links: [{ requests: 60, seconds: 60 }],
  calendar: [{ requests: 60, seconds: 60 }],
  /** Status pages that are not there, per address: those that are come from memory. */
  'status-page': [{ requests: 60, seconds: 60 }],
  /** Passwords of status pages, per page and network, and for a page from everywhere ten times as many. */
  'status-page-password': [
    { requests: 5, seconds: 60 },
    { requests: 20, seconds: 3600 },
  ],
  'status-page-passwords': [{ requests: 300, seconds: 600 }],
  /** Addresses that are entered for updates, per network; wrong codes count, too. */
  'status-page-sign-up': [
    { requests: 6, seconds: 60 },
    { requests: 30, seconds: 3600 },
  ],
  /** Sign-ups by text message, which cost the operator: per page, per organization, and per country that is texted. */
  'status-page-texts': [
    { requests: 60, seconds: 3600 },
    { requests: 200, seconds: 86_400 },
  ],
  'organization-texts': [
    { requests: 120, seconds: 3600 },
    { requests: 400, seconds: 86_400 },
  ],
  'country-texts': [
    { requests: 120, seconds: 3600 },
    { requests: 400, seconds: 86_400 },
  ],
  /** Texts back that name no alert, per number. */
  'text-reply': [{ requests: 5, seconds: 3600 }],
  /** Recipients of mail that are not here, per network: a brake on guessing. */
  'mail-recipient': [
    { requests: 20, seconds: 60 },
    { requests: 100, seconds: 3600 },
  ],
  /** Answers to alerts by mail: per person, and per alert those that nobody proved to be from them. */
  'mail-answer': [
    { requests: 10, seconds: 60 },
    { requests: 30, seconds: 3600 },
  ],
  /** SCIM, per organization: identity providers send at least 25 requests a second, and more when they start. */
  scim: [{ requests: 2000, seconds: 20 }],
  /** Non-public API: unique requests per URL. */
  console: [{ requests: 30, seconds: 20 }],
} as const satisfies RateLimitTable;
