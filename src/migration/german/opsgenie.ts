import type { GermanLines } from './in-german.ts';

/** Lines of imports from Opsgenie and, with it, from Jira Service Management. */
export const opsgenieLines: GermanLines = {
  'What this integration does unless somebody changes it.':
    'Was diese Integration tut, solange niemand sie ändert.',
  'What it makes of payloads is not kept: change the mapping of the integration.':
    'Was sie aus Eingesandtem macht, bleibt nicht: Ändern Sie die Zuordnung der Integration.',
  'Left out, as its filter cannot be kept.': 'Weggelassen, weil der Filter nicht bleiben kann.',
  'Not kept: the mapping of the type says what it is.':
    'Nicht behalten: Was es ist, sagt die Zuordnung des Typs.',
  'Not kept: the mapping of the type says how severe it is.':
    'Bleibt nicht: Die Zuordnung des Typs sagt, wie schwer es ist.',
  'Tags are fixed texts here.': 'Tags sind hier feste Texte.',
  'Not kept: what it does with variables is not known.':
    'Bleibt nicht: Was sie mit Variablen tut, ist unbekannt.',
  'Only teams can be added to an alert by a rule.':
    'Eine Regel kann einem Alarm nur Teams hinzufügen.',
  'Later policies are looked at, too; there this one is the last.':
    'Auch spätere Richtlinien werden angesehen; dort ist diese die letzte.',
  'Not a priority that is known.': 'Keine bekannte Priorität.',
  'Rules add no tags to others, so conditions on them find those of the sender only.':
    'Regeln fügen keine Tags hinzu: Bedingungen darüber finden nur die des Absenders.',
  'Switched off there, so it is left out.': 'Dort abgeschaltet, also weggelassen.',
  'Snoozed for a week, which is the longest.': 'Für eine Woche zurückgestellt, länger geht nicht.',
  'Snoozed until the next working day; the other reading is that today counts before that time.':
    'Zurückgestellt bis zum nächsten Werktag; nach der anderen Lesart zählt heute bis zu dieser Zeit mit.',
  'Alerts are told at once: this way to delay them has no counterpart.':
    'Es wird sofort verständigt: Dieser Aufschub hat kein Gegenstück.',
  'Told when so many came within a day, or after that day; there only by so many alerts.':
    'Verständigt wird, sobald an einem Tag so viele kamen, oder nach diesem Tag; dort nur bei so vielen.',
  'Told when the time is over, too; there only by so many alerts.':
    'Verständigt wird auch, wenn die Zeit um ist; dort nur bei so vielen Alarmen.',
  'Alerts are told at once: this way to wait for more has no counterpart.':
    'Es wird sofort verständigt: Dieses Warten auf weitere hat kein Gegenstück.',
  'Counts from when the alert opened; the other reading is from its last change.':
    'Zählt ab der Eröffnung; nach der anderen Lesart ab der letzten Änderung.',
  'Alerts stay open: a rule resolves them within a week.':
    'Alarme bleiben offen: Eine Regel löst sie nur binnen einer Woche.',
  'Left out, as its conditions cannot be kept.':
    'Weggelassen, weil die Bedingungen nicht bleiben können.',
  'Left out, as no alert meets its conditions.':
    'Weggelassen, weil kein Alarm die Bedingungen erfüllt.',
  'Is about {0} there, and here about all that becomes {1}.':
    'Betrifft dort {0}, hier alles, was {1} wird.',
  'Compared with the attribute Priority, as other priorities become the severity of {0}, too.':
    'Mit dem Attribut Priority verglichen, weil auch andere Prioritäten die Schwere von {0} ergeben.',
  'Its hours are read in the zone of the team, there in that of the account.':
    'Die Zeiten gelten in der Zone des Teams, dort in der des Kontos.',
  'Its hours are read in the zone of the team, {0}.':
    'Die Zeiten gelten in der Zone des Teams, {0}.',
  'Hours of rules begin and end on a quarter of an hour.':
    'Zeiten von Regeln beginnen und enden auf der Viertelstunde.',
  'Goes to a contact that is switched off there.':
    'Geht an einen Kontakt, der dort abgeschaltet ist.',
  'A person has {0} further contacts at most.': 'Eine Person hat höchstens {0} weitere Kontakte.',
  'Pushes arrive once this person has registered a device here.':
    'Push-Nachrichten kommen an, sobald diese Person hier ein Gerät angemeldet hat.',
  'Not a way to reach people that is known to this version.':
    'Kein Weg zu Leuten, den diese Version kennt.',
  'Not an address or number that can be used.': 'Keine brauchbare Adresse oder Nummer.',
  'A way to combine conditions that is not known.': 'Eine unbekannte Verknüpfung von Bedingungen.',
  'A condition that rules here cannot have.': 'Eine Bedingung, die Regeln hier nicht haben können.',
  'Read as more urgent than {0}; the other reading is by the number.':
    'Gelesen als dringender als {0}; die andere Lesart geht nach der Zahl.',
  'Read as less urgent than {0}; the other reading is by the number.':
    'Gelesen als weniger dringend als {0}; die andere Lesart geht nach der Zahl.',
  'Rules do not change titles: a mapping of the integration can.':
    'Regeln ändern keine Titel: Eine Zuordnung der Integration kann es.',
  'The mapping of the type decides what payloads become: change it there.':
    'Die Zuordnung des Typs entscheidet, was aus Eingesandtem wird: Ändern Sie es dort.',
  'Compared with the attribute {0}, which the type Opsgenie Alert API sets.':
    'Mit dem Attribut {0} verglichen, das der Typ Opsgenie Alert API setzt.',
  'Not a unit of time that is known.': 'Keine bekannte Zeiteinheit.',
  'Times are whole minutes here: {0}.': 'Zeiten sind hier ganze Minuten: {0}.',
  'A policy has {0} steps at most: later ones are left out.':
    'Ein Plan hat höchstens {0} Schritte: Spätere sind weggelassen.',
  'Left out, as none of its rules can be kept: nobody is told by it.':
    'Weggelassen, weil keine ihrer Regeln bleiben kann: Sie verständigt niemanden.',
  'Left out: not a condition that is known to this version.':
    'Weggelassen: eine Bedingung, die diese Version nicht kennt.',
  'Left out: not a recipient that is known to this version.':
    'Weggelassen: ein Empfänger, den diese Version nicht kennt.',
  'By its routing rules the team would come back to this escalation: its members are told.':
    'Durch seine Regeln käme das Team auf diese Eskalation zurück: Seine Mitglieder werden verständigt.',
  'All members are told; there those who are no admins.':
    'Alle Mitglieder werden verständigt; dort die ohne Verwaltungsrechte.',
  'Left out: not in the account any more.': 'Weggelassen: nicht mehr im Konto.',
  'Left out: whom of the recipient it tells is not known.':
    'Weggelassen: Wen vom Empfänger sie verständigt, ist unbekannt.',
  'An acknowledgement lapses after one round, and all begins again; there it is taken back when the next round begins.':
    'Eine Bestätigung verfällt nach einer Runde, und alles beginnt von vorn; dort wird sie zurückgenommen, wenn die nächste Runde beginnt.',
  'Counts from when the alert opened; there from when the last round is over.':
    'Zählt ab der Eröffnung; dort ab dem Ende der letzten Runde.',
  'A condition that mappings here cannot have.':
    'Eine Bedingung, die Zuordnungen hier nicht haben können.',
  'Rules have no description here.': 'Regeln haben hier keine Beschreibung.',
  'Rules do not decide what belongs together.': 'Regeln entscheiden nicht, was zusammengehört.',
  'The team of the integration stays on the incident.':
    'Das Team der Integration bleibt an der Störung.',
  'Details of the sender stay.': 'Angaben des Absenders bleiben.',
  'Incidents have no actions of their own here.': 'Störungen haben hier keine eigenen Aktionen.',
  'Responders that a payload names are an attribute here: a rule decides whom they mean.':
    'Empfänger, die Eingesandtes nennt, sind hier ein Attribut: Eine Regel entscheidet, wer gemeint ist.',
  'Mails go to an address of this server.': 'Mails gehen an eine Adresse dieses Servers.',
  'Telling other tools is set up as an outbound integration.':
    'Andere Werkzeuge verständigt eine ausgehende Integration.',
  'Integrations have no description here.': 'Integrationen haben hier keine Beschreibung.',
  'Services belong to the organization: integrations affect them.':
    'Dienste gehören der Organisation: Integrationen betreffen sie.',
  'Services have no tags here.': 'Dienste haben hier keine Tags.',
  'All members see all services.': 'Alle Mitglieder sehen alle Dienste.',
  'Organizations are named when they are made.':
    'Organisationen bekommen ihren Namen, wenn sie angelegt werden.',
  'Roles of the organization are fixed: Owner, Administrator, Member.':
    'Die Rollen der Organisation stehen fest: Inhaber, Administrator, Mitglied.',
  'Give the role in the organization here: imported people are Members.':
    'Vergeben Sie die Rolle in der Organisation hier: Übernommene sind Mitglieder.',
  'Nobody can be muted here: use an absence.':
    'Stummschalten lässt sich hier niemand: Tragen Sie eine Abwesenheit ein.',
  'People have no postal address here.': 'Personen haben hier keine Postanschrift.',
  'People have no tags here.': 'Personen haben hier keine Tags.',
  'People have no further details here.': 'Personen haben hier keine weiteren Angaben.',
  'Skype reaches nobody any more.': 'Über Skype ist niemand mehr zu erreichen.',
  'People are told of the shifts of all schedules alike.':
    'An die Schichten aller Dienstpläne wird gleich erinnert.',
  'Teams have no description here.': 'Teams haben hier keine Beschreibung.',
  'Roles of teams are fixed: Administrator and Member.':
    'Die Rollen von Teams stehen fest: Administrator und Mitglied.',
  'Left out: how often it is expected is not known.':
    'Weggelassen: Wie oft es erwartet wird, ist unbekannt.',
  'Only {0} of the keys that may ping it are accepted.':
    'Nur {0} der Schlüssel, die sich melden dürfen, werden angenommen.',
  'Hours that are not known to this version.': 'Zeiten, die diese Version nicht kennt.',
  'Tells another tool of alerts. Set it up as an outbound integration here.':
    'Meldet Alarme einem anderen Werkzeug. Richten Sie hier eine ausgehende Integration ein.',
  'Not a tool that is known: its payloads need a mapping here.':
    'Kein bekanntes Werkzeug: Was es einsendet, braucht hier eine Zuordnung.',
  'Mails go to another address: forward them at the mail server.':
    'Mails gehen an eine andere Adresse: Leiten Sie sie am Mailserver weiter.',
  'An integration follows one escalation that is there.':
    'Eine Integration folgt einer Eskalation, die da ist.',
  'Alerts of an integration go to teams: add others by a rule.':
    'Alarme einer Integration gehen an Teams: Andere fügt eine Regel hinzu.',
  'A key that cannot be accepted here: senders need another one.':
    'Ein Schlüssel, der hier nicht angenommen werden kann: Absender brauchen einen anderen.',
  'Had ended before the import.': 'War vor der Übernahme zu Ende.',
  'Left out: until when it lasts is not known.': 'Weggelassen: Wie lange es dauert, ist unbekannt.',
  'Nothing is switched on for a time here: it stays as it is.':
    'Hier wird nichts auf Zeit eingeschaltet: Es bleibt, wie es ist.',
  'Only integrations that are there can be switched off for a time.':
    'Nur Integrationen, die da sind, lassen sich auf Zeit abschalten.',
  'Rules look for a pattern in {0}, which what it sends does not have here: they take it for something that does not match.':
    'Regeln suchen ein Muster in {0}, was das Eingesandte hier nicht hat: Sie halten es für etwas, das nicht passt.',
  'Its mapping would have more attributes than one can have.':
    'Die Zuordnung hätte mehr Attribute, als eine haben kann.',
  'Notices of shifts come at any time of day.': 'Hinweise auf Schichten kommen zu jeder Tageszeit.',
  'Not a time before a shift that is known.': 'Keine bekannte Zeit vor einer Schicht.',
  'The end of a shift is told when it ends.':
    'Vom Ende einer Schicht wird berichtet, wenn sie endet.',
  'Notices of shifts follow the notification settings.':
    'Hinweise auf Schichten folgen den Benachrichtigungseinstellungen.',
  'What no rule for new alerts matches is told by the notification settings; there by nothing.':
    'Was keine Regel für neue Alarme trifft, melden die Benachrichtigungseinstellungen; dort nichts.',
  'A person has {0} rules at most: later ones are left out.':
    'Eine Person hat höchstens {0} Regeln: Spätere sind weggelassen.',
  'Left out: rules of people are about priorities and hours only.':
    'Weggelassen: Regeln von Personen gehen nur nach Prioritäten und Zeiten.',
  'A rule has {0} windows at most.': 'Eine Regel hat höchstens {0} Zeitfenster.',
  'Messages are sent within a day of the alert.':
    'Nachrichten werden binnen eines Tages nach dem Alarm gesendet.',
  'A rule has {0} steps at most: later ones are left out.':
    'Eine Regel hat höchstens {0} Schritte: Spätere sind weggelassen.',
  'Each step is repeated by itself, 20 times and for a day at most; there all steps are, again and again.':
    'Jeder Schritt wird für sich wiederholt, höchstens 20-mal und einen Tag lang; dort alle zusammen, immer wieder.',
  'Left out: whom or what it names is not there any more.':
    'Weggelassen: Wen oder was es nennt, gibt es nicht mehr.',
  'Left out: its rotations are not there any more.':
    'Weggelassen: Die Rotationen gibt es nicht mehr.',
  'Only a whole schedule can have nobody for a time.':
    'Nur ein ganzer Dienstplan kann eine Zeit lang niemanden haben.',
  'Left out: one of the two is not there any more, or it has no time.':
    'Weggelassen: Einen der beiden gibt es nicht mehr, oder die Zeit fehlt.',
  'Shifts go to the other person; what names the first one directly does not. There both do.':
    'Schichten gehen an die andere Person; was die erste beim Namen nennt, nicht. Dort beides.',
  'Left out: it has no beginning before an end.':
    'Weggelassen: Es hat keinen Anfang vor einem Ende.',
  'Has no e-mail address as its name, so nobody can be invited.':
    'Der Name ist keine E-Mail-Adresse, also kann niemand eingeladen werden.',
  'Blocked there; here this person is told, until suspended.':
    'Dort gesperrt; hier wird diese Person verständigt, bis sie stillgelegt ist.',
  'Texts are in English and German only.': 'Texte gibt es nur auf Englisch und Deutsch.',
  'Only escalation policies go through their steps again: set it there.':
    'Nur Eskalationspläne gehen ihre Schritte noch einmal durch: Stellen Sie es dort ein.',
  'The default escalation of the team repeats itself; there whatever an alert of it follows does.':
    'Die übliche Eskalation des Teams wiederholt sich; dort die, der ein Alarm gerade folgt.',
  'A team has {0} rules at most: later ones are left out.':
    'Ein Team hat höchstens {0} Regeln: Spätere sind weggelassen.',
  'Left out: what it notifies is not there, or not known.':
    'Weggelassen: Was sie verständigt, gibt es nicht, oder es ist unbekannt.',
  'A schedule has {0} layers at most.': 'Ein Dienstplan hat höchstens {0} Ebenen.',
  'Switched off there; here its layers end at the import.':
    'Dort abgeschaltet; hier enden die Ebenen mit der Übernahme.',
  'Left out: how its turns follow each other is not known.':
    'Weggelassen: Wie die Dienste aufeinander folgen, ist unbekannt.',
  'Ends before it begins.': 'Endet, ehe es beginnt.',
  'Turns of hours are equally long, so hand-overs move with the clocks; the other reading is that they keep their time of day.':
    'Dienste von Stunden sind gleich lang, Übergaben wandern also mit der Zeitumstellung; nach der anderen Lesart behalten sie ihre Uhrzeit.',
  'A rotation has {0} turns at most.': 'Eine Rotation hat höchstens {0} Plätze.',
  'A turn of nobody.': 'Ein Dienst von niemandem.',
  'Not in the account any more: nobody has this turn.':
    'Nicht mehr im Konto: Diesen Dienst hat niemand.',
  'Not a time that can be read.': 'Keine lesbare Zeit.',
  'Its team is not there any more.': 'Das Team gibt es nicht mehr.',
  'This person is not in the account any more.': 'Diese Person ist nicht mehr im Konto.',
  'A role of the team itself becomes a plain member.':
    'Wer eine eigene Rolle des Teams hat, wird einfaches Mitglied.',
  'The team stands for its members of today: who joins it later is not on duty.':
    'Das Team steht für seine heutigen Mitglieder: Wer später dazukommt, hat keinen Dienst.',
  'Add a rule that does so here.': 'Fügen Sie hier eine Regel hinzu, die das tut.',
  'Which severity has an alert of priority {0}?': 'Welche Schwere hat ein Alarm der Priorität {0}?',
  'Left out: people are reached by mail, text, call and push here.':
    'Weggelassen: Hier erreicht man Leute per Mail, SMS, Anruf und Push.',
  'Left out: nothing is sent to its contact.': 'Weggelassen: An den Kontakt wird nichts gesendet.',
  'Only new alerts have rules: about this, the notification settings decide.':
    'Nur neue Alarme haben Regeln: Darüber entscheiden die Benachrichtigungseinstellungen.',
};
