import type { GermanLines } from './in-german.ts';

/** Pieces that are put into lines. */
export const parts: GermanLines = {
  'rotations were not read, so bring the one that it names from the API or by hand':
    'Rotationen wurden nicht gelesen, also bringen Sie die genannte aus der API oder von Hand',
  'whom it names is not there any more, or is itself':
    'wen er nennt, ist nicht mehr da oder er selbst',
  'an address is told; make an outbound integration for it, or give somebody this address':
    'eine Adresse wird verständigt; legen Sie dafür eine ausgehende Integration an, oder geben Sie jemandem diese Adresse',
  'name an outbound integration in the policy that calls the webhook':
    'nennen Sie im Eskalationsplan eine ausgehende Integration, die den Webhook ruft',
  'not a way that is known': 'kein bekannter Weg',
  'when it began cannot be read': 'wann sie begann, ist nicht lesbar',
  'how long a turn is cannot be read': 'wie lange ein Dienst dauert, ist nicht lesbar',
  'its days cannot be read': 'ihre Tage sind nicht lesbar',
  'it begins or ends on several days': 'sie beginnt oder endet an mehreren Tagen',
  'Alerts belong together as those of the type do': 'Alarme gehören zusammen wie die des Typs',
  'Alerts are over as those of the type are': 'Alarme enden wie die des Typs',
  'Nothing is acknowledged by its source': 'Nichts wird von seiner Quelle angenommen',
  template: 'Vorlage',
  pattern: 'Muster',
  'not a step that is known': 'kein bekannter Schritt',
  'a user group of Slack is told; here people, schedules and teams are':
    'eine Nutzergruppe von Slack wird verständigt; hier sind es Leute, Dienstpläne und Teams',
  'a channel of Slack is told; name an outbound integration that writes there':
    'ein Kanal von Slack wird verständigt; nennen Sie eine ausgehende Integration, die dort schreibt',
  'an incident of Grafana is declared, which a tool has to be asked for':
    'eine Störung in Grafana wird ausgerufen, um die ein Werkzeug gebeten werden muss',
  'it is no calendar, or a very large one': 'es ist kein Kalender oder ein sehr großer',
  ': {0}': ': {0}',
  'it answers {0}': 'er antwortet {0}',
  'it cannot be reached: {0}': 'er ist nicht erreichbar: {0}',
  'it is no address on the web': 'es ist keine Adresse im Netz',
  '{0} and {1} more': '{0} und {1} weitere',
  'phone numbers of Bird': 'Telefonnummern von Bird',
  'such tools': 'solche Werkzeuge',
  '{0} and no {1}': '{0} und {1}',
  'Tocsin has this tool, with an account of its own; until you made that':
    'Tocsin hat dieses Werkzeug, mit einem eigenen Konto; bis Sie das angelegt haben',
  'a program reads this JSON of Alertmanager': 'ein Programm liest dieses JSON von Alertmanager',
  'Tocsin has no tool for this': 'Tocsin hat dafür kein Werkzeug',
  'too many alternatives': 'zu viele Alternativen',
  'no comparison that rules have: {0}': 'kein Vergleich, den Regeln haben: {0}',
  'no hours that rules have: {0}': 'keine Stunden, die Regeln haben: {0}',
  'no moment that is known: {0} {1}': 'kein bekannter Zeitpunkt: {0} {1}',
  'no number of events that rules can wait for':
    'keine Zahl von Ereignissen, auf die Regeln warten können',
  ...{ minutes: 'Minuten', hours: 'Stunden', days: 'Tagen', weeks: 'Wochen', months: 'Monaten' },
  nobody: 'niemand',
  'who is on call of {0}': 'wer in {0} Bereitschaft hat',
  'who is on call next of {0}': 'wer in {0} als Nächstes Bereitschaft hat',
  'who was on call before of {0}': 'wer in {0} zuvor Bereitschaft hatte',
  'everybody of {0}': 'alle von {0}',
  'one member of {0}': 'ein Mitglied von {0}',
  'the policy of {0}': 'der Eskalationsplan von {0}',
  'members of {0}': 'Mitglieder von {0}',
  'administrators of {0}': 'Administratoren von {0}',
  'members who are no admins of {0}': 'Mitglieder von {0}, die keine Admins sind',
  'what follows {0}': 'was auf {0} folgt',
  'one of ({0})': 'jemand von ({0})',
  '{0} more': '{0} weitere',
  'opened {0} and not answered': 'eröffnet {0} und nicht angenommen',
  'opened {0} and acknowledged after {1} min': 'eröffnet {0} und nach {1} min angenommen',
  'opened {0} and closed after {1} min': 'eröffnet {0} und nach {1} min geschlossen',
  'opened {0} while nobody is on call': 'eröffnet {0}, während niemand Bereitschaft hat',
  'as it was sent: mappings change a field in all events or in none':
    'wie gesendet: Zuordnungen ändern ein Feld in allen Ereignissen oder in keinem',
  'not a condition that is known': 'keine bekannte Bedingung',
};
