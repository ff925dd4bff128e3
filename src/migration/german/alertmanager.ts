import type { GermanLines } from './in-german.ts';

/** Lines of imports from Alertmanager; other products use some of them, too. */
export const alertmanagerLines: GermanLines = {
  'where it stands today, or a key of the product that it belongs to':
    'wo es heute steht, oder ein Schlüssel des Produkts, zu dem es gehört',
  'how Alertmanager connects; proxies are a setting of this server':
    'wie Alertmanager sich verbindet; Proxys sind eine Einstellung dieses Servers',
  'no receiver reaches anybody, so nothing is brought':
    'kein Empfänger erreicht jemanden, also ist nichts übernommen',
  'a receiver without a name, which Alertmanager refuses':
    'ein Empfänger ohne Namen, den Alertmanager ablehnt',
  'a receiver of this name was read before: import the files one by one':
    'ein Empfänger dieses Namens wurde schon gelesen: Übernehmen Sie die Dateien einzeln',
  'Which team gets what goes to the receiver {0}? {1}: it stays as it is.':
    'Welches Team bekommt, was an den Empfänger {0} geht? {1}: Es bleibt, wie es ist.',
  'stays in Alertmanager as it is, by your answer':
    'bleibt in Alertmanager, wie es ist, nach Ihrer Antwort',
  '{0} decides whom it wakes: whoever is on call for the team is told instead. Import {1}, too, or give the team a schedule and an escalation policy':
    '{0} entscheidet, wen es weckt: Stattdessen wird verständigt, wer im Team Bereitschaft hat. Übernehmen Sie auch {1}, oder geben Sie dem Team einen Dienstplan und einen Eskalationsplan',
  '{0}: leave it in the receiver, beside the webhook of Tocsin':
    '{0}: Lassen Sie es im Empfänger, neben dem Webhook von Tocsin',
  'Tocsin writes to Slack by a token of an app (slack_settings.bot_token), which a webhook is not':
    'Tocsin schreibt in Slack mit dem Token einer App (slack_settings.bot_token), was ein Webhook nicht ist',
  'taken as it is; put the id of the channel in its place, which survives renaming':
    'wie es ist übernommen; setzen Sie die ID des Kanals ein, die ein Umbenennen übersteht',
  'its chat is in a file (chat_id_file): add the tool by hand':
    'der Chat steht in einer Datei (chat_id_file): Fügen Sie das Werkzeug von Hand hinzu',
  'these are no addresses that mail can be sent to':
    'an diese Adressen lässt sich keine Mail senden',
  'Tocsin has words of its own; mappings and templates of tools change them':
    'Tocsin hat eigene Worte; Zuordnungen und Vorlagen von Werkzeugen ändern sie',
};
