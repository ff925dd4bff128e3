/** Words of the contract that are not their own names, in English and German. */
export const choices: Readonly<Record<string, readonly [string, string]>> = {
  en: ['English', 'Englisch'],
  de: ['German', 'Deutsch'],
  organization: ['Of the organization', 'Der Organisation'],
  personal: ['Personal', 'Persönlich'],
  PicksUp: ['Picks up', 'Nimmt ab'],
  NoAnswer: ['Does not answer', 'Nimmt nicht ab'],
  Busy: ['Is busy', 'Ist besetzt'],
  Failed: ['Cannot be reached', 'Ist nicht erreichbar'],
  OwnVoicemail: ['Own answering machine', 'Eigener Anrufbeantworter'],
  InCall: ['Is in another call', 'Ist in einem anderen Anruf'],
  TextToSpeech: ['Spoken text', 'Gesprochener Text'],
  AudioFile: ['Audio file', 'Aufnahme'],
  CallerNumber: ['Number of the caller', 'Nummer des Anrufers'],
  InboundNumber: ['Number that was called', 'Angerufene Nummer'],
  Critical: ['Critical', 'Kritisch'],
  Warning: ['Warning', 'Warnung'],
  Minor: ['Minor', 'Gering'],
  Member: ['Member', 'Mitglied'],
  Administrator: ['Administrator', 'Administrator'],
  Owner: ['Owner', 'Inhaber'],
  bearer: ['Bearer token', 'Bearer-Token'],
  Bearer: ['Bearer token', 'Bearer-Token'],
  Basic: ['User name and password', 'Benutzername und Passwort'],
  None: ['None', 'Keine'],
  Contains: ['Contain it', 'Ihn enthalten'],
  NotContains: ['Not contain it', 'Ihn nicht enthalten'],
  maintenance: ['In maintenance', 'In Wartung'],
  muted: ['Muted', 'Stumm'],
  OrganizationTeams: ['All teams', 'Alle Teams'],
  SelectedTeams: ['Some teams', 'Einige Teams'],
  us: ['United States', 'USA'],
  eu: ['European Union', 'EU'],
  StandardWebhooks: ['Standard Webhooks', 'Standard Webhooks'],
  AllQuiet: ['All Quiet', 'All Quiet'],
  Open: ['Open', 'Offen'],
  Resolved: ['Resolved', 'Gelöst'],
  TellAdministrators: ['Tell administrators', 'Administratoren informieren'],
  Ignore: ['Ignore', 'Nicht beachten'],
  Created: ['Created', 'Eröffnet'],
  Investigated: ['Acknowledged', 'Angenommen'],
  Acknowledged: ['Acknowledged', 'Angenommen'],
  Escalated: ['Escalated', 'Eskaliert'],
  Commented: ['Commented', 'Kommentiert'],
  Unresolved: ['Opened again', 'Wieder geöffnet'],
  Assigned: ['Assigned', 'Zugewiesen'],
  Affects: ['Services changed', 'Dienste geändert'],
  Forwarded: ['Forwarded', 'Weitergeleitet'],
  Archived: ['Archived', 'Archiviert'],
  Unarchived: ['Taken out of the archive', 'Aus dem Archiv geholt'],
  Deleted: ['Deleted', 'Gelöscht'],
  Updated: ['Changed', 'Geändert'],
  Snoozed: ['Snoozed', 'Zurückgestellt'],
  Unsnoozed: ['No longer snoozed', 'Nicht mehr zurückgestellt'],
  all: ['All of them', 'Alle'],
  any: ['One of them', 'Eines'],
  Continue: ['Run', 'Laufen'],
  Skip: ['Do not run', 'Laufen nicht'],
  // Channels, as sentences of the server name them.
  'E-mail': ['E-mail', 'E-Mail'],
  'Voice calls': ['Voice calls', 'Anrufe'],
  'Messages to tools': ['Messages to tools', 'Nachrichten an Werkzeuge'],
  Push: ['Push', 'Push'],
  VoiceCall: ['Call', 'Anruf'],
  SMS: ['SMS', 'SMS'],
  Email: ['Mail', 'Mail'],
};

/** Days as the contract names them, from Sunday on. */
export const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** What a choice is called: `VoiceCall` → `Call`, `mon` → `Monday`. One that is a name already stays. */
export function choiceIn(language: 'en' | 'de', value: string, locale: string = language): string {
  const day = (days as readonly string[]).indexOf(value);
  if (day === -1) return choices[value]?.[language === 'en' ? 0 : 1] ?? value;
  // The fourth of January 1970 was a Sunday.
  const date = new Date(Date.UTC(1970, 0, 4 + day));
  return new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(date);
}
