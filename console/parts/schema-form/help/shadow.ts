import type { Wordings } from './wording.ts';

/** Help texts about shadow runs. */
export const shadowHelp: Wordings = {
  'The product that tells people meanwhile.': 'Das Produkt, das die Leute so lange verständigt.',
  'Accounts in Europe have another one: https://api.eu.pagerduty.com, https://api.eu.opsgenie.com. GoAlert and Grafana OnCall have none of their own. The key goes there and nowhere else.':
    {
      en: 'Where its API is. Of GoAlert and Grafana OnCall, the address of yours. Else leave it empty outside of Europe; there, https://api.eu.pagerduty.com or https://api.eu.opsgenie.com. The key goes there and nowhere else.',
      de: 'Wo seine API ist. Bei GoAlert und Grafana OnCall die Adresse Ihrer Installation. Sonst außerhalb Europas leer lassen, dort https://api.eu.pagerduty.com oder https://api.eu.opsgenie.com. Der Schlüssel geht dorthin und sonst nirgends hin.',
    },
  'A key that may read its alerts or incidents; reading is all that is done with it. Of Splunk On-Call the API ID and an API key, with a colon between them; of GoAlert a key for the query of the guide.':
    'Ein Schlüssel, der seine Alarme oder Störungen lesen darf; mehr als lesen tut niemand damit. Bei Splunk On-Call die API-ID und ein API-Schlüssel mit einem Doppelpunkt dazwischen, bei GoAlert ein Schlüssel für die Abfrage aus der Anleitung.',
  'Shadow: nobody is told. Live: people are told, and the log of the other product is still read, to compare. Paused: people are told, and the log is not read. Always said, so that nobody falls silent because a member was left out. Takes effect within 2 seconds. What becomes of incidents that are open when it ends, adoptsOpen says.':
    {
      en: 'Takes effect within 2 seconds.',
      de: 'Gilt binnen 2 Sekunden.',
    },
  'How often the log of the other product is read.':
    'Wie oft das Protokoll des anderen Produkts gelesen wird.',
  'When people are told again, whatever the state; at most 90 days from now. Administrators are reminded 7 days and 1 day before.':
    'Wann hier wieder verständigt wird, gleich in welchem Zustand; höchstens 90 Tage voraus. Administratoren werden 7 Tage und 1 Tag vorher erinnert.',
  'How an incident is found in the other product. Key: by the same key or alias. TitleMinute: by the same title, opened within a minute.':
    {
      en: 'How an incident is found in the other product. Nothing chosen: both, the key first.',
      de: 'Wie eine Störung im anderen Produkt gefunden wird. Ohne Auswahl: beides, zuerst der Schlüssel.',
    },
  'Whether incidents that are open and unattended when it ends are told of here from then on, from their first step, within 10 seconds. Else they stay with the other product until something new happens to them.':
    {
      en: 'Of incidents that are open and unattended when the shadow ends, people are told within 10 seconds, from the first step. Else they stay with the other product until something new happens to them.',
      de: 'Störungen, die offen und von niemandem übernommen sind, wenn der Schatten endet, werden binnen 10 Sekunden vom ersten Schritt an gemeldet. Sonst bleiben sie beim anderen Produkt, bis mit ihnen etwas Neues geschieht.',
    },
  'Differences that are intended; they count as Explained, with the reason.':
    'Abweichungen, die gewollt sind; sie gelten als erklärt, mit dem Grund.',
  'Why it is intended.': 'Warum sie gewollt ist.',
  'Only of incidents with this in their title, in any letter case.':
    'Nur bei Störungen mit diesem Text im Titel, Groß- und Kleinschreibung egal.',
};
