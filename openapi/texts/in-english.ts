import { english } from './english/index.ts';
import type { Wording } from './render.ts';

export const inEnglish: Wording = {
  language: 'en',
  texts: english,
  and: 'and',
  or: 'or',
  more: (count) => ` and ${count} more`,
  // As the contract has them: who reads English reads the API, too.
  choice: (value) => value,
  deletedUser: 'Deleted user',
  locale: 'en-GB',
  /** `Sat 7 Mar 18:00`. */
  moment: (instant, timeZone, locale) =>
    instant
      .toLocaleString(locale, {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
        timeZone,
      })
      .replaceAll(',', ''),
};
