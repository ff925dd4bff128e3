import type { GermanLines } from './in-german.ts';

/** Lines of imports from Splunk On-Call; other products use some of them, too. */
export const splunkOncallLines: GermanLines = {
  'People register their devices themselves, in the app or the browser.':
    'Geräte meldet jeder selbst an, in der App oder im Browser.',
  'Left out: numbers have a + and the code of the country here.':
    'Weggelassen: Nummern haben hier ein + und die Landesvorwahl.',
  'Give administrators their role by hand.': 'Geben Sie Administratoren ihre Rolle von Hand.',
  'The line of its entry says what to do.': 'Die Zeile des Eintrags sagt, was zu tun ist.',
  'In maintenance there, where nobody is told.': 'Dort in Wartung, wo niemand verständigt wird.',
  'In maintenance there, where nobody is told; here people are.':
    'Dort in Wartung, wo niemand verständigt wird; hier schon.',
  'Left out: whom or what it names is not known.':
    'Weggelassen: Wen oder was es nennt, ist unbekannt.',
  'Nobody took it: ask for cover here.':
    'Niemand hat es übernommen: Bitten Sie hier um Vertretung.',
  'Left out: another policy with this rotation has somebody else, and here one takes the place.':
    'Weggelassen: Ein anderer Plan mit dieser Rotation hat jemand anderen, und hier vertritt nur einer.',
  'Has no primary paging policy that can be kept: out of hours the notification settings decide.':
    'Hat keine Hauptregel, die bleiben kann: Außerhalb der Zeiten entscheiden die Benachrichtigungseinstellungen.',
  'Left out: no address that mail can be sent to.':
    'Weggelassen: keine Adresse, an die sich Mail senden lässt.',
  'Left out: not a way that is known.': 'Weggelassen: kein bekannter Weg.',
  'Left out: this person has no such contact.':
    'Weggelassen: Diese Person hat keinen solchen Kontakt.',
  'Left out: {0} messages within a day at most.':
    'Weggelassen: höchstens {0} Nachrichten an einem Tag.',
  'Does not come again, as that would be after a day; there it does until somebody acknowledges.':
    'Kommt nicht wieder, weil es nach mehr als einem Tag wäre; dort kommt es, bis jemand annimmt.',
  'Comes again {0} times, within a day; there until somebody acknowledges.':
    'Kommt {0} Mal wieder, innerhalb eines Tages; dort, bis jemand annimmt.',
  'Hours of one person are in one time zone: these are read in {0}.':
    'Die Zeiten einer Person stehen in einer Zeitzone: Diese werden in {0} gelesen.',
  'Its alerts follow the primary paging policies of people at all times; here also those of hours.':
    'Seine Alarme folgen immer den Hauptregeln der Leute; hier auch denen für bestimmte Zeiten.',
  'Not brought: it has no step that can be kept, so nobody is told.':
    'Nicht übernommen: Kein Schritt kann bleiben, also wird niemand verständigt.',
  'Goes on with a policy that comes back to it: here it ends there.':
    'Geht mit einem Plan weiter, der zurückführt: Hier endet es dort.',
  'A policy that it goes on with tells nobody, and is left out.':
    'Ein Plan, mit dem es weitergeht, verständigt niemanden und ist weggelassen.',
  'Left out: {0}.': 'Weggelassen: {0}.',
  'A schedule has {0} layers at most: others are left out.':
    'Ein Dienstplan hat höchstens {0} Ebenen: Andere sind weggelassen.',
  'Somebody is not there any more: their place stays empty.':
    'Jemand ist nicht mehr da: Der Platz bleibt leer.',
  'Who has the turn now is not known: the first member is taken to have had the first one. Compare it with the calendar there.':
    'Wer gerade Dienst hat, ist unbekannt: Angenommen wird, dass das erste Mitglied den ersten hatte. Vergleichen Sie es mit dem Kalender dort.',
  'Changes alerts before they come to people: add a rule that does so here.':
    'Ändert Alarme, ehe sie Leute erreichen: Fügen Sie hier eine Regel hinzu, die das tut.',
  'The key that senders have, of Integrations > REST, is not told: add it to the keys of other products that the integration accepts (`accepted_keys`), and senders change the host alone.':
    'Den Schlüssel der Absender aus Integrations > REST gibt die Quelle nicht preis: Fügen Sie ihn den Schlüsseln anderer Produkte hinzu, die die Integration annimmt (`accepted_keys`), dann ändern Absender nur den Host.',
  'A policy of this key is not there, or tells nobody.':
    'Ein Plan dieses Schlüssels ist nicht da oder verständigt niemanden.',
  'Hands over after weeks; the other reading is after as many days on which it is on duty.':
    'Übergibt nach Wochen; die andere Lesart ist nach ebenso vielen Tagen mit Dienst.',
  'Hands over after {0} weeks.': 'Übergibt nach {0} Wochen.',
};
