import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * German calls each thing by one word, on every page and in every message: a second one looks like a second thing. And
 * it says Sie.
 */
const others: readonly (readonly [word: string, instead: RegExp])[] = [
  ['Störung', /\b(?:Vorf[aä]ll\w*|(?:der|die|den|dem|eine?[mnrs]?|welchem|kein) Incidents?)\b/],
  ['Schweregrad', /\b(?:Schwere|Stufen? \{severit\w+|für diese Stufe)\b/],
  ['Zuordnung', /\b(?:das|des|dem|ein|kein|Ihr) Mappings?\b/i],
  ['Meldung', /\b(?:der|die|den|dem|das|des|eine?[mnrs]?|keine?|viele|deren) Payloads?\b/i],
  ['Dienstplan', /\bBereitschaftspl[aä]n\w*/],
  ['Vertretung', /\bAusnahmen? (?:des|von|für) /],
  ['annehmen', /(?:\{who\}|kommentiert, eskaliert,|ID:) bestätig|'Bestätigt: \{titles/],
  ['eröffnen', /(?<!\p{L})(?:öffnet|öffnete|geöffnet) (?:eine |keine |)(?:Störung|nichts)/iu],
  ['lösen', /\b(?:Störung(?:en)? (?:ge)?schlo?ss?en|schließt die Störung|Geschlossen von)\b/],
  ['Person', /\b(?:Dieser|dieses|der|kein(?:en)?) Benutzers?\b|\bBenutzer \{/],
  ['Inhaber', /\bEigentümer/],
  ['Domain', /domäne/i],
  [
    'Identitätsanbieter',
    /\b(?:Identity-Provider|Identity Provider[ns]?)\b(?= (?:Ihrer|die|der|ist|aus))/,
  ],
  ['angehalten', /\bpausiert\b/],
  ['gescheitert', /\b(?:schlägt|schlug) fehl\b/],
  ['no word at all', /\berfolgreich/i],
  [
    'Sie',
    /\b(?:du|dich|dir|deine?[mnrs]?)\b(?! auto)|\b(?:nenne|nimm|löse|wähle|führe) (?:sie|ihn|es|eine|einen|diese|den|die|andersherum)\b/i,
  ],
];

/** What German readers are shown; of files in two languages, lines that have a word only German has. */
const files = globSync(
  ['openapi/texts/german/*.ts', 'console/**/*.{ts,tsx}', 'src/surfaces/console/**/*.ts'],
  { exclude: (name) => String(name).includes('generated') },
);
const isCode = /^\s*(?:\/\/|\*|\/\*\*|import |export \{)/;

test('German has one word for one thing, and says Sie', () => {
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        isCode.test(line)
          ? []
          : others
              .filter(([, instead]) => instead.test(line))
              .map(([word]) => `${file}:${at + 1} ${word}: ${line.trim()}`),
      ),
  );
  expect(files.length).toBeGreaterThan(200);
  expect(found).toEqual([]);
});

test.each([
  ['Störung', 'eröffnen dann keinen Vorfall'],
  ['Meldung', 'Zu viele Payloads warten'],
  ['Zuordnung', 'Korrigieren Sie das Mapping'],
  ['Vertretung', 'Ausnahmen des Teams ändern nichts'],
  ['Sie', 'ist Teil einer anderen; löse sie erst heraus'],
  ['Person', 'Benutzer {by} kommt nicht vor'],
])('%s is missed in “%s”', (word, line) => {
  expect(others.filter(([, instead]) => instead.test(line)).map(([one]) => one)).toContain(word);
});
