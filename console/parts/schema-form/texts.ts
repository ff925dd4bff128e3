import { defineTexts } from '../texts.tsx';

export const formTexts = defineTexts({
  en: {
    notSet: 'Not set',
    yes: 'Yes',
    no: 'No',
    add: (what: string) => `Add ${inSentence(what)}`,
    remove: (what: string) => `Remove ${inSentence(what)}`,
    numbered: (what: string, place: number) => `${singular(what)} ${place}`,
    addOne: (what: string) => `Add ${inSentence(singular(what))}`,
    searching: 'Loading',
    gone: (id: string) => `Not visible: ${id}`,
  },
  de: {
    notSet: 'Nicht gesetzt',
    yes: 'Ja',
    no: 'Nein',
    add: (what: string) => `${what} hinzufügen`,
    remove: (what: string) => `${what} entfernen`,
    numbered: (what: string, place: number) => `${germanSingular(what)} ${place}`,
    addOne: (what: string) => `${germanSingular(what)} hinzufügen`,
    searching: 'Wird geladen',
    gone: (id: string) => `Nicht sichtbar: ${id}`,
  },
});

/** English has capitals at the beginning of sentences only; names keep theirs: `HTTP headers`. */
function inSentence(label: string): string {
  return /^\p{Lu}\p{Ll}/u.test(label) ? `${label.charAt(0).toLowerCase()}${label.slice(1)}` : label;
}

/** `Service groups` → `Service group`. */
function singular(label: string): string {
  return label === 'People' ? 'Person' : label.replace(/(?<!s)s$/, '');
}

/** `Gruppen von Diensten` → `Gruppe von Diensten`. */
function germanSingular(label: string): string {
  const [first = '', ...rest] = label.split(' ');
  const one = first
    .replace(/(ion|ung|Zeit)en$/, '$1')
    .replace(/(age|ebene|Ebene|Gruppe|Regel)n$/, '$1')
    .replace(/(Schritt|Attribut)e$/, '$1');
  return [one, ...rest].join(' ');
}
