import type { GermanLines } from './in-german.ts';

/** Lines of imports from Grafana OnCall; other products use some of them, too. */
export const oncallLines: GermanLines = {
  'Only the people of the first rule of the escalation are on duty.':
    'Nur die Leute der ersten Regel der Eskalation haben Dienst.',
  'A month has {0} shifts at most: later ones are left out.':
    'Ein Monat hat höchstens {0} Schichten: Spätere sind weggelassen.',
  'A calendar elsewhere says who is on call. It is brought as days by hand until {0}, as it was when it was saved; later changes of it do not count. Give its people layers by then: nobody is on call afterwards.':
    'Ein fremder Kalender sagt, wer Bereitschaft hat. Er ist bis {0} als einzelne Tage übernommen, wie er beim Sichern war; spätere Änderungen zählen nicht. Geben Sie den Leuten bis dahin Ebenen: Danach hat niemand Bereitschaft.',
  'Overrides beyond the first {0} are left out.':
    'Vertretungen nach den ersten {0} sind weggelassen.',
  'Its overrides are in a calendar elsewhere. They are brought as it was when it was saved; later changes of it do not count.':
    'Die Vertretungen stehen in einem fremden Kalender. Sie sind übernommen, wie er beim Sichern war; spätere Änderungen zählen nicht.',
  'Nobody is on call by its calendar, as that was not read{0}. Save it again, or give its people layers by hand.':
    'Nach dem Kalender hat niemand Bereitschaft, weil er nicht gelesen wurde{0}. Sichern Sie noch einmal, oder geben Sie den Leuten Ebenen von Hand.',
  'Titles that name nobody put nobody on call, here and there: {0}{1}.':
    'Titel, die niemanden nennen, geben niemandem Bereitschaft, hier wie dort: {0}{1}.',
  '{0} events of its calendar cannot be read.': '{0} Termine des Kalenders sind nicht lesbar.',
  'Its chain is not there, so it is never taken.':
    'Die Kette ist nicht da, also wird sie nie genommen.',
  'Not brought: it has no step that can be kept, so nobody is told by it.':
    'Nicht übernommen: Kein Schritt kann bleiben, also verständigt sie niemanden.',
  'Left out: a policy goes through all of its steps again, and ends then.':
    'Weggelassen: Ein Eskalationsplan geht alle Schritte noch einmal durch und endet dann.',
  'Waits for the nearest whole minutes here.': 'Wartet hier die nächsten ganzen Minuten.',
  'Begins again after a minute; there at once.': 'Beginnt nach einer Minute von vorn; dort sofort.',
  'Waits for its hours when it is due; there the chain waits for them before it waits for this.':
    'Wartet auf die Zeiten, wenn der Schritt fällig ist; dort wartet die Kette erst auf sie und dann auf diesen Schritt.',
  'Left out: its schedule is not there any more.': 'Weggelassen: Der Dienstplan ist nicht mehr da.',
  'Left out: its team is not there any more.': 'Weggelassen: Das Team ist nicht mehr da.',
  'Left out: it counts more than 199 alerts, or longer than a day.':
    'Weggelassen: zählt mehr als 199 Alarme oder länger als einen Tag.',
  'Steps behind it are passed over where too few alerts came by their time; there the chain waits until enough did.':
    'Schritte dahinter werden übergangen, wenn bis dahin zu wenige Alarme kamen; dort wartet die Kette, bis es genug sind.',
  'Its API does not tell numbers: this person has to enter and confirm theirs here.':
    'Die API gibt Nummern nicht preis: Diese Person muss ihre hier eintragen und bestätigen.',
  'Teams have no address here.': 'Teams haben hier keine Adresse.',
  'Overrides have no text here.': 'Vertretungen haben hier keinen Text.',
  'The line of its step says what to do.': 'Die Zeile des Schritts sagt, was zu tun ist.',
  'Steps have no further settings here.': 'Schritte haben hier keine weiteren Einstellungen.',
  'Make an outbound integration Webhook for it: bodies are written differently here.':
    'Legen Sie dafür eine ausgehende Integration Webhook an: Inhalte werden hier anders geschrieben.',
  'Bring it by hand where the tool is made.':
    'Bringen Sie es von Hand mit, wo das Werkzeug angelegt wird.',
  'Texts of messages are made by the mapping here.':
    'Texte von Nachrichten macht hier die Zuordnung.',
  'Add a heartbeat monitor that accepts the key of the integration with /heartbeat behind it.':
    'Fügen Sie eine Überwachung von Lebenszeichen hinzu, die den Schlüssel der Integration mit /heartbeat dahinter annimmt.',
  'Give the integration labels by hand.': 'Geben Sie der Integration Labels von Hand.',
  'Its routes are left out: they ask for too many attributes.':
    'Die Routen sind weggelassen: Sie fragen nach zu vielen Attributen.',
  '{0}: no mapping says what this template does: {1}':
    '{0}: Keine Zuordnung sagt, was diese Vorlage tut: {1}',
  'Nothing sends to it: people page each other by an incident of their own.':
    'Nichts sendet dorthin: Leute rufen einander durch eine eigene Störung.',
  'In maintenance there; here it is not.': 'Dort in Wartung, hier nicht.',
  'Left out: when it begins or how long it lasts is not known.':
    'Weggelassen: Wann es beginnt oder wie lange es dauert, ist unbekannt.',
  'Names nobody, so whom it puts on call is not known.':
    'Nennt niemanden, also ist unbekannt, wem es Bereitschaft gibt.',
  'Left out: not a type of shift that is known.': 'Weggelassen: keine bekannte Art von Schicht.',
  'Left out: how it comes again is not known.': 'Weggelassen: Wie es wiederkommt, ist unbekannt.',
  'When it begins, somebody is on duty with the first group whose time would have begun earlier.':
    'Zu Beginn hat mit der ersten Gruppe jemand Dienst, dessen Zeit früher begonnen hätte.',
  'Had ended before it began.': 'War zu Ende, ehe es begann.',
  'Its last time is cut at its end, as the next one would begin in it.':
    'Die letzte Zeit ist am Ende gekürzt, weil die nächste in ihr beginnen würde.',
  'Its last time lasts as long as the others; the other reading is that it is cut.':
    'Die letzte Zeit dauert so lange wie die anderen; die andere Lesart ist, dass sie gekürzt wird.',
  'Levels are 0 to {0}.': 'Stufen sind 0 bis {0}.',
  'Lasts whole minutes here: seconds are cut.': 'Dauert hier ganze Minuten: Sekunden fallen weg.',
  'Begins on a minute here: seconds are cut.':
    'Beginnt hier zur vollen Minute: Sekunden fallen weg.',
  'Has no way for important alerts: they are told as all others are.':
    'Hat keinen Weg für wichtige Alarme: Sie werden wie alle anderen gemeldet.',
  'Has no way for alerts that are not important: the notification settings decide about them.':
    'Hat keinen Weg für unwichtige Alarme: Über sie entscheiden die Benachrichtigungseinstellungen.',
  'Left out: people are not told in chats; a tool of the team can be.':
    'Weggelassen: Leute werden nicht in Chats verständigt; ein Werkzeug des Teams kann es sein.',
  'Of somebody who is not there any more.': 'Von jemandem, der nicht mehr da ist.',
  'A team of this person is not there any more.': 'Ein Team dieser Person ist nicht mehr da.',
  'What matches this follows the default route here. Add a rule for it: {0} is no way that is known.':
    'Was dazu passt, folgt hier der letzten Route. Fügen Sie dafür eine Regel hinzu: {0} ist kein bekannter Weg.',
  'Left out: without a pattern nothing matches it.': 'Weggelassen: Ohne ein Muster passt nichts.',
  'What matches this follows the default route here. Add a rule for it: no condition of a rule says what this {0} does: {1}':
    'Was dazu passt, folgt hier der letzten Route. Fügen Sie dafür eine Regel hinzu, denn keine Bedingung einer Regel sagt dasselbe ({0}): {1}',
  'Letters beyond ASCII are looked for as they are; there they are written by number, and never found.':
    'Buchstaben außerhalb von ASCII werden gesucht, wie sie sind; dort stehen sie als Nummer und werden nie gefunden.',
  'What matches this follows the default route here: mails have other fields. Add a rule for it: {0}':
    'Was dazu passt, folgt hier der letzten Route, denn Mails haben andere Felder. Fügen Sie dafür eine Regel hinzu: {0}',
  'Its integration is not there, or nothing sends to it.':
    'Die Integration ist nicht da, oder nichts sendet dorthin.',
  'No schedule has this shift, so nobody is on duty by it.':
    'Kein Dienstplan hat diese Schicht, also hat durch sie niemand Dienst.',
  'Left out: shift {0} cannot be read.': 'Weggelassen: Die Schicht {0} ist nicht lesbar.',
  'A schedule has {0} layers at most: later shifts are left out.':
    'Ein Dienstplan hat höchstens {0} Ebenen: Spätere Schichten sind weggelassen.',
  'Left out: not a type of schedule that is known.':
    'Weggelassen: keine bekannte Art von Dienstplan.',
  'Left out: turns that go on where days are left out cannot be kept for this frequency.':
    'Weggelassen: Reihen, die über ausgelassene Tage weitergehen, gibt es für diese Häufigkeit hier nicht.',
  'Left out: a time that comes again lasts a week at most, unless the next one follows.':
    'Weggelassen: Was wiederkommt, dauert höchstens eine Woche, wenn nicht das nächste folgt.',
  'Left out: hours with gaps are the same on each day here, two hours apart at least.':
    'Weggelassen: Stunden mit Lücken sind hier an jedem Tag gleich, mindestens zwei Stunden auseinander.',
  'Left out: turns of months need days that each month has, and no weekdays.':
    'Weggelassen: Reihen nach Monaten brauchen Tage, die jeder Monat hat, und keine Wochentage.',
  'Left out: its first time is on none of its days.':
    'Weggelassen: Das erste Mal liegt auf keinem seiner Tage.',
  'Chats are told by outbound integrations of the team.':
    'Chats verständigen ausgehende Integrationen des Teams.',
};
