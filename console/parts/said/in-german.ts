import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { choiceOf } from '../schema-form/choices.ts';
import { german } from './german/index.ts';

export type Sentence = components['schemas']['Sentence'];

/** A sentence of the server in German; null where it, or one inside it, is of a later version than this page. */
export function inGerman({ code, values }: Sentence): string | null {
  if (!Object.hasOwn(german, code)) return null;
  let isKnown = true;
  const text = german[code].replaceAll(slots, (_, name: string, kind?: string) => {
    const filled = valueInGerman(kind, values[name]);
    isKnown &&= filled !== null;
    return filled ?? '';
  });
  return isKnown ? text : null;
}

/** `{name}`, `{name:kind}`. */
const slots = /\{(\w+)(?::(\w+))?\}/g;

const joins: Readonly<Record<string, string>> = {
  choices: ' und ',
  either: ' oder ',
  choiceList: ', ',
  list: ', ',
  anyOf: ' oder ',
  sentences: ' ',
  clauses: '; ',
};

function valueInGerman(kind = 'text', value: unknown): string | null {
  const parts = (Array.isArray(value) ? value : [value]).map((part) => partInGerman(kind, part));
  if (parts.includes(null)) return null;
  const text = parts.join(joins[kind] ?? '');
  return kind === 'clauses' ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text;
}

function partInGerman(kind: string, part: unknown): string | null {
  switch (kind) {
    case 'sentence':
    case 'sentences':
    case 'clauses':
      return isSentence(part) ? inGerman(part) : null;
    case 'moment':
      return momentInGerman(String(part));
    case 'choice':
    case 'choices':
    case 'either':
    case 'choiceList':
      return choiceOf(String(part), 'de');
    case 'more':
      return part === 0 ? '' : ` und ${part} weitere`;
    default:
      return String(part);
  }
}

function isSentence(value: unknown): value is Sentence {
  return typeof value === 'object' && value !== null && 'code' in value && 'values' in value;
}

/** `2026-03-07T17:00:00.000Z[Europe/Berlin]` → `Sa., 7. März, 18:00`. */
function momentInGerman(moment: string): string {
  const [, instant = '', timeZone] = /^([^[]+)\[([^\]]+)\]$/.exec(moment) ?? [];
  return new Intl.DateTimeFormat('de', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(new Date(instant));
}
