import { choiceIn } from './choices.ts';
import type { Wording } from './render.ts';

/** How German says sentences, whichever of their texts somebody needs. */
export const germanWording: Omit<Wording, 'texts'> = {
  language: 'de',
  and: 'und',
  or: 'oder',
  more: (count) => ` und ${count} weitere`,
  choice: (value) => choiceIn('de', value),
  deletedUser: 'Gelöschte Person',
  locale: 'de-DE',
  /** `Sa., 7. März, 18:00`. */
  moment: (instant, timeZone, locale) =>
    instant.toLocaleString(locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      timeZone,
    }),
};
