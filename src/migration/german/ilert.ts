import type { GermanLines } from './in-german.ts';

/** Lines of imports from ilert. */
export const ilertLines: GermanLines = {
  'Nothing is sent to it: no e-mail address.':
    'Dorthin wird nichts gesendet: keine E-Mail-Adresse.',
  'Nothing is sent to it: no number with the code of its country.':
    'Dorthin wird nichts gesendet: keine Nummer mit Landesvorwahl.',
  'They decide nothing there: its rule asks for none.':
    'Sie entscheiden dort nichts: Die Regel fragt nicht danach.',
  'Locked there, so it is left out.': 'Dort gesperrt, also weggelassen.',
  'Teams are seen by their members and by who may see all teams.':
    'Teams sehen ihre Mitglieder und wer alle Teams sehen darf.',
  'Mails are filtered there: add rules that do the same.':
    'Mails werden dort gefiltert: Fügen Sie Regeln hinzu, die dasselbe tun.',
  'Filters of mails decide what is told, and what ends it: add rules and a mapping that do the same.':
    'Filter von Mails entscheiden, was gemeldet wird und was es beendet: Fügen Sie Regeln und eine Zuordnung hinzu, die dasselbe tun.',
  'What its incident says is made by the mapping.': 'Was die Störung sagt, macht die Zuordnung.',
  'Tickets are made by an outbound integration here.':
    'Tickets legt hier eine ausgehende Integration an.',
  'Name the services that it affects here.': 'Nennen Sie hier die Dienste, die sie betrifft.',
  'Make services by hand.': 'Legen Sie Dienste von Hand an.',
  'The mapping of the integration decides the severity.':
    'Die Zuordnung der Integration entscheidet die Schwere.',
  'Texts and links of incidents are made by the mapping of the integration.':
    'Texte und Links von Störungen macht die Zuordnung der Integration.',
  'Decides what is told to whom, or what belongs together: change the mapping of the integration, or add rules.':
    'Entscheidet, wem was gemeldet wird oder was zusammengehört: Ändern Sie die Zuordnung der Integration, oder fügen Sie Regeln hinzu.',
  'Windows have one text here.': 'Zeitfenster haben hier einen Text.',
  'Plan maintenance of services at the services.':
    'Planen Sie Wartungen von Diensten bei den Diensten.',
  'Not brought: it routes events by conditions of its own. Make routing rules that do the same.':
    'Nicht übernommen: Leitet Ereignisse nach eigenen Bedingungen. Legen Sie Regeln an, die dasselbe tun.',
  'Nobody who can be invited: their turns stay empty.':
    'Niemand, der eingeladen werden kann: Die Plätze bleiben leer.',
  'Left out: when it is in force, or who takes turns, cannot be read.':
    'Weggelassen: Wann sie gilt oder wer an der Reihe ist, ist nicht lesbar.',
  'Hand-overs keep their time of day when clocks change; the other reading is that turns stay equally long.':
    'Übergaben behalten bei der Zeitumstellung ihre Uhrzeit; nach der anderen Lesart bleiben Dienste gleich lang.',
  'Muted there until then; here this person is told.':
    'Dort bis dahin stumm; hier wird diese Person verständigt.',
  'Left out: not a type of alerts that is known.': 'Weggelassen: keine bekannte Art von Alarmen.',
  'No rule tells this person of {0} priority: see the guide.':
    'Keine Regel verständigt diese Person bei Priorität „{0}“: siehe Anleitung.',
  'Not a notice that is known.': 'Kein bekannter Hinweis.',
  'Left out: it tells nobody who is there.': 'Weggelassen: Verständigt niemanden, den es gibt.',
  'Waits before its first step; the other reading is that it waits before each of them.':
    'Wartet vor dem ersten Schritt; nach der anderen Lesart vor jedem.',
  'Events that name it follow it, whatever their source says; here a rule has to choose it.':
    'Ereignisse, die ihn nennen, folgen ihm, gleich was die Quelle sagt; hier muss eine Regel ihn wählen.',
  'All members of the team are told; the other reading is that whoever of them is on call is.':
    'Alle Mitglieder des Teams werden verständigt; nach der anderen Lesart nur, wer von ihnen Bereitschaft hat.',
  'Some are left out: not there any more, or beyond {0}.':
    'Einige sind weggelassen: Es gibt sie nicht mehr, oder sie sind mehr als {0}.',
  'Nobody is on call by it: not a type that is known.':
    'Danach hat niemand Bereitschaft: kein bekannter Typ.',
  'A schedule has {0} layers at most: those above are left out.':
    'Ein Dienstplan hat höchstens {0} Ebenen: Die darüber sind weggelassen.',
  'Another one is there at that time: both people are on call then.':
    'Zu dieser Zeit gibt es noch eine: Dann haben beide Bereitschaft.',
  'Not a type that Tocsin has: what it sends is read as any webhook.':
    'Kein Typ, den Tocsin hat: Was er sendet, wird wie jeder Webhook gelesen.',
  'Not brought: each of its heartbeat monitors is an integration.':
    'Nicht übernommen: Jeder Lebenszeichen-Monitor davon ist eine Integration.',
  'Its alert source is not there: its team is told.':
    'Die Alarmquelle gibt es nicht: Das Team wird verständigt.',
  'Has no key that can be kept: its sender needs the new address.':
    'Hat keinen Schlüssel, der bleiben kann: Der Absender braucht die neue Adresse.',
  'Events of several problems become one alert there; here each problem is an incident: choose grouping attributes in the mapping.':
    'Ereignisse mehrerer Probleme werden dort ein Alarm; hier ist jedes Problem eine Störung: Wählen Sie in der Zuordnung Attribute, die gruppieren.',
  'Left out: its time cannot be read.': 'Weggelassen: Die Zeit ist nicht lesbar.',
  'Left out: an alert source that is not there.':
    'Weggelassen: eine Alarmquelle, die es nicht gibt.',
  'Not brought: it has no hours that can be read.': 'Nicht übernommen: keine lesbaren Zeiten.',
  'Taken as high: no rule, or no support hours, that were brought.':
    'Gilt als hoch: keine Regel oder keine Servicezeiten, die übernommen wurden.',
  'What is open when support hours end stays low; there it becomes high.':
    'Was bei Ende der Servicezeiten offen ist, bleibt niedrig; dort wird es hoch.',
  'Left out: its hours cannot be read.': 'Weggelassen: Die Zeiten sind nicht lesbar.',
  'Hours are open as on any day then: name a calendar of holidays in the support hours.':
    'Dann gelten die Zeiten wie an jedem Tag: Nennen Sie in den Servicezeiten einen Feiertagskalender.',
  'Belongs to its first team: an object has one owner here.':
    'Gehört dem ersten Team: Hier hat ein Objekt einen Besitzer.',
  'A member who cannot be invited.': 'Ein Mitglied, das nicht eingeladen werden kann.',
  'Only reads there; as a Member this person may be told.':
    'Liest dort nur; als Mitglied kann diese Person verständigt werden.',
};
