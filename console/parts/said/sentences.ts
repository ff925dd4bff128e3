import { choiceOf } from '../schema-form/choices.ts';

/** What stands in for a name in a sentence: `{name}`; `{+name}` is itself something that the server says; `{choice:name}` a choice or several. */
export type Sentence = readonly [english: string, german: string];

/** What became of payloads. */
const payloads: readonly Sentence[] = [
  [
    'Administrators are being told that it could not be read.',
    'Administratoren werden informiert, dass sie nicht gelesen werden konnte.',
  ],
  [
    'Told that it could not be read: {names}.',
    'Wurden informiert, dass sie nicht gelesen werden konnte: {names}.',
  ],
  [
    'Told of an earlier payload that could not be read, and not again before payloads are read: {names}.',
    'Wurden von einer früheren Meldung informiert, die nicht gelesen werden konnte, und erst dann wieder, wenn Meldungen gelesen werden: {names}.',
  ],
  [
    'Nobody could be told that it could not be read: no message to an Administrator or Owner arrives.',
    'Niemand konnte informiert werden, dass sie nicht gelesen werden konnte: Bei keinem Administrator oder Inhaber kommt eine Nachricht an.',
  ],
  [
    'The integration was set otherwise before anybody was told of it.',
    'Die Integration wurde umgestellt, bevor jemand informiert war.',
  ],
  [
    'Muted: nobody is told that it could not be read.',
    'Stumm: Dass sie nicht gelesen werden konnte, erfährt niemand.',
  ],
  [
    'The payload contains no alert: the list to split is empty.',
    'Die Meldung enthält keinen Alarm: Die Liste, die geteilt wird, ist leer.',
  ],
  [
    'It refers to a problem for which no incident is open.',
    'Sie meint ein Problem, zu dem keine Störung offen ist.',
  ],
  [
    'It repeats the end of a problem: the incident {incident} had it, and was resolved already.',
    'Sie wiederholt das Ende eines Problems: Die Störung {incident} hatte es und war schon gelöst.',
  ],
  [
    'A maintenance window is active, and there is no open incident to resolve.',
    'Ein Wartungsfenster läuft, und es gibt keine offene Störung, die sie lösen könnte.',
  ],
  [
    'A maintenance window is active: the payload is kept, no incident is opened or changed.',
    'Ein Wartungsfenster läuft: Die Meldung wird aufbewahrt, keine Störung wird eröffnet oder geändert.',
  ],
  [
    'The mapping discarded it (Discard is True).',
    'Die Zuordnung hat sie verworfen (Discard ist True).',
  ],
  ['The mapping failed.', 'Die Zuordnung ist gescheitert.'],
  ['Muted: nobody is told of a new incident.', 'Stumm: Von einer neuen Störung erfährt niemand.'],
  ['Opened: {+why}', 'Eröffnet: {+why}'],
  ['Updated: {+why}', 'Geändert: {+why}'],
  ['Resolved: {+why}', 'Gelöst: {+why}'],
  ['No open incident had this correlation.', 'Keine offene Störung gehörte dazu.'],
  [
    'Created as resolved: no open incident had this correlation.',
    'Als gelöst eröffnet: Keine offene Störung gehörte dazu.',
  ],
  [
    'An open incident had this correlation; it was resolved.',
    'Eine offene Störung gehörte dazu; sie wurde gelöst.',
  ],
  [
    'An open incident had this correlation; it was updated.',
    'Eine offene Störung gehörte dazu; sie wurde geändert.',
  ],
  [
    'An open subincident of the group had this correlation; it was resolved.',
    'Ein offenes Problem der Gruppe gehörte dazu; es wurde gelöst.',
  ],
  [
    'An open subincident of the group had this correlation; it was updated.',
    'Ein offenes Problem der Gruppe gehörte dazu; es wurde geändert.',
  ],
  [
    'A group with these grouping values is open; a subincident was added.',
    'Eine Gruppe mit diesen Werten ist offen; ein Problem kam dazu.',
  ],
  ['Stored; it is applied later.', 'Gespeichert; sie wird später angewandt.'],
  ['It was already applied.', 'Sie war schon angewandt.'],
  [
    'The request has neither a body nor a query, so it reports nothing.',
    'Die Anfrage hat weder Inhalt noch Parameter, also meldet sie nichts.',
  ],
  [
    'A fault in the server prevented its evaluation; see the log of the server.',
    'Ein Fehler im Server verhinderte ihre Auswertung; siehe sein Protokoll.',
  ],
  [
    'Its integration was deleted before it could be applied.',
    'Ihre Integration wurde gelöscht, bevor sie angewandt werden konnte.',
  ],
  [
    'This server receives no mail: nothing arrives here until its operator sets TOCSIN_SMTP_LISTEN.',
    'Dieser Server empfängt keine Mails: Hier kommt nichts an, bis sein Betreiber TOCSIN_SMTP_LISTEN setzt.',
  ],
  [
    'It has no integrationSettings.{settings}: no call arrives here.',
    'Ihr fehlen die Einstellungen {settings}: Hier kommt kein Anruf an.',
  ],
  [
    'It has no integrationSettings.{settings}: nothing is watched.',
    'Ihr fehlen die Einstellungen {settings}: Nichts wird überwacht.',
  ],
];

export const sentences: readonly Sentence[] = [...payloads];

/** `Critical and Warning`, `mon, tue`: choices in the language, whatever joins them. */
export function choicesIn(text: string): string {
  return text
    .split(/( and | or |, )/)
    .map((part) => joins[part] ?? choiceOf(part, 'de'))
    .join('');
}

const joins: Readonly<Record<string, string>> = { ' and ': ' und ', ' or ': ' oder ', ', ': ', ' };

/** `Sat 7 Mar 18:00` → `Sa., 7. März, 18:00`. The year is not said, and does not matter to the words. */
export function momentIn(text: string): string {
  const [, day = '', date = '', month = '', time = ''] =
    /^(\w{3}) (\d{1,2}) (\w{3,4}) (\d\d:\d\d)$/.exec(text) ?? [];
  if (time === '') return text;
  return `${days[day] ?? day}, ${date}. ${months[month] ?? month}, ${time}`;
}

const days: Readonly<Record<string, string>> = {
  Mon: 'Mo.',
  Tue: 'Di.',
  Wed: 'Mi.',
  Thu: 'Do.',
  Fri: 'Fr.',
  Sat: 'Sa.',
  Sun: 'So.',
};

const months: Readonly<Record<string, string>> = {
  Jan: 'Jan.',
  Feb: 'Feb.',
  Mar: 'März',
  Apr: 'Apr.',
  May: 'Mai',
  Jun: 'Juni',
  Jul: 'Juli',
  Aug: 'Aug.',
  Sep: 'Sept.',
  Sept: 'Sept.',
  Oct: 'Okt.',
  Nov: 'Nov.',
  Dec: 'Dez.',
};
