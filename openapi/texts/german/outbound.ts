/** What is wrong with an outbound integration, and why a tool was not told. */
export const outbound = {
  outboundTypeUnknown: '{type} ist kein Typ; siehe /outbound-integration/types.',
  outboundTakesSettings: 'Eine ausgehende Integration vom Typ {type} nimmt {settings}.',
  urlNeedsScheme: 'Das ist keine URL, die mit https:// oder http:// beginnt.',
  secondSecretOfOther: 'Nur StandardWebhooks unterschreibt mit zwei Geheimnissen.',
  signingSecretMalformed: 'Senden Sie whsec_ und dann 24 bis 64 Bytes in Base64.',
  trelloKeyMalformed: 'Das ist kein Schlüssel oder Token von Trello.',
  botTokenMalformed: 'Senden Sie das Token so, wie BotFather es zeigt.',
  telegramSecretMalformed: 'Telegram nimmt nur Buchstaben, Ziffern, _ und -.',
  slackTestMakesNoChannel:
    'Ein Test legt keinen Kanal an, und es gibt keinen anderen: Wählen Sie einen Kanal, um den Bot zu testen.',
  slackChannelFails: 'Der Kanal dieser Störung in {tool} geht nicht. {why:sentence}',
  slackChannelArchives: 'Der Kanal von „{title}“ wird archiviert',
  slackChannelStays: 'Die Störung geht weiter und ihr Kanal auch.',
  slackChannelNotArchived:
    'Der Kanal dieser Störung in {tool} ist nicht archiviert. {why:sentence}',
  slackNotInvited:
    'Nicht eingeladen, obwohl in Bereitschaft: {names:list}. Sein Slack-Konto verbindet man in Tocsin unter „Ich“.',
  headerReserved: '{name} kann man nicht wählen.',
  headerNotLatin: 'Ein Header ist eine Zeile aus Latin-1-Zeichen.',
  templateHelperUnknown: 'Den Helper {helper} gibt es nicht; verwenden Sie {helpers:list}.',
  templateTooMuch:
    'Die Vorlage schreibt mehr als {characters:number} Zeichen oder durchläuft eine Schleife öfter als {runs:number}-mal.',
  templatePartials: 'Partials gibt es in dieser Vorlage nicht.',
  templateDecorators: 'Decorators gibt es in dieser Vorlage nicht.',
  templateUnreadable: 'Die Vorlage ist nicht lesbar: {why}',
  slackAnswered: 'Slack antwortete {code}.',
  slackNotInChannel: 'Slack antwortete {code}: Laden Sie die App in den Kanal ein.',
  slackNoChannel:
    'Slack antwortete {code}: Verwenden Sie die Id des Kanals, und laden Sie die App ein, wenn er privat ist.',
  slackScopeMissing:
    'Slack antwortete {code}: Geben Sie der App die Scopes, die ihre Seite der Dokumentation nennt, und installieren Sie sie neu.',
  slackTokenInvalid: 'Slack antwortete {code}: Das Bot-Token ist nicht gültig.',
  teamsWorkflowOrBot:
    'Geben Sie die Adresse des Webhooks an, oder App-ID, Mandanten-ID und Client-Secret.',
  teamsBotNeeds: 'Ein Bot braucht alle: {members:list}.',
  discordWebhookOrBot:
    'Geben Sie die Adresse des Webhooks an, oder das Token des Bots mit einem Kanal, mit Nachrichten an Menschen oder mit beidem.',
  googleWebhookOrApp:
    'Geben Sie die Adresse des Webhooks an, oder Schlüssel des Dienstkontos und Bereich.',
  googleKeyUnreadable:
    'Das ist kein Schlüssel eines Dienstkontos: Geben Sie die ganze JSON-Datei an, die Google Cloud erstellt.',
  linearAnswered: 'Linear antwortete: {words}.',
  jiraTransitionMissing:
    'Der Vorgang {key} hat jetzt keinen Übergang „{name}“; er hat: {offered:list}.',
  answerLacks: 'In der Antwort der Gegenstelle fehlt {path}.',
  serverHasNoMail: 'Dieser Server hat keinen Mailserver; setzen Sie TOCSIN_SMTP_URL.',
  toolKnowsIncidentsOnly:
    '{type} kennt nur Störungen. Nennen Sie eine Integration eines dieser Typen: {types:list}.',
  maintenanceBegan: 'Die Wartung von {name} hat begonnen',
  maintenanceEnded: 'Die Wartung von {name} ist beendet',
  silenceBegan: 'Die Stummschaltung {name} hat begonnen',
  silenceEnded: 'Die Stummschaltung {name} ist beendet',
  windowOpensNothing: 'Solange öffnet sich keine Störung.',
  windowMutes: 'Solange öffnen sich Störungen stumm: Niemand wird informiert.',
  windowBegin: 'Beginn: {at:moment}',
  windowEnd: 'Ende: {at:moment}',
  toolBusy: 'Ein anderes Ereignis dieser Störung wird gerade an das Werkzeug gesendet.',
  reminderBusy: 'Diese Erinnerung sendet gerade ein anderer Prozess.',
  slackTiersNeedGroup: 'Stufen brauchen die Gruppe in Slack, um deren Menschen es geht.',
  slackHasNoToken: 'Das Token des Bots fehlt; geben Sie das Ihrer Slack-App an.',
  slackHasNoChannel: 'Es ist kein Kanal gewählt; geben Sie einen an.',
  mattermostOff: 'Störungen an Mattermost zu senden ist ausgeschaltet; schalten Sie es ein.',
  mattermostHasNoAddress: 'Die Adresse des Mattermost-Servers fehlt; geben Sie sie an.',
  mattermostHasNoToken: 'Das Token des Bots fehlt; geben Sie das eines Bot-Kontos an.',
  mattermostHasNoChannel: 'Es ist kein Kanal gewählt; geben Sie einen an.',
  toolGaveNoReason: 'Einen Grund nannte es nicht.',
} as const;
