import type { Wordings } from './wording.ts';

/** Help texts about inbound integrations: what they take, and how monitors check. */
export const integrationsHelp: Wordings = {
  'Free labels.': null,
  'Manual switch, payloads still open incidents but nobody is notified. Not changed by maintenance windows.':
    'Von Hand: Meldungen eröffnen Störungen, aber niemand wird benachrichtigt. Wartungsfenster ändern es nicht.',
  'Manual switch, payloads are stored but open no incident. Not changed by maintenance windows.':
    'Von Hand: Meldungen werden aufbewahrt, eröffnen aber keine Störung. Wartungsfenster ändern es nicht.',
  'Opens incidents snoozed. The first filter that matches applies, else the window of the object itself.':
    {
      en: 'Opens incidents snoozed. The first filter that matches applies, else what stands below it.',
      de: 'Eröffnet Störungen zurückgestellt. Es gilt der erste Filter, der zutrifft, sonst das Übrige.',
    },
  'Holds incidents back that open: they are open and seen, and nobody is told until so many payloads came in, or until the pause is over. Either threshold or pauseMinutes. A higher severity, and whoever acts on the incident, ends it at once.':
    {
      en: 'Incidents are open and seen, and nobody is told until so many payloads came in, or until the pause is over: set one of the two. A higher severity, and whoever acts on the incident, ends it at once.',
      de: 'Störungen sind offen und zu sehen, und niemand wird verständigt, bis so viele Meldungen kamen oder die Pause vorbei ist: eines von beiden. Ein höherer Schweregrad beendet das sofort, und jeder, der an der Störung etwas tut.',
    },
  'Told of once so many payloads of the same incident came in within a time.':
    'Verständigt wird, sobald so viele Meldungen derselben Störung innerhalb einer Zeit kamen.',
  'What follows when fewer came in. alert tells of it once the minutes since the first payload are over. forget resolves the incident once the minutes since the latest payload are over, and nobody is ever told.':
    {
      en: 'People are told once the minutes since the first payload are over; or the incident is resolved once the minutes since the latest payload are over, and nobody is ever told.',
      de: 'Entweder wird verständigt, wenn die Minuten seit der ersten Meldung vorbei sind; oder die Störung wird gelöst, wenn die Minuten seit der letzten Meldung vorbei sind, und niemand erfährt je davon.',
    },
  'Told of after so many minutes unless it was resolved by then.':
    'Nach so vielen Minuten wird verständigt, außer sie ist bis dahin gelöst.',
  'Time of day, HH:mm.': 'Uhrzeit, HH:mm.',
  'Additional checks of webhook requests. A request must pass each one that is set.':
    'Weitere Prüfungen von Anfragen an den Webhook. Eine Anfrage muss jede bestehen, die gesetzt ist.',
  'Addresses and CIDR ranges that may send, separated by commas. Others get 404.':
    'Adressen und CIDR-Bereiche, die senden dürfen, durch Kommas getrennt. Andere bekommen 404.',
  'Keys that senders have of another product: the integration answers to each of them as to its ingest token, at /api/receivers/ and at /api/webhook/, so a sender changes its base URL and nothing else. Each key is that of one integration only, whatever its case. For types that receive requests.':
    {
      en: 'Keys that senders have of another product: they work like the key of this integration, so a sender changes its base URL and nothing else. Each key is that of one integration only.',
      de: 'Schlüssel, die Absender von einem anderen Produkt haben: Sie gelten wie der Schlüssel dieser Integration, sodass ein Absender nur die Basisadresse ändert. Jeder Schlüssel gehört zu einer Integration.',
    },
  'Whose key it is': 'Wessen Schlüssel es ist',
  'The key as the sender has it: 20 to 200 letters, digits and _ . ~ / + = -, with spaces inside of it. Of a heartbeat of another product, the key and its name with a slash between them.':
    {
      en: 'As the sender has it. Of a heartbeat of another product, the key and its name with a slash between them.',
      de: 'So, wie der Absender ihn hat. Bei einem Lebenszeichen eines anderen Produkts Schlüssel und Name mit einem Schrägstrich dazwischen.',
    },
  "Verifies the sender's signature or token, for types whose tool offers one.": {
    en: "Verifies the sender's signature or token.",
    de: 'Prüft die Signatur oder das Token des Absenders.',
  },
  'For types whose requests carry several alerts, one incident for each of them.': {
    en: 'One incident for each alert of a request.',
    de: 'Eine Störung für jeden Alarm einer Anfrage.',
  },
  'What becomes of payloads that the mapping cannot read, because a tool changed its format for example. Open opens one incident of severity Warning for all of them, which ends by itself when payloads are read again. TellAdministrators opens none: the Administrators of the organization are told, or its Owners where no message to those arrives, once until payloads are read again. Ignore only keeps them in the list of payloads.':
    {
      en: 'What becomes of payloads that the mapping cannot read, because a tool changed its format for example. “Open” opens one incident of severity Warning for all of them, which ends by itself when payloads are read again. “Tell administrators” opens none: the Administrators of the organization are told, or its Owners where no message to those arrives, once until payloads are read again. “Ignore” only keeps them in the list of payloads.',
      de: 'Was mit Meldungen geschieht, die die Zuordnung nicht lesen kann, etwa weil ein Werkzeug sein Format geändert hat. „Offen“ eröffnet für alle zusammen eine Störung vom Schweregrad Warnung, die von selbst endet, wenn Meldungen wieder gelesen werden. „Administratoren informieren“ eröffnet keine: Die Administratoren der Organisation erfahren davon, oder deren Inhaber, wenn bei jenen nichts ankommt, und zwar einmal, bis Meldungen wieder gelesen werden. „Nicht beachten“ bewahrt sie nur in der Liste der Meldungen auf.',
    },
  'A problem that comes back within this time after a payload resolved it reopens its incident instead of opening another one.':
    'Ein Problem, das so bald zurückkommt, nachdem eine Meldung es gelöst hat, öffnet seine Störung wieder, statt eine neue zu eröffnen.',
  'At most the member that fits the type of the integration.': null,
  'A check that fails is repeated so often, ten seconds apart, before it is reported.':
    'So oft wird eine fehlgeschlagene Prüfung im Abstand von zehn Sekunden wiederholt, bevor sie gemeldet wird.',
  'Sent with every check.': 'Mit jeder Prüfung gesendet.',
  'Text that the answer must contain.': null,
  'Whether the answer must contain the text of contentTest or must not.': null,
  'Keeps the first 2,000 characters of each answer in its result, and in the payload when the state changes.':
    'Bewahrt die ersten 2.000 Zeichen jeder Antwort im Ergebnis auf, und in der Meldung, wenn sich der Zustand ändert.',
  'Reported when the certificate ends within so many days.':
    'Wird gemeldet, wenn das Zertifikat innerhalb so vieler Tage abläuft.',
  'Statuses that count as up.': 'Statuscodes, die als verfügbar zählen.',
  'Checks without an HTTP answer (timeout, name, connection, TLS) change nothing. Targets that are not allowed still count as down.':
    'Prüfungen ohne HTTP-Antwort (Zeitgrenze, Name, Verbindung, TLS) ändern nichts. Ziele, die nicht erlaubt sind, zählen trotzdem als ausgefallen.',
  'Five fields, or six with seconds. A time that a clock change skips means the moment of the change; one that comes twice, its first.':
    'Fünf Felder, oder sechs mit Sekunden. Eine Zeit, die die Zeitumstellung überspringt, ist der Moment der Umstellung; von einer doppelten gilt die erste.',
  'IANA time zone, as listed by /timezone.': null,
  'A host name or address, asked by ICMP or, where the server cannot, by TCP. With a port, that port is asked by TCP.':
    'Ein Host oder eine Adresse, gefragt über ICMP oder, wo der Server das nicht kann, über TCP. Mit Port wird dieser über TCP gefragt.',
  'The empty text is accepted for "not set" and returned as it was written.': null,
  "Further addresses of the integration, unique in the whole system. At other domains than the server's they need the TXT record that the refusal names, once.":
    'Weitere Adressen der Integration, einmalig im ganzen System. Außerhalb der Domain des Servers brauchen sie einmal den TXT-Eintrag, den die Ablehnung nennt.',
  'Id of an integration type, as listed by the types operation.': null,
  'May equal start and lie in the past.':
    'Darf gleich dem Beginn sein und in der Vergangenheit liegen.',
  'maintenance opens no incidents; muted opens them and notifies nobody.': {
    en: 'In maintenance no incidents are opened; muted, they are opened and nobody is notified.',
    de: 'In Wartung werden keine Störungen eröffnet; stumm werden sie eröffnet, und niemand wird benachrichtigt.',
  },
  'How many of the same incident have to come in.': 'Wie viele zur selben Störung eingehen müssen.',
  'In how many minutes they have to come in.': 'In wie vielen Minuten sie eingehen müssen.',
};
