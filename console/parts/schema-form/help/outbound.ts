import type { Wordings } from './wording.ts';

/** Help texts about the tools that are told of incidents. */
export const outboundHelp: Wordings = {
  'Messages about an incident mention whoever is on call.':
    'Nachrichten über eine Störung erwähnen, wer Bereitschaft hat.',
  'The reminder of who is on call names people without mentioning them.':
    'Die Erinnerung, wer Bereitschaft hat, nennt Menschen, ohne sie zu erwähnen.',
  'Messages have no buttons.': 'Nachrichten haben keine Schaltflächen.',
  'What happens in the incident is not added to the thread of its message.':
    'Was in der Störung geschieht, wird nicht in den Thread ihrer Nachricht geschrieben.',
  'Send nothing before the incident is forwarded.':
    'Nichts senden, bevor die Störung weitergeleitet wird.',
  'Send one snapshot at each forward, and no updates after it.':
    'Bei jedem Weiterleiten den jetzigen Stand senden, und danach keine Änderungen.',
  'Omit names of people from the delivery log, and so what was sent and answered.':
    'Namen von Menschen im Sendeprotokoll weglassen, und damit, was gesendet und geantwortet wurde.',
  'Which further teams of the organization may use the object.': {
    en: 'Which further teams of the organization may use it.',
    de: 'Welche weiteren Teams der Organisation es benutzen dürfen.',
  },
  'Nothing is sent while this is true. Ten deliveries in a row that failed for good set it, false resumes, leaving it out keeps it.':
    {
      en: 'Nothing is sent while it is paused. It pauses by itself after ten deliveries in a row that failed for good.',
      de: 'Solange sie angehalten ist, wird nichts gesendet. Nach zehn endgültig gescheiterten Sendungen hintereinander hält sie von selbst an.',
    },
  'One work item per incident.': 'Ein Work Item je Störung.',
  'State when the incident opens again.': 'Zustand, wenn die Störung wieder geöffnet wird.',
  'One task per incident.': 'Eine Aufgabe je Störung.',
  'Status when the incident opens again.': 'Status, wenn die Störung wieder geöffnet wird.',
  'Status of resolved incidents.': 'Status gelöster Störungen.',
  'A webhook of a Discord channel, or a bot, whose messages have buttons. The message of an incident is changed in place. Set webhookUrl, or botToken with channelId, with isForPeople, or with both.':
    {
      en: 'A webhook of a Discord channel, or a bot, whose messages have buttons. Enter the address of the webhook, or the token of the bot and where it writes: a channel, people, or both.',
      de: 'Ein Webhook eines Kanals in Discord, oder ein Bot, dessen Nachrichten Knöpfe haben. Geben Sie die Adresse des Webhooks an, oder das Token des Bots und wohin er schreibt: in einen Kanal, an Menschen oder beides.',
    },
  'Webhooks have no buttons.': 'Webhooks haben keine Knöpfe.',
  'Token of the bot of a Discord app.': 'Token des Bots einer Discord-App.',
  'Id of the channel or thread where incidents go.':
    'Id des Kanals oder Threads, in den Störungen gehen.',
  'Public key of the Discord app, by which presses prove that they come from Discord. Without it messages have no buttons.':
    {
      en: 'Public key of the Discord app, by which presses prove that they come from Discord. Without it messages have no buttons. Tried against a simulation, not yet with a live account.',
      de: 'Öffentlicher Schlüssel der Discord-App, mit dem Knopfdrücke beweisen, dass sie von Discord kommen. Ohne ihn haben Nachrichten keine Knöpfe. An einer Nachbildung erprobt, nicht an einem echten Konto.',
    },
  'Whoever knows it can post, so it is a secret.': 'Wer sie kennt, kann schreiben: Sie ist geheim.',
  'Mails to addresses such as a mailing list; people are notified by their own settings.':
    'Mails an Adressen wie die einer Liste; Menschen werden nach ihren eigenen Einstellungen benachrichtigt.',
  'One issue per incident.': 'Ein Issue je Störung.',
  'For an installation of your own.': 'Für eine eigene Installation.',
  'Number or path.': 'Nummer oder Pfad.',
  'A webhook of a Google Chat space, by which each event is a reply in the thread of the incident, or an app in it, whose message of an incident has buttons and is changed in place. Set webhookUrl, or serviceAccountKey and spaceName.':
    {
      en: 'A webhook of a Google Chat space, by which each event is a reply in the thread of the incident, or an app in it, whose message has buttons and is changed in place.',
      de: 'Ein Webhook eines Bereichs in Google Chat, durch den jedes Ereignis eine Antwort im Thread der Störung ist, oder eine App darin, deren Nachricht Knöpfe hat und an Ort und Stelle geändert wird.',
    },
  'Key of a service account of the project of the Chat app, as the JSON file that Google Cloud makes.':
    'Schlüssel eines Dienstkontos des Projekts der Chat-App: die JSON-Datei, die Google Cloud erstellt.',
  'The space where the app posts; the address of the space ends with the part behind the slash.':
    'Der Bereich, in den die App schreibt; seine Adresse endet mit dem Teil nach dem Schrägstrich.',
  'Number of the Google Cloud project of the Chat app, by which presses prove that they come from Google. Without it messages have no buttons.':
    {
      en: 'Number of the Google Cloud project of the Chat app, by which presses prove that they come from Google. Without it messages have no buttons. Tried against a simulation, not yet with a live account.',
      de: 'Nummer des Google-Cloud-Projekts der Chat-App, mit der Knopfdrücke beweisen, dass sie von Google kommen. Ohne sie haben Nachrichten keine Knöpfe. An einer Nachbildung erprobt, nicht an einem echten Konto.',
    },
  'One issue per incident, in Jira Cloud or Jira Data Center.':
    'Ein Vorgang je Störung, in Jira Cloud oder Jira Data Center.',
  'Owner of the token in Jira Cloud.': 'Wem das Token in Jira Cloud gehört.',
  'Name of the transition, or of the status it leads to, when the incident is resolved.':
    'Name des Übergangs, oder des Status, zu dem er führt, wenn die Störung gelöst wird.',
  'The same when the incident opens again.': 'Dasselbe, wenn die Störung wieder geöffnet wird.',
  'Workflow state when the incident opens again.':
    'Zustand im Workflow, wenn die Störung wieder geöffnet wird.',
  'Workflow state of resolved incidents.': 'Zustand gelöster Störungen im Workflow.',
  'Set selectedChannelIds or severityBasedChannelSettings, not both.': {
    en: 'Choose channels for all incidents, or channels by severity, not both.',
    de: 'Wählen Sie Kanäle für alle Störungen oder Kanäle nach Schweregrad, nicht beides.',
  },
  'Text of the slash command that begins with none of its words opens an incident; needs slashCommandToken.':
    {
      en: 'Text of the slash command that begins with none of its words opens an incident; needs its token.',
      de: 'Text des Slash-Befehls, der mit keinem seiner Wörter beginnt, eröffnet eine Störung; braucht dessen Token.',
    },
  'Of the slash command by which people connect their accounts. Without it messages have no buttons.':
    {
      en: 'Of the slash command by which people connect their accounts. Without it messages have no buttons. Tried against a simulation, not yet with a live account.',
      de: 'Des Slash-Befehls, mit dem Menschen ihr Konto verbinden. Ohne ihn haben Nachrichten keine Knöpfe. An einer Nachbildung erprobt, nicht an einem echten Konto.',
    },
  'A workflow of Microsoft Teams that starts when a webhook request is received, by which each event is a card of its own, or a bot, whose card of an incident has buttons and is changed in place. Set webhookUrl, or appId, tenantId and clientSecret.':
    {
      en: 'A workflow that starts when a webhook request is received, by which each event is a card of its own, or a bot, whose card of an incident has buttons and is changed in place. Enter the address of the workflow, or the three members of the bot. The bot was tried against a simulation, not yet with a live account.',
      de: 'Ein Workflow, der mit einer Anfrage an einen Webhook beginnt und jedes Ereignis als eigene Karte schreibt, oder ein Bot, dessen Karte einer Störung Knöpfe hat und an Ort und Stelle geändert wird. Geben Sie die Adresse des Workflows an, oder die drei Angaben des Bots. Der Bot ist an einer Nachbildung erprobt, nicht an einem echten Konto.',
    },
  'Workflows have no buttons.': 'Workflows haben keine Knöpfe.',
  'Application (client) id of the Azure Bot, by which presses prove that they come from Microsoft Teams.':
    'Anwendungs-ID (Client) des Azure-Bots, mit der Knopfdrücke beweisen, dass sie von Microsoft Teams kommen.',
  'Directory (tenant) id of the app. Nobody of another tenant is heard.':
    'Verzeichnis-ID (Mandant) der App. Aus anderen Mandanten wird niemand gehört.',
  'Value of a client secret of the app.':
    'Wert eines geheimen Clientschlüssels der App; nicht dessen Id.',
  'Where incidents go, in a team to which the app was added.':
    'Wohin Störungen gehen: ein Kanal eines Teams, dem die App hinzugefügt wurde.',
  'One page of a database per incident.': 'Eine Seite einer Datenbank je Störung.',
  'A select property that takes Open, Acknowledged or Resolved.':
    'Eine Auswahl-Eigenschaft für Open, Acknowledged oder Resolved.',
  'A select property that takes Critical, Warning or Minor.':
    'Eine Auswahl-Eigenschaft für Critical, Warning oder Minor.',
  'An integration of the kind Events API v2.': 'Eine Integration der Art Events API v2.',
  'One record of a table per incident, with its id as correlation id.':
    'Ein Datensatz einer Tabelle je Störung, mit deren Id als Correlation ID.',
  'Close code of resolved incidents; it must be one of the instance.':
    'Close Code gelöster Störungen; es muss einer der Instanz sein.',
  'Set selectedChannelIds or severityBasedChannelSettings, not both. Beside them each incident may have a channel of its own.':
    {
      en: 'Choose channels for all incidents, or channels by severity, not both. Beside them each incident may have a channel of its own.',
      de: 'Wählen Sie Kanäle für alle Störungen oder Kanäle nach Schweregrad, nicht beides. Daneben kann jede Störung einen eigenen Kanal haben.',
    },
  'User group that holds whoever is on call in the first tiers of the team and has connected their account. The app needs the scope usergroups:write.':
    {
      en: 'Holds whoever is on call in the first tiers of the team and has connected their account. The app needs the scope usergroups:write. Not tried with a live account.',
      de: 'Enthält, wer in den ersten Stufen des Teams Bereitschaft und sein Konto verbunden hat. Die App braucht den Scope usergroups:write. Nicht an einem echten Konto erprobt.',
    },
  'Of how many tiers, from the first on, the user group holds people.':
    'Aus wie vielen Stufen, von der ersten an, die Gruppe Menschen enthält.',
  'Only people who were invited find it.': 'Nur wer eingeladen wurde, findet ihn.',
  'People on call are invited who have connected their Slack account.':
    'Eingeladen wird, wer Bereitschaft und sein Slack-Konto verbunden hat.',
  'The channel is archived when the incident is resolved.':
    'Der Kanal wird archiviert, wenn die Störung gelöst ist.',
  'How long after it was resolved.': 'Wie lange nach der Lösung.',
  'When channels are told who is on call in the team, in the time zone of the team.':
    'Wann Kanäle erfahren, wer im Team Bereitschaft hat, in der Zeitzone des Teams.',
  'Token of the Slack app (xoxb-…) with the scope chat:write. Without it nothing is posted.':
    'Token der Slack-App (xoxb-…) mit dem Scope chat:write. Ohne es wird nichts geschrieben.',
  'Signing secret of the Slack app. Without it messages have no buttons.':
    'Signing Secret der Slack-App. Ohne es haben Nachrichten keine Knöpfe.',
  'A channel of its own for each incident.': {
    en: 'A channel of its own for each incident. Tried against a simulation, not yet with a live account.',
    de: 'Ein eigener Kanal für jede Störung. An einer Nachbildung erprobt, nicht an einem echten Konto.',
  },
  'A bot. Incidents go to a chat that it is a member of, messages to single people where they have connected their account.':
    'Ein Bot. Störungen gehen in einen Chat, dessen Mitglied er ist, Nachrichten an einzelne Menschen dorthin, wo sie ihr Konto verbunden haben.',
  'Where incidents go.': 'Wohin Störungen gehen.',
  'People of the organization may connect their own account with this bot (/user/{id}/chats) and are then told of their alerts by direct messages. Needs what proves requests to come from the chat.':
    {
      en: 'People connect their own account with this bot (Me, Devices and phone) and are then told of their alerts by direct messages. Tried against a simulation, not yet with a live account.',
      de: 'Menschen verbinden ihr eigenes Konto mit diesem Bot (Ich, Geräte und Telefon) und bekommen ihre Alarme dann als Direktnachrichten. An einer Nachbildung erprobt, nicht an einem echten Konto.',
    },
  'Topic of a forum group.': 'Thema einer Gruppe mit Foren.',
  "Secret token of the bot's webhook. Without it messages have no buttons.":
    'Geheimes Token des Webhooks des Bots. Ohne es haben Nachrichten keine Knöpfe.',
  'One card per incident.': 'Eine Karte je Störung.',
  'List that cards of resolved incidents move to.':
    'Liste, in die Karten gelöster Störungen wandern.',
  'A request of your own to any address.': 'Eine eigene Anfrage an eine beliebige Adresse.',
  'Sent in addition to those of the signature.': 'Zusätzlich zu denen der Signatur gesendet.',
  'Handlebars template of the body over the incident. {{value}} is escaped for a JSON text, {{json value}} is a whole value as JSON.':
    'Vorlage des Inhalts (Handlebars) über die Störung. {{value}} wird für einen Text in JSON maskiert, {{json value}} ist ein ganzer Wert als JSON.',
  'Signs each request. For StandardWebhooks it is whsec_ and the base64 of 24 to 64 bytes.': {
    en: 'Signs each request. For Standard Webhooks it is whsec_ and the base64 of 24 to 64 bytes.',
    de: 'Signiert jede Anfrage. Für Standard Webhooks ist es whsec_ und Base64 von 24 bis 64 Bytes.',
  },
  'Signs each request, too, while receivers change to the new secret. Only for StandardWebhooks.': {
    en: 'Signs each request, too, while receivers change to the new secret. Only for Standard Webhooks.',
    de: 'Signiert jede Anfrage ebenfalls, solange Empfänger auf das neue Geheimnis wechseln. Nur für Standard Webhooks.',
  },
  'The others sign as the commercial original does, with the headers x-aq-signature or x-amzn-event-signature.':
    {
      en: 'All Quiet signs with the header x-aq-signature, Amazon with x-amzn-event-signature.',
      de: 'All Quiet signiert mit der Kopfzeile x-aq-signature, Amazon mit x-amzn-event-signature.',
    },
  'A catch hook of Zapier.': 'Ein Catch Hook von Zapier.',
  'One ticket per incident, with internal notes.': 'Ein Ticket je Störung, mit internen Notizen.',
  'Returned with the letter case it was written in.': null,
};
