import type { GermanLines } from './in-german.ts';

/** Lines of imports from Jira Service Management; other products use some of them, too. */
export const jsmLines: GermanLines = {
  'The same is in maintenances.': 'Dasselbe steht in den Wartungen.',
  'Tells another tool of alerts: set up an outbound integration here.':
    'Meldet Alarme an ein anderes Werkzeug: Richten Sie hier eine ausgehende Integration ein.',
  'Switched off there; here this person is told, until suspended.':
    'Dort abgeschaltet; hier wird diese Person verständigt, bis sie gesperrt ist.',
  'Switched off there; here it is followed by whatever names it.':
    'Dort abgeschaltet; hier folgt ihm, was ihn nennt.',
  'Settings of a type have no place here.': 'Einstellungen eines Typs haben hier keinen Platz.',
  'Settings of an action have no place here.':
    'Einstellungen einer Aktion haben hier keinen Platz.',
  'Services belong to no team here: rules of integrations say who is told.':
    'Dienste gehören hier keinem Team: Regeln von Integrationen sagen, wer verständigt wird.',
  'Told of incidents of Jira, which are none of operations.':
    'Erfährt von Vorfällen in Jira, die keine der Bereitschaft sind.',
  'Its key is not told: senders have to be given the one of Tocsin.':
    'Den Schlüssel gibt die Quelle nicht preis: Absender brauchen den von Tocsin.',
  'Which e-mail address has the Atlassian account {0}? "skip" leaves its places empty.':
    'Welche E-Mail-Adresse hat das Atlassian-Konto {0}? „skip“ lässt seine Plätze leer.',
};
