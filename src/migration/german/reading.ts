import type { GermanLines } from './in-german.ts';

/** Why something was not read, which right that needs, and what a source does not have. */
export const readingLines: GermanLines = {
  'Read from a Terraform state: it has what Terraform manages or looked up, as of its last refresh. What was made in {0} by hand is not in it.':
    'Aus einem Zustand von Terraform gelesen: Er hat, was Terraform verwaltet oder nachsah, auf dem Stand der letzten Aktualisierung. Was in {0} von Hand angelegt wurde, ist nicht darin.',
  'the Terraform provider has no resource for them':
    'der Provider von Terraform hat dafür keine Ressource',
  'the state has no {0}': 'im Zustand fehlt {0}',
  'nothing is made of {0}': 'aus {0} wird nichts',
  '{0} could not be read, on which these hang': '{0} ließ sich nicht lesen, und daran hängen diese',
  '{0} answers {1}{2}': '{0} antwortet {1}{2}',
  '{0} cannot be reached: {1}': '{0} ist nicht erreichbar: {1}',
  '{0}. No answer within 10 minutes: run this again later.':
    '{0}. Keine Antwort in 10 Minuten: Versuchen Sie es später noch einmal.',
  'The answer is not JSON: something else answers in place of the API.':
    'Die Antwort ist kein JSON: Anstelle der API antwortet etwas anderes.',
  'An answer is larger than {0} MB.': 'Eine Antwort ist größer als {0} MB.',
  'The answer has no `{0}`: the API has changed.':
    'Der Antwort fehlt `{0}`: Die API hat sich geändert.',
  'The answer has no list `{0}`: the API has changed.':
    'Der Antwort fehlt die Liste `{0}`: Die API hat sich geändert.',
  'The list breaks off after {0}: {1}{2}.': 'Die Liste bricht nach {0} ab: {1}{2}.',
  'There are {0}, and the pages have {1}: run this again while nobody changes them.':
    'Es gibt {0}, und die Seiten haben {1}: Lesen Sie noch einmal, während niemand etwas ändert.',
  '{0} is there twice: run this again while nobody changes them.':
    '{0} ist zweimal da: Lesen Sie noch einmal, während niemand etwas ändert.',
  'A page names itself as the next one.': 'Eine Seite nennt sich selbst als nächste.',
  'The product lists the first {0} only, and there are more.':
    'Das Produkt zeigt nur die ersten {0}, und es gibt mehr.',
  'Team {0} is refused with {1}.': 'Team {0} wird mit {1} abgelehnt.',
  'An object has no id, so what hangs on it cannot be asked for.':
    'Ein Objekt hat keine ID, also lässt sich nicht nach dem fragen, was daran hängt.',
  'There are {0}, the product lists the first {1}, and team by team {2} can be found: give the others a team, and run this again.':
    'Es gibt {0}, das Produkt zeigt die ersten {1}, und Team für Team finden sich {2}: Geben Sie den anderen ein Team, und lesen Sie noch einmal.',
  'an API key of Integrations > API, with its API ID, of a global administrator':
    'einen API-Schlüssel aus Integrations > API mit seiner API-ID, von einem globalen Administrator',
  'to be a key of an Admin (Profile > API keys)': 'die Rechte eines Admins (Profile > API keys)',
  'the role Admin, which a key gets when it is made: it reads what the query names, and nothing else':
    'die Rolle Admin, die ein Schlüssel beim Anlegen bekommt: Er liest, was die Abfrage nennt, und sonst nichts',
  'an API token of somebody who administers operations, from id.atlassian.com > Security > API tokens':
    'die Rechte von jemandem, der die Bereitschaft verwaltet, aus id.atlassian.com > Security > API tokens',
  'an API key of OnCall, from OnCall > Settings > API Tokens (not a token of Grafana), of an Admin':
    'die Rechte eines Admins von OnCall, aus OnCall > Settings > API Tokens (kein Token von Grafana)',
  'the rights Read and Configuration access, of a key from Settings > API key management (a key of a team integration sees its team only)':
    'die Rechte Read und Configuration access, aus Settings > API key management (der Schlüssel einer Integration eines Teams sieht nur das Team)',
  'a read-only key of the whole account, from Integrations > API Access Keys (a key of a user sees what that user sees)':
    'Leserechte auf das ganze Konto, aus Integrations > API Access Keys (der Schlüssel einer Person sieht, was sie sieht)',
  'nothing, where the account has no flexible schedules; else the early access to them, and a key of the whole account':
    'nichts, wo das Konto keine flexiblen Dienstpläne hat; sonst den frühen Zugang zu ihnen und das ganze Konto',
  'nothing, where PagerDuty has ended the rulesets of the account; else a key of the whole account':
    'nichts, wo PagerDuty die Regelwerke des Kontos beendet hat; sonst das ganze Konto',
  'the scope `{0}:list`': 'den Umfang `{0}:list`',
  'the scope `{0}:get`': 'den Umfang `{0}:get`',
  'not asked for': 'nicht verlangt',
  'a backup does not have them: save them by the API':
    'eine Sicherung hat sie nicht: Sichern Sie sie über die API',
  nothing: 'nichts',
};
