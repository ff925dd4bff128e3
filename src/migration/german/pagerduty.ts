import type { GermanLines } from './in-german.ts';

/** Lines of imports from PagerDuty. */
export const pagerdutyLines: GermanLines = {
  'no team of this account': 'kein Team dieses Kontos',
  'owned by the first of its teams alone; others may use it, too':
    'gehört nur dem ersten der Teams; andere dürfen es mitbenutzen',
  'nothing is sent to it: Tocsin has no such channel':
    'dorthin wird nichts gesendet: Tocsin hat keinen solchen Kanal',
  'a device, which its owner registers in Tocsin':
    'ein Gerät, das seine Besitzer in Tocsin anmelden',
  'not brought: PagerDuty sends nothing to it': 'nicht übernommen: PagerDuty sendet nichts dorthin',
  'more than {0} further contacts: the own one is used':
    'mehr als {0} weitere Kontakte: Der eigene wird benutzt',
  'nothing is sent to it: this is no e-mail address':
    'dorthin wird nichts gesendet: keine E-Mail-Adresse',
  'nothing is sent to it: extensions cannot be dialled':
    'dorthin wird nichts gesendet: Durchwahlen lassen sich nicht wählen',
  'nothing is sent to it: this is no phone number':
    'dorthin wird nichts gesendet: keine Telefonnummer',
  'had ended': 'war zu Ende',
  'not brought: it does not say when whose shift it is':
    'nicht übernommen: sagt nicht, wer wann Schicht hat',
  'shifts of a week: longer ones are cut': 'Schichten von einer Woche: Längere sind abgeschnitten',
  'a rule that layers do not know': 'eine Regel, die Ebenen nicht kennen',
  'only its first rule is followed': 'nur die erste Regel wird befolgt',
  'a date in it is none that is known': 'ein Datum darin ist keins, das bekannt ist',
  'a member that is nobody: nobody has these shifts':
    'ein Mitglied, das niemand ist: Diese Schichten hat niemand',
  'nobody of this account: nobody has these shifts':
    'niemand aus diesem Konto: Diese Schichten hat niemand',
  'no strategy that is known': 'keine bekannte Aufteilung',
  'not grouped: any of the fields being equal is not possible':
    'nicht gruppiert: Dass irgendeins der Felder gleich ist, genügt hier nicht',
  'not grouped: each problem is an incident of its own':
    'nicht gruppiert: Jedes Problem ist eine eigene Störung',
  'grouped for a day at most': 'höchstens einen Tag lang gruppiert',
  'taken as a web hook: its mapping has to be written':
    'als Webhook übernommen: Die Zuordnung ist noch zu schreiben',
  'not grouped: add attributes that group to its mapping':
    'nicht gruppiert: Ergänzen Sie in der Zuordnung Attribute, die gruppieren',
  'mails have to be forwarded to the address of the integration in Tocsin':
    'Mails sind an die Adresse der Integration in Tocsin weiterzuleiten',
  'no key was read: its sender gets the one of Tocsin':
    'kein Schlüssel gelesen: Der Absender bekommt den von Tocsin',
  'senders have to be given the key of Tocsin': 'Absender brauchen den Schlüssel von Tocsin',
  'not brought: more than {0} layers': 'nicht übernommen: mehr als {0} Ebenen',
  'not brought: it does not say when whose turn it is':
    'nicht übernommen: sagt nicht, wer wann an der Reihe ist',
  'not brought: no time that can be read': 'nicht übernommen: keine lesbare Zeit',
  'only the first {0} people take turns': 'nur die ersten {0} Personen wechseln sich ab',
  'its mapping has only the first {0} attributes': 'die Zuordnung hat nur die ersten {0} Attribute',
  'not brought: no urgency that is known': 'nicht übernommen: keine bekannte Dringlichkeit',
  'no notification rules were read: alerts follow the settings of the person in Tocsin':
    'keine Benachrichtigungsregeln gelesen: Alarme folgen den Einstellungen der Person in Tocsin',
  'sent after {0} minutes': 'gesendet nach {0} Minuten',
  'not brought: more than {0} messages of an alert':
    'nicht übernommen: mehr als {0} Nachrichten eines Alarms',
  'not among the contact methods: the own address of the person is used':
    'nicht unter den Kontaktwegen: Die eigene Adresse der Person wird benutzt',
  'sends nothing: its contact method cannot be reached':
    'sendet nichts: Der Kontaktweg ist nicht erreichbar',
  'what opens an incident is discarded; events that end one are dropped there, too':
    'was eine Störung eröffnet, wird verworfen; dort auch, was eine beendet',
  'not brought: no field or no pattern that mappings know':
    'nicht übernommen: kein Feld oder Muster, das Zuordnungen kennen',
  'not brought: no field that incidents show': 'nicht übernommen: kein Feld, das Störungen zeigen',
  'names {0} as it was sent here, as rules before it changed it there':
    'nennt hier {0}, wie es gesendet wurde; dort, wie Regeln davor es geändert haben',
  'no severity that is known': 'keine bekannte Schwere',
  'the incident is {0}; conditions compare the severity that was sent':
    'die Störung ist {0}; Bedingungen vergleichen die gesendete Schwere',
  'no priority of this account': 'keine Priorität dieses Kontos',
  'no policy that was brought': 'kein Plan, der übernommen wurde',
  'fields in it are not filled in': 'Felder darin werden nicht ausgefüllt',
  'waits {0} minutes here, {1} seconds there': 'wartet hier {0} Minuten, dort {1} Sekunden',
  'an event that opens an incident ends it at once, and nobody is told; later ones end nothing here':
    'ein Ereignis, das eine Störung eröffnet, beendet sie sofort, und niemand wird verständigt; spätere beenden hier nichts',
  'events that end an incident end it: rules do not change that':
    'Ereignisse, die eine Störung beenden, beenden sie: Regeln ändern das nicht',
  'no rule sets it, and incidents have a severity instead':
    'keine Regel setzt sie; Störungen haben stattdessen eine Schwere',
  'not in use': 'nicht in Gebrauch',
  'not brought: its service is unknown': 'nicht übernommen: Der Dienst ist unbekannt',
  'only for its integrations of events: others send what PagerDuty made events of itself':
    'nur für Integrationen von Ereignissen: Andere senden, woraus PagerDuty selbst Ereignisse machte',
  'its hours are meant in {0} here, in {1} there': 'die Zeiten gelten hier in {0}, dort in {1}',
  'only the first {0} rules': 'nur die ersten {0} Regeln',
  'not brought: a person needs an e-mail address':
    'nicht übernommen: Eine Person braucht eine E-Mail-Adresse',
  'no time zone that is known: UTC for this person':
    'keine bekannte Zeitzone: UTC für diese Person',
  'people are told when their shift ends, not before it':
    'Hinweise kommen am Ende der Schicht, nicht davor',
  'not known to this version, so nothing is sent':
    'dieser Version unbekannt, also wird nichts gesendet',
  'told {0} minutes before': 'Hinweis {0} Minuten vorher',
  'more than {0} notices of a shift': 'mehr als {0} Hinweise auf eine Schicht',
  'nobody is left in it: the administrators of the team are told':
    'darin bleibt niemand übrig: Die Administratoren des Teams werden verständigt',
  '{0} rounds': '{0} Runden',
  'left out: nobody of this account is in it': 'weggelassen: niemand aus diesem Konto ist darin',
  'not brought: more than {0} rules': 'nicht übernommen: mehr als {0} Regeln',
  'no delay that can be read: 30 minutes': 'keine lesbare Wartezeit: 30 Minuten',
  'everybody is told: no strategy that is known':
    'alle werden verständigt: keine bekannte Aufteilung',
  'nobody is told by it: no target that is known': 'verständigt niemanden: kein bekanntes Ziel',
  'nobody is told by it: no {0} that was brought':
    'verständigt niemanden: {0} wurde nicht übernommen',
  'only the first {0} are told': 'nur die ersten {0} werden verständigt',
  'only the first {0} windows are brought': 'nur die ersten {0} Zeitfenster sind übernommen',
  'nobody is on duty by it: no restriction that is known':
    'danach hat niemand Dienst: keine bekannte Einschränkung',
  'nobody is on duty by it: no time of day': 'danach hat niemand Dienst: keine Uhrzeit',
  'begins on the minute': 'beginnt auf die Minute',
  'nobody is on duty by it: no duration': 'danach hat niemand Dienst: keine Dauer',
  'lasts {0} minutes': 'dauert {0} Minuten',
  disabled: 'abgeschaltet',
  'nobody is told of what no rule names: its service is unknown':
    'von dem, was keine Regel nennt, erfährt niemand: Der Dienst ist unbekannt',
  'not brought: rules count events only to wait with telling people':
    'nicht übernommen: Regeln zählen Ereignisse nur, um mit dem Verständigen zu warten',
  'not brought: name the services in rules': 'nicht übernommen: Nennen Sie die Dienste in Regeln',
  'no set of this orchestration': 'kein Satz dieser Orchestrierung',
  'not followed: it leads back to where it comes from':
    'nicht befolgt: führt dorthin zurück, woher es kommt',
  'no rule leads to this set': 'keine Regel führt zu diesem Satz',
  'nobody is told: its service is unknown': 'niemand wird verständigt: Der Dienst ist unbekannt',
  'the incident affects no service, as the rule does something else':
    'die Störung betrifft keinen Dienst, weil die Regel etwas anderes tut',
  'told at once: no number of events that rules can wait for':
    'sofort verständigt: keine Zahl von Ereignissen, auf die Regeln warten können',
  'counts events of the same incident here, and all events that come to the rule there':
    'zählt hier Ereignisse derselben Störung, dort alle, die zu der Regel kommen',
  'not brought: no condition or no time that is known':
    'nicht übernommen: keine bekannte Bedingung oder Zeit',
  'letters of any case are the same; the documents do not say it':
    'Groß- und Kleinbuchstaben sind gleich; die Dokumente sagen es nicht',
  'brought as the schedule of the same id that has layers':
    'übernommen als der Dienstplan derselben Kennung, der Ebenen hat',
  'not brought: its layers could not be read':
    'nicht übernommen: Die Ebenen konnten nicht gelesen werden',
  'no time zone that is known: its times are UTC': 'keine bekannte Zeitzone: Die Zeiten sind UTC',
  'not brought: nobody of this account': 'nicht übernommen: niemand aus diesem Konto',
  'not brought: it has no beginning or no end': 'nicht übernommen: Anfang oder Ende fehlt',
  'not brought, as its schedule could not be': 'nicht übernommen, wie der Dienstplan dazu',
  'overlaps another override: both people are on call meanwhile':
    'überschneidet sich mit einer anderen Vertretung: So lange haben beide Bereitschaft',
  'all begins again with the first rule; the other reading is that it goes on with the rule where it was':
    'alles beginnt wieder mit der ersten Regel; nach der anderen Lesart geht es bei der Regel weiter, wo es war',
  'follows what its team follows: no policy that was brought':
    'folgt dem, was das Team tut: kein Plan, der übernommen wurde',
  'taken as active: no status that is known': 'gilt als aktiv: kein bekannter Zustand',
  'every incident waits {0} minutes; PagerDuty lets those wait that it takes for transient':
    'jede Störung wartet {0} Minuten; PagerDuty lässt die warten, die es für vorübergehend hält',
  'not brought: it names no service of this account':
    'nicht übernommen: nennt keinen Dienst dieses Kontos',
  'not brought: services would depend on each other in a circle':
    'nicht übernommen: Dienste hingen im Kreis voneinander ab',
  'no service of this account': 'kein Dienst dieses Kontos',
  'no member: nobody of this account': 'kein Mitglied: niemand aus diesem Konto',
  'a member: this role is not known': 'ein Mitglied: Diese Rolle ist unbekannt',
  'a member, who may also act': 'ein Mitglied, das auch handeln darf',
  'high urgency: no rule that is known': 'hohe Dringlichkeit: keine bekannte Regel',
  'high urgency at all times: there are no support hours to read':
    'hohe Dringlichkeit zu jeder Zeit: keine lesbaren Servicezeiten',
  'high: no urgency that is known': 'hoch: keine bekannte Dringlichkeit',
  'high: by hours and severity at once is not possible':
    'hoch: Nach Zeiten und Schwere zugleich geht es nicht',
  'not brought: no action that is known': 'nicht übernommen: keine bekannte Aktion',
  'its times are UTC: no known zone': 'die Zeiten sind UTC: keine bekannte Zone',
  'calendars of schedules have new addresses': 'Kalender von Dienstplänen haben neue Adressen',
  'calendars of people have new addresses': 'Kalender von Personen haben neue Adressen',
  'people choose which notices they get': 'jede Person wählt, welche Hinweise sie bekommt',
  'the tool is not told: forward incidents to an outbound integration':
    'das Werkzeug erfährt nichts: Leiten Sie Störungen an eine ausgehende Integration weiter',
  'no job is run: let an outbound integration do it':
    'nichts wird ausgeführt: Überlassen Sie es einer ausgehenden Integration',
  'incidents have the attributes of their events': 'Störungen haben die Attribute ihrer Ereignisse',
  'routings have no description': 'Regelwerke haben keine Beschreibung',
  'events are not counted in variables': 'Ereignisse werden nicht in Variablen gezählt',
  'people register their devices in Tocsin': 'Geräte melden ihre Besitzer in Tocsin an',
  'roles of the organization are given in Tocsin':
    'Rollen der Organisation werden in Tocsin vergeben',
  'people have no title': 'Personen haben keinen Titel',
  'people have no description': 'Personen haben keine Beschreibung',
  'open incidents stay in PagerDuty': 'offene Störungen bleiben in PagerDuty',
  'sent by the channels of the person for such notices':
    'gesendet über die Kanäle der Person für solche Hinweise',
  'teams have no description': 'Teams haben keine Beschreibung',
  'members get the role they are given': 'Mitglieder bekommen die Rolle, die ihnen gegeben ist',
  'teams are not inside of others': 'Teams liegen nicht in anderen',
  'each mail opens an incident': 'jede Mail eröffnet eine Störung',
  'mails are filtered by rules': 'Mails werden durch Regeln gefiltert',
  'mails are read by the mapping': 'Mails liest die Zuordnung',
  'settings of this tool are made anew': 'Einstellungen dieses Werkzeugs werden neu gemacht',
  'alerts and incidents are one': 'Alarme und Störungen sind eins',
  'response plays add people: use a policy':
    'Response Plays ziehen Leute hinzu: Nehmen Sie einen Eskalationsplan',
  'pages of other products are not shown': 'Seiten anderer Produkte werden nicht gezeigt',
  'services have no contact': 'Dienste haben keinen Ansprechpartner',
  'services belong to the organization': 'Dienste gehören der Organisation',
  'priorities have no description': 'Prioritäten haben keine Beschreibung',
  'tools that are told are set up anew': 'Werkzeuge, die verständigt werden, richten Sie neu ein',
  'the address of a tool': 'die Adresse eines Werkzeugs',
  'settings of a tool': 'Einstellungen eines Werkzeugs',
  'what the tool was told about': 'worüber das Werkzeug verständigt wurde',
  'which tool it was': 'welches Werkzeug es war',
  'response plays have no place: people are added by hand':
    'Response Plays haben keinen Platz: Leute werden von Hand hinzugezogen',
  'nobody is added by a play': 'kein Play zieht jemanden hinzu',
  'nobody is subscribed by a play': 'kein Play abonniert für jemanden',
  'Which team owns what belongs to no team in PagerDuty? A name that no team has makes a new one.':
    'Welchem Team gehört, was in PagerDuty keinem gehört? Ein Name, den kein Team hat, legt ein neues an.',
  'not brought: {0}': 'nicht übernommen: {0}',
  'a number and a text of its digits are the same here, and differ there':
    'eine Zahl und ein Text aus ihren Ziffern sind hier dasselbe und dort verschieden',
  'a value that is empty counts as none here, and exists there':
    'ein leerer Wert gilt hier als keiner, dort ist er da',
  'what is no number fails here, and matches there':
    'was keine Zahl ist, passt hier nicht, dort schon',
  'from {0} to {1} there; hours of rules begin and end on a quarter of an hour':
    'dort von {0} bis {1}; Stunden von Regeln beginnen und enden zur Viertelstunde',
  'within {0} minutes here, {1} seconds there':
    'hier innerhalb von {0} Minuten, dort von {1} Sekunden',
  'nobody of this account: nobody has these turns, or a lower layer':
    'niemand dieses Kontos: Diese Dienste hat niemand oder eine tiefere Ebene',
  'hand-overs keep their time of day when clocks change, as those of whole days do':
    'Übergaben behalten bei Zeitumstellungen ihre Uhrzeit, wie die ganzer Tage',
  'turns of {0} minutes': 'Dienste von {0} Minuten',
  'turns of {0} hours': 'Dienste von {0} Stunden',
  'turns of {0} {1}': 'Dienste von {0} {1}',
  '{0} stays {1}': '{0} bleibt {1}',
  '{0} stays as it was sent in what comes by {1}':
    '{0} bleibt wie gesendet in dem, was über {1} kommt',
};
