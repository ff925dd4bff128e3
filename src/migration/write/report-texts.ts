import type { Level } from '../model/ledger.ts';

/** The texts of the report around its lines. */
export interface ReportTexts {
  title(product: string): string;
  read(at: string, since: string): string;
  notRead: string;
  notReadLead: string;
  keyNeeds(right: string): string;
  who: string;
  nothing: string;
  byHand: string;
  byHandLead: string;
  removeIt(address: string, file: string): string;
  removed: string;
  removedLead: string;
  unsure: string;
  unsureLead: string;
  answers: string;
  answersLead: string;
  usual: string;
  values: string;
  valuesLead: string;
  written: string;
  writtenHead: readonly string[];
  counts: string;
  countsLead: string;
  countsHead: readonly string[];
  compared: string;
  schedules(count: number, different: number): string;
  window(from: string, until: string): string;
  shown(count: number): string;
  left(names: string): string;
  policies(count: number, different: number): string;
  events: string;
  wentWhere(count: number, different: number): string;
  untold(count: number): string;
  byObject: string;
  levels: Readonly<Record<Level, string>>;
}

const english: ReportTexts = {
  title: (product) => `Import from ${product}`,
  read: (at, since) => `Read ${at}. What had ended before ${since} was left out.`,
  notRead: 'Not read',
  notReadLead: 'Nothing of these kinds was imported, and nothing was removed from the files.',
  keyNeeds: (right) => `The key needs ${right}.`,
  who: 'What changes who is told',
  nothing: 'Nothing that is known.',
  byHand: 'Changed by hand',
  byHandLead: 'These blocks stay as they are. What the import would write:',
  removeIt: (address, file) =>
    `${address} in ${file}: no longer at the source; remove it yourself.`,
  removed: 'Removed',
  removedLead: 'No longer at the source.',
  unsure: 'Kept, though not found',
  unsureLead: 'They may be in a kind that could not be read, or of a team that was not asked for.',
  answers: 'Answers',
  answersLead: 'Change them in answers.yaml and run the import again.',
  usual: 'usual',
  values: 'Values to bring',
  valuesLead: 'Variables without a value; `--secrets FILE` writes those that the source has.',
  written: 'Written',
  writtenHead: ['Resource', 'Objects'],
  counts: 'Counts',
  countsLead:
    'Each value that was read is imported, in a line above, or says nothing about how people are told.',
  countsHead: ['Kind', 'Objects', 'Values', 'Imported', 'In lines', 'Noise'],
  compared: 'Compared',
  schedules: (count, different) =>
    `Who is on call there, by the product's own rules, and here: ${count} schedules, ${different} differ.`,
  window: (from, until) => `from ${from} to ${until}`,
  shown: (count) =>
    `Of ${count} of them the product itself says who is on call at first; there, that counts.`,
  left: (names) => `Not compared, as only one side has them: ${names}.`,
  policies: (count, different) =>
    `Whom each escalation tells, minute by minute: ${count} escalations, ${different} differ.`,
  events: 'Past events',
  wentWhere: (count, different) =>
    `Where alerts of the past went there, and where they go here: ${count} events, ${different} differ.`,
  untold: (count) =>
    `${count} more cannot be compared: it is not told what was sent, or by which integration.`,
  byObject: 'By object',
  levels: {
    ...{ behaviour: 'behaviour', lost: 'lost', secret: 'secret', approximated: 'approximated' },
    ...{ past: 'past', unread: 'unread' },
  },
};

const german: ReportTexts = {
  title: (product) => `Übernahme aus ${product}`,
  read: (at, since) => `Gelesen ${at}. Was vor ${since} zu Ende war, ist weggelassen.`,
  notRead: 'Nicht gelesen',
  notReadLead: 'Nichts dieser Arten wurde übernommen, und nichts aus den Dateien entfernt.',
  keyNeeds: (right) => `Der Schlüssel braucht ${right}.`,
  who: 'Was ändert, wer verständigt wird',
  nothing: 'Nichts, das bekannt wäre.',
  byHand: 'Von Hand geändert',
  byHandLead: 'Diese Blöcke bleiben, wie sie sind. Die Übernahme würde schreiben:',
  removeIt: (address, file) =>
    `${address} in ${file}: nicht mehr in der Quelle; entfernen Sie es selbst.`,
  removed: 'Entfernt',
  removedLead: 'Nicht mehr in der Quelle.',
  unsure: 'Behalten, obwohl nicht gefunden',
  unsureLead:
    'Vielleicht von einer Art, die nicht gelesen werden konnte, oder von einem Team, nach dem nicht gefragt wurde.',
  answers: 'Antworten',
  answersLead: 'Ändern Sie sie in answers.yaml, und übernehmen Sie noch einmal.',
  usual: 'üblich',
  values: 'Mitzubringende Werte',
  valuesLead: 'Variablen ohne Wert; `--secrets FILE` schreibt die, die die Quelle hat.',
  written: 'Geschrieben',
  writtenHead: ['Ressource', 'Objekte'],
  counts: 'Zahlen',
  countsLead:
    'Jeder gelesene Wert ist übernommen, steht in einer Zeile oben oder sagt nichts ' +
    'darüber, wie Leute verständigt werden.',
  countsHead: ['Art', 'Objekte', 'Werte', 'Übernommen', 'In Zeilen', 'Rauschen'],
  compared: 'Verglichen',
  schedules: (count, different) =>
    `Wer dort nach den Regeln des Produkts Bereitschaft hat und wer hier: ${count} ` +
    `Dienstpläne, ${different} weichen ab.`,
  window: (from, until) => `von ${from} bis ${until}`,
  shown: (count) =>
    `Bei ${count} davon sagt das Produkt zunächst selbst, wer Bereitschaft hat; dort gilt das.`,
  left: (names) => `Nicht verglichen, weil nur eine Seite sie hat: ${names}.`,
  policies: (count, different) =>
    `Wen jede Eskalation verständigt, Minute für Minute: ${count} Eskalationen, ${different} weichen ab.`,
  events: 'Vergangene Ereignisse',
  wentWhere: (count, different) =>
    `Wohin Alarme der letzten Zeit dort gingen und wohin hier: ${count} Ereignisse, ${different} weichen ab.`,
  untold: (count) =>
    `${count} weitere lassen sich nicht vergleichen: Was gesendet wurde oder über welche ` +
    'Integration, ist nicht bekannt.',
  byObject: 'Nach Objekten',
  levels: {
    ...{ behaviour: 'verständigt anders', lost: 'verloren', secret: 'geheim' },
    ...{ approximated: 'angenähert', past: 'vorbei', unread: 'unbekannt' },
  },
};

export const reportTexts = { en: english, de: german } as const;
