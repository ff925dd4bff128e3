import type { GermanLines } from './in-german.ts';

/** Lines of imports from GoAlert; other products use some of them, too. */
export const goalertLines: GermanLines = {
  'Nothing is sent to it: people are reached by mail, text, call and push here.':
    'Dorthin wird nichts gesendet: Hier erreicht man Leute per Mail, SMS, Anruf und Push.',
  'Nothing is sent to it: no address or number that can be used.':
    'Dorthin wird nichts gesendet: keine brauchbare Adresse oder Nummer.',
  'More than {0} further contacts: the first number or address is used.':
    'Mehr als {0} weitere Kontakte: Die erste Nummer oder Adresse wird benutzt.',
  'The line of its contact method says why.': 'Die Zeile des Kontaktwegs sagt, warum.',
  'Chats are told who is on call by outbound integrations of the team (on_call_reminder_schedule_settings).':
    'Chats erfahren durch ausgehende Integrationen des Teams, wer Bereitschaft hat (on_call_reminder_schedule_settings).',
  'When the turn of whoever is active ends is not told: turns are counted from its start on, the first member first. Compare it with GoAlert.':
    'Wann der laufende Dienst endet, ist unbekannt: Gezählt wird ab dem Anfang, mit dem ersten Mitglied zuerst. Vergleichen Sie es mit GoAlert.',
  'An acknowledgement ends the messages to everybody here; there only those to whoever gave it.':
    'Eine Annahme beendet hier die Nachrichten an alle, dort nur die an den, der annimmt.',
  'Labels of services alone have a place here.': 'Nur Labels von Diensten haben hier einen Platz.',
  'How an alert goes on is told as the notification settings say.':
    'Wie ein Alarm weitergeht, erfährt man hier nach den Benachrichtigungseinstellungen.',
  'The line of its action says why.': 'Die Zeile der Aktion sagt, warum.',
  'What an incident of a heartbeat says is made by the mapping here.':
    'Was eine Störung eines Lebenszeichens sagt, macht hier die Zuordnung.',
  'Nothing sends to it: alerts that people make there are incidents of their team.':
    'Nichts sendet dorthin: Alarme, die Leute dort anlegen, sind Störungen ihres Teams.',
  'Its policy was not brought: its team is told.':
    'Der Plan wurde nicht übernommen: Das Team wird verständigt.',
  'Its rules are expressions, which are not brought: what it gets is read as any webhook, and its senders need the new address.':
    'Die Regeln sind Ausdrücke, die nicht übernommen werden: Was ankommt, wird wie jeder Webhook gelesen, und Absender brauchen die neue Adresse.',
  'Not a type that is known: what it sends is read as any webhook.':
    'Kein bekannter Typ: Was er sendet, wird wie jeder Webhook gelesen.',
  'Mail has another address here: forward what comes there.':
    'Mail hat hier eine andere Adresse: Leiten Sie weiter, was dort ankommt.',
  'Expected every 5 minutes: how often is not known.':
    'Alle 5 Minuten erwartet: Wie oft, ist unbekannt.',
  'Its address has no key that can be kept: its sender needs the new address.':
    'Die Adresse hat keinen Schlüssel, der bleiben kann: Der Absender braucht die neue Adresse.',
  'Left out: whom or what it names cannot be found, or its time not be read.':
    'Weggelassen: Wen oder was es nennt, ist nicht zu finden, oder die Zeit ist nicht lesbar.',
  'Has no effect: these days are planned by hand.':
    'Ohne Wirkung: Diese Tage sind von Hand geplant.',
  'Has no e-mail address, so nobody can be invited.':
    'Ohne E-Mail-Adresse kann niemand eingeladen werden.',
  'No rule tells this person of alerts there; here the notification settings decide.':
    'Dort verständigt keine Regel diese Person; hier entscheiden die Benachrichtigungseinstellungen.',
  'Left out: nothing is sent to its contact method.':
    'Weggelassen: An den Kontaktweg wird nichts gesendet.',
  'Left out: people are told within a day.': 'Weggelassen: Verständigt wird binnen eines Tages.',
  'A person has {0} messages of an alert at most.':
    'Eine Person bekommt höchstens {0} Nachrichten zu einem Alarm.',
  'Not brought: it has no step that tells anybody.':
    'Nicht übernommen: Kein Schritt verständigt jemanden.',
  'It goes through its steps {0} times more; there without an end.':
    'Die Schritte werden noch {0}-mal durchgegangen; dort ohne Ende.',
  'A step has {0} targets at most: others are left out.':
    'Ein Schritt hat höchstens {0} Ziele: Andere sind weggelassen.',
  'Left out: nobody who can be invited.': 'Weggelassen: niemand, der eingeladen werden kann.',
  'Left out: its schedule is not there.': 'Weggelassen: Den Dienstplan gibt es nicht.',
  'Left out: its rotation was not read.': 'Weggelassen: Die Rotation wurde nicht gelesen.',
  'A layer has {0} turns at most.': 'Eine Ebene hat höchstens {0} Plätze.',
  'Somebody in it cannot be invited: their turns stay empty.':
    'Jemand darin kann nicht eingeladen werden: Die Plätze bleiben leer.',
  'Nobody is on call by it: when it hands over cannot be read.':
    'Danach hat niemand Bereitschaft: Wann übergeben wird, ist nicht lesbar.',
  'Has no position yet, so nobody is on call by it there; here its turns begin.':
    'Hat noch keinen Stand, also dort niemand Bereitschaft; hier beginnen die Dienste.',
  'Its position is not worked out there but kept: turn {0} of {1} ends at {2}, and turns go on from there. Where somebody changes who is active after that, import again.':
    'Der Stand wird dort nicht errechnet, sondern gehalten: Platz {0} von {1} endet {2}, und von da an geht es weiter. Ändert danach jemand, wer an der Reihe ist, übernehmen Sie noch einmal.',
  'In months without a day {0} it hands over on the last day; there on the first days of the next one.':
    'In Monaten ohne einen {0}. wird am letzten Tag übergeben; dort an den ersten Tagen des nächsten.',
  'On a day whose clocks skip its time it hands over once they have; the documents leave open when it does there.':
    'An einem Tag, dessen Uhren die Zeit überspringen, wird danach übergeben; wann dort, lassen die Dokumente offen.',
  'An hour that clocks skip uses up a turn; there it does not, so from then on somebody else is on call.':
    'Eine Stunde, die die Uhren überspringen, verbraucht einen Dienst; dort nicht, von da an hat also jemand anders Bereitschaft.',
  'Left out: its days or hours cannot be read.': 'Weggelassen: Tage oder Zeiten sind nicht lesbar.',
  'On no day of the week, so nobody is on call by it.':
    'An keinem Wochentag, danach hat also niemand Bereitschaft.',
  'Not brought: neither a schedule nor a policy has it.':
    'Nicht übernommen: Weder ein Dienstplan noch ein Eskalationsplan hat sie.',
  'Layers have no description.': 'Ebenen haben keine Beschreibung.',
  'A schedule has {0} layers at most: later rules are left out.':
    'Ein Dienstplan hat höchstens {0} Ebenen: Spätere Regeln sind weggelassen.',
  'Left out: this rotation was not read.': 'Weggelassen: Diese Rotation wurde nicht gelesen.',
  'Left out: neither a person nor a rotation.':
    'Weggelassen: weder eine Person noch eine Rotation.',
  'Its rotation hands over by the clock of {0} there; here by that of {1}, as its hours do.':
    'Die Rotation übergibt dort nach der Uhr von {0}; hier nach der von {1}, wie ihre Zeiten.',
  'Where clocks show {0} twice it ends at the first of them; there at the second.':
    'Wo Uhren {0} zweimal zeigen, endet es beim ersten Mal; dort beim zweiten.',
  'Left out: nobody who can be invited, or no time that can be read.':
    'Weggelassen: niemand, der eingeladen werden kann, oder keine lesbare Zeit.',
  'Left out: no time that can be read, or more than {0} shifts.':
    'Weggelassen: keine lesbare Zeit, oder mehr als {0} Schichten.',
  'What is posted is written differently: give the webhook a template.':
    'Was gesendet wird, sieht anders aus: Geben Sie dem Webhook eine Vorlage.',
  'Bring the token of a Slack app (bot_token), which writes to the channel.':
    'Bringen Sie das Token einer Slack-App mit (bot_token), die in den Kanal schreibt.',
  'Left out: nothing here can be told in its place.':
    'Weggelassen: Hier lässt sich nichts an der Stelle verständigen.',
  'Which team owns what has no team? A name that no team has becomes a new team.':
    'Welchem Team gehört, was kein Team hat? Ein Name, den kein Team hat, wird ein neues Team.',
  'Which label of services names the team that owns them? {0}: no label does.':
    'Welches Label von Diensten nennt das Team, dem sie gehören? {0}: keines.',
};
