import { offsetWhereTwice } from './offset-where-twice.ts';
import { fillIn, type SlotKind, type Translated } from './template.ts';

/** A sentence as it comes from a server, which may be of a later version. */
export interface SentenceParts {
  readonly code: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** How a language says sentences. */
export interface Wording {
  readonly language: 'en' | 'de';
  readonly texts: Readonly<Record<string, string>>;
  readonly and: string;
  readonly or: string;
  /** ` and 3 more`. */
  more(count: number): string;
  choice(value: string): string;
  /** What somebody is called whom nobody knows any more. */
  readonly deletedUser: string;
  /** By whose habits days and times are written: `de-CH`. */
  readonly locale: string;
  moment(instant: Date, timeZone: string, locale: string): string;
}

/** The text of a sentence; null where it, or one inside it, is none that the language has. */
export function render({ code, values }: SentenceParts, wording: Wording): string | null {
  const template = Object.hasOwn(wording.texts, code) ? wording.texts[code] : undefined;
  if (template === undefined) return null;
  let isKnown = true;
  const text = fillIn(template, ({ name, kind }) => {
    const filled = valueIn(wording, kind, values[name]);
    isKnown &&= filled !== null;
    return filled ?? '';
  });
  return isKnown ? text : null;
}

function valueIn(wording: Wording, kind: SlotKind, value: unknown): string | null {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value ?? ''];
  const parts = values.map((part) => partIn(wording, kind, part));
  if (parts.includes(null)) return null;
  const text = parts.join(joinOf(wording, kind));
  return kind === 'clauses' ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text;
}

function joinOf({ and, or }: Wording, kind: SlotKind): string {
  switch (kind) {
    case 'choices':
      return ` ${and} `;
    case 'either':
    case 'anyOf':
      return ` ${or} `;
    case 'choiceList':
    case 'list':
    case 'people':
      return ', ';
    case 'reasons':
    case 'clauses':
      return '; ';
    default:
      return ' ';
  }
}

function partIn(wording: Wording, kind: SlotKind, part: unknown): string | null {
  switch (kind) {
    case 'sentence':
    case 'sentences':
    case 'reasons':
    case 'clauses':
      return isSentence(part) ? render(part, wording) : null;
    case 'translated':
      return isTranslated(part) ? part[wording.language] : null;
    case 'moment':
      return momentIn(wording, String(part));
    case 'choice':
    case 'choices':
    case 'either':
    case 'choiceList':
      return wording.choice(String(part));
    case 'person':
    case 'people':
      return nameIn(wording, part);
    case 'seconds':
      return secondsIn(wording, Number(part));
    case 'more':
      return part === 0 ? '' : wording.more(Number(part));
    default:
      return String(part);
  }
}

/** A name without an id is shown as it is. */
function nameIn({ deletedUser }: Wording, part: unknown): string {
  if (typeof part !== 'object' || part === null || !('displayName' in part)) return String(part);
  return part.displayName === null ? deletedUser : String(part.displayName);
}

function isTranslated(value: unknown): value is Translated {
  return typeof value === 'object' && value !== null && 'en' in value && 'de' in value;
}

function isSentence(value: unknown): value is SentenceParts {
  return typeof value === 'object' && value !== null && 'code' in value && 'values' in value;
}

/** Of `2026-03-07T17:00:00.000Z[Europe/Berlin]`. Where the clocks show the time twice, it says which one it is. */
function momentIn(wording: Wording, moment: string): string {
  const [, instant = '', timeZone = 'UTC'] = /^([^[]+)\[([^\]]+)\]$/.exec(moment) ?? [];
  const at = new Date(instant);
  const text = wording.moment(at, timeZone, wording.locale);
  return `${text}${offsetWhereTwice(at.getTime(), timeZone)}`;
}

/** `1 second`, `60 Sekunden`. */
function secondsIn({ locale }: Wording, count: number): string {
  const options = { style: 'unit', unit: 'second', unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(locale, options).format(count);
}
