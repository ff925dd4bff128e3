import type { Wordings } from './wording.ts';

/** Help texts about rules, services and status pages. */
export const routingHelp: Wordings = {
  'Holds the incident back instead of what its integration asks for. Only while nobody was told of it.':
    'Hält die Störung zurück, statt dessen, was ihre Integration will. Nur solange niemand von ihr erfahren hat.',
  'Run top to bottom; each fires at most once per incident.':
    'Sie laufen von oben nach unten; jede greift höchstens einmal je Störung.',
  'Statuses, severities and intents are those of the event that the rules run on.':
    'Status, Schweregrade und Ereignisse sind die des Ereignisses, auf das die Regeln laufen.',
  'Whether the teams and the integration of the incident together need all of the labels or any.':
    'Ob Teams und Integration der Störung zusammen alle Etiketten brauchen oder eines.',
  '>, >=, < and <= compare numbers where the value is one, else texts. = and != compare texts. An attribute that the incident does not have only satisfies != and !contains. SubIncidentsCount, Title, Status and Severity are those of the incident; severities are ordered by rank. Names have no letter case.':
    {
      en: 'An attribute that the incident does not have only satisfies != and !contains. SubIncidentsCount, Title, Status and Severity are those of the incident.',
      de: 'Ein Attribut, das die Störung nicht hat, erfüllt nur != und !contains. SubIncidentsCount, Title, Status und Severity sind die der Störung.',
    },
  'From and to before.': {
    en: 'From the first to before the second.',
    de: 'Ab dem ersten, bis vor dem zweiten.',
  },
  'In the time zone of the team. One that ends before it starts passes midnight.':
    'In der Zeitzone des Teams. Endet er vor seinem Beginn, geht er über Mitternacht.',
  'Time of day on the quarter hour, 00:00 to 23:45.': 'Uhrzeit zur Viertelstunde, 00:00 bis 23:45.',
  'Skip stops the evaluation of later rules.': {
    en: 'Whether the rules after it still run.',
    de: 'Ob die Regeln danach noch laufen.',
  },
  'Without any, the rule runs on what becomes of the problem (Created, Updated, Resolved, Unresolved) and when a team is assigned; not on what people do about it, such as acknowledging.':
    'Ohne Angabe läuft die Regel auf das, was aus dem Problem wird (Created, Updated, Resolved, Unresolved), und wenn ein Team zugewiesen wird; nicht auf das, was Menschen tun, etwa quittieren.',
  'Resolves and archives the incident; nobody is told.':
    'Löst und archiviert die Störung; niemand erfährt davon.',
  'The actions wait, and are dropped when the conditions, without intents and schedule, no longer hold by then. Channels are limited at once.':
    {
      en: 'The actions wait, and are dropped when the conditions no longer hold by then. Channels are limited at once.',
      de: 'Die Aktionen warten und entfallen, wenn die Bedingungen dann nicht mehr gelten. Kanäle werden sofort beschränkt.',
    },
  'What later messages about the incident are limited to. A list with muted silences those it names, without it all others; muted without a list silences all. An empty list limits nothing.':
    {
      en: 'What later messages about the incident are limited to: only what is listed or, muted, everything but what is listed.',
      de: 'Worauf spätere Nachrichten zur Störung beschränkt sind: nur auf das Genannte oder, stumm, auf alles außer dem Genannten.',
    },
  'Prepared messages. Ids are kept by position when the service is replaced.': {
    en: 'Prepared messages.',
    de: 'Vorbereitete Nachrichten.',
  },
  'Incidents of these integrations affect the service. An id that is sent is kept; without one the server makes one.':
    {
      en: 'Incidents of these integrations affect the service.',
      de: 'Störungen dieser Integrationen betreffen den Dienst.',
    },
  'A PNG or SVG as a data URL, at most 48 kB, shown above the title. It is looked into: an SVG with scripts, or with anything from outside of itself, is refused.':
    'Ein PNG oder SVG als Data-URL, höchstens 48 kB, über dem Titel gezeigt. Es wird angesehen: Ein SVG mit Skripten oder mit etwas von außerhalb wird abgelehnt.',
  'Part of the address of the page; unique on this server.':
    'Teil der Adresse der Seite; einmalig auf diesem Server.',
  'Addresses and CIDR ranges that may see the page, separated by commas.':
    'Adressen und CIDR-Bereiche, die die Seite sehen dürfen, durch Kommas getrennt.',
  'Show the titles of incidents as alerts have them, at once, and tell subscribers of each incident. Without it, an incident shows the state of its services and a sentence that fits everybody, until somebody publishes an update.':
    'Titel von Störungen erscheinen sofort, wie Alarme sie haben, und Abonnenten erfahren von jeder Störung. Ohne das zeigt eine Störung den Zustand der Dienste und einen allgemeinen Satz, bis jemand eine Meldung veröffentlicht.',
  'Only for signed-in users. Not together with a custom host.': {
    en: 'Not together with a host of your own.',
    de: 'Nicht zusammen mit einem eigenen Host.',
  },
  'Six characters or more.': 'Sechs Zeichen oder mehr.',
};
