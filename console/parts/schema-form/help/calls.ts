import type { Wordings } from './wording.ts';

/** Help texts about phone numbers, the messages that callers hear, and rehearsals. */
export const callsHelp: Wordings = {
  'As the carrier would report it.': 'So, wie der Anbieter sie meldet.',
  'When the call comes in.': 'Wann der Anruf eingeht.',
  'After the last one, nothing more is pressed.': 'Nach der letzten wird nichts mehr gedrückt.',
  'When the caller gives up, counted from the start of the call.':
    'Wann der Anrufer aufgibt, vom Beginn des Anrufs an gezählt.',
  'How long the caller speaks when asked for a message.':
    'Wie lange der Anrufer spricht, wenn er um eine Nachricht gebeten wird.',
  'What becomes of those who are dialled. Whoever is not named here does as in others.': {
    en: 'What becomes of those who are dialled. Whoever is not named here does as “Others” says.',
    de: 'Was die Angerufenen tun. Wer hier nicht steht, tut, was unter „Alle anderen“ steht.',
  },
  "PicksUp: and presses keys. NoAnswer: lets it ring. Busy: speaks with somebody else, or declines. Failed: the number cannot be reached. OwnVoicemail: the person's own answering machine picks up and presses nothing. InCall: is connected with another caller of the team already.":
    null,
  'After how many seconds of ringing.': 'Nach so vielen Sekunden Klingeln.',
  'How long the two speak.': 'Wie lange die beiden sprechen.',
  'A UUID, in any letter case.': null,
  'Settings to try instead of those that are stored.':
    'Einstellungen, die statt der gespeicherten ausprobiert werden.',
  'What every caller hears first. With a menu it is needed, and says which key leads where.':
    'Was jeder Anrufer zuerst hört. Mit einem Menü ist sie nötig und sagt, welche Taste wohin führt.',
  'What is spoken; needed for TextToSpeech. Where a file is played it is spoken instead if the file is missing. Written in a URL it may have at most 4,500 characters; letters of other alphabets count for up to nine there. Control characters are left out.':
    {
      en: 'What is spoken. Where a file is played, it is spoken if the file is missing.',
      de: 'Was gesprochen wird. Wird eine Datei abgespielt, wird es gesprochen, wenn die Datei fehlt.',
    },
  'The language of the text, as call-routing-options lists them.': {
    en: 'The language of the text, for example en-US.',
    de: 'Die Sprache des Textes, zum Beispiel de-DE.',
  },
  'Kept and not used; the voice goes by the language.':
    'Wird nur aufbewahrt; die Stimme richtet sich nach der Sprache.',
  'An uploaded file, as the upload answered it; needed for AudioFile. Only objectKey counts.': {
    en: 'An uploaded file.',
    de: 'Eine hochgeladene Datei.',
  },
  'RFC 3339 date and time with offset. Values written by a client are returned exactly as written.':
    {
      en: 'Date and time with offset, for example 2026-03-07T18:00:00+01:00.',
      de: 'Datum und Uhrzeit mit Abstand zu UTC, zum Beispiel 2026-03-07T18:00:00+01:00.',
    },
  'The number that the people on call see.': 'Die Nummer, die Menschen in Bereitschaft sehen.',
  'The words of a voicemail are added to its incident later, in English only; recordings then end after 119 seconds.':
    'Was jemand hinterlässt, steht später als Text bei der Störung, nur auf Englisch; Aufnahmen enden dann nach 119 Sekunden.',
  'What the number says by itself is spoken in this language: the menu, the words to accept a call, voicemail, the end. One of the locales of call-routing-options; without a voice of its own, the next of the same language.':
    {
      en: 'What the number says by itself is spoken in this language: the menu, the words to accept a call, voicemail, the end. Left empty, it is the language of the welcome message.',
      de: 'In dieser Sprache sagt die Nummer, was sie von sich aus sagt: Menü, Annahme, Aufnahme, Ende. Leer ist es die Sprache der Begrüßung.',
    },
  "Whom a caller is put through to when the server cannot answer the carrier, for instance because its database does not: a number in E.164 form that needs nothing of this server, such as the control room's. The call is Failed and opens an incident in any case.":
    {
      en: "Callers are put through to this number when the server cannot answer, for instance because its database does not: +49301234567, such as the control room's. The call opens an incident in any case. Left empty, an apology is said.",
      de: 'Hierhin werden Anrufende verbunden, wenn der Server nicht antworten kann, etwa weil seine Datenbank es nicht tut: +49301234567, zum Beispiel die Leitstelle. Der Anruf eröffnet in jedem Fall eine Störung. Leer hören sie eine Entschuldigung.',
    },
  'A shorter recording is no message and opens no incident: a breath, or the click of hanging up. Silence at the start and the end does not count where the carrier cuts it off (Twilio).':
    'Eine kürzere Aufnahme gilt nicht als Nachricht und eröffnet keine Störung. Stille am Anfang und Ende zählt nicht, wo der Anbieter sie abschneidet (Twilio).',
  'What the caller hears before the next person is rung, words or music; nobody is rung meanwhile, so keep it short.':
    'Was der Anrufer hört, bevor der Nächste angerufen wird, Worte oder Musik. Währenddessen läutet es bei niemandem: Halten Sie es kurz.',
  'Before a message is recorded the caller hears that it will be, and can hang up. Without that, recording is against the law in many places.':
    'Vor der Aufnahme hört der Anrufer, dass aufgezeichnet wird, und kann auflegen. Ohne diesen Hinweis ist die Aufnahme vielerorts verboten.',
  'What the caller hears about the recording, before the words that ask for a message.':
    'Was der Anrufer über die Aufnahme hört, vor der Bitte um eine Nachricht.',
  'Who picks up hears the number of the caller after the words that ask to press 1, digit by digit, or that the caller shows none; a key counts at any time.':
    'Wer abnimmt, hört nach der Bitte um die 1 die Nummer des Anrufers, Ziffer für Ziffer, oder dass er keine zeigt. Tasten zählen jederzeit.',
  'When people are rung. At other times and on holidays calls go as whenClosed says, and who leaves no message then opens no incident.':
    {
      en: 'When people are rung. At other times and on holidays calls go as chosen below, and who leaves no message then opens no incident. Left out, it is always open.',
      de: 'Wann Menschen angerufen werden. Zu anderen Zeiten und an Feiertagen geht der Anruf den unten gewählten Weg; wer dann nichts hinterlässt, eröffnet keine Störung. Leer ist immer offen.',
    },
  'The times of the week at which it is open. One that ends before it starts passes midnight.':
    'Zu diesen Zeiten der Woche ist geöffnet. Was vor seinem Beginn endet, geht über Mitternacht.',
  'Days on which it is closed from midnight to midnight.':
    'An diesen Tagen ist von Mitternacht bis Mitternacht geschlossen.',
  'A calendar day, YYYY-MM-DD, in the time zone of the hours.':
    'Ein Kalendertag in der Zeitzone der Öffnungszeiten, zum Beispiel 2026-12-25.',
  'Whether it is spoken or a file is played.':
    'Ob ein Text gesprochen oder eine Datei abgespielt wird.',
  'Where the file is kept; the upload answers it.':
    'Wo die Datei liegt; das steht in der Antwort auf das Hochladen.',
  'As it was called when it was uploaded.': 'Wie sie beim Hochladen hieß.',
  'What the file is by its content.': 'Was die Datei ihrem Inhalt nach ist.',
  'How large it is.': 'Wie groß sie ist.',
  'How long it plays.': 'Wie lange sie dauert.',
  'The log of a call names it.': 'Das Protokoll eines Anrufs nennt ihn.',
  'Voicemail: the caller is asked for a message. Message: the caller hears closedMessage, and the call ends. Team: the people on call in closedTeamId are rung.':
    {
      en: 'The caller is asked for a message, or hears a message and the call ends, or another team is rung.',
      de: 'Der Anrufer wird um eine Nachricht gebeten, oder er hört eine Ansage und der Anruf endet, oder ein anderes Team wird angerufen.',
    },
  'What the caller hears when it is closed; needed for Message.': {
    en: 'What the caller hears when it is closed.',
    de: 'Was der Anrufer hört, wenn geschlossen ist.',
  },
  'A call that nobody took and that left no message opens an incident with the number to call back. Further ones of the same caller within an hour are added to it while it is open. It is resolved when somebody calls back and speaks with the caller, or when the caller reaches somebody later.':
    'Ein Anruf, den niemand annahm und der keine Nachricht hinterließ, eröffnet eine Störung mit der Nummer zum Zurückrufen. Weitere derselben Nummer innerhalb einer Stunde kommen dazu, solange sie offen ist. Sie ist gelöst, wenn jemand zurückruft und mit dem Anrufer spricht oder wenn der Anrufer später jemanden erreicht.',
  'Calls that ended earlier open no incident; many who hang up at once have the wrong number.':
    'Anrufe, die früher endeten, eröffnen keine Störung; wer gleich auflegt, hat sich oft verwählt.',
  'After how many days what callers said is deleted, here and at the carrier. The call and its log stay, with the words of the voicemail where they were written down. Holds for recordings that are there already, too.':
    {
      en: 'After how many days what callers said is deleted, here and at the carrier. The call and its log stay, with the words of the voicemail. Holds for recordings that are there already, too.',
      de: 'Nach so vielen Tagen wird gelöscht, was Anrufer gesagt haben, hier und beim Anbieter. Der Anruf und sein Protokoll bleiben, mit dem Text der Nachricht. Gilt auch für Aufnahmen, die es schon gibt.',
    },
  'When there are entries, only callers that match one pass.':
    'Steht hier etwas, kommen nur Anrufer durch, auf die es zutrifft.',
  'Callers that match are turned away, also those on the allowlist.':
    'Anrufer, auf die es zutrifft, werden abgewiesen, auch erlaubte.',
  'Whom a caller reaches.': 'Wen ein Anrufer erreicht.',
  'Of the incidents that calls open.': 'Der Störungen, die Anrufe eröffnen.',
  'The caller records a message and nobody is rung.':
    'Der Anrufer hinterlässt eine Nachricht, und niemand wird angerufen.',
  'When nobody accepts, the caller can leave a message, which opens an incident. False plays the closing message and ends the call.':
    {
      en: 'When nobody accepts, the caller can leave a message, which opens an incident. Off: the closing message is played and the call ends.',
      de: 'Nimmt niemand an, kann der Anrufer eine Nachricht hinterlassen, die eine Störung eröffnet. Aus: Die Schlussansage kommt, und der Anruf endet.',
    },
  'What the caller hears before the recording.': 'Was der Anrufer vor der Aufnahme hört.',
  'What the caller hears when nobody accepts and there is no voicemail.':
    'Was der Anrufer hört, wenn niemand annimmt und er nichts hinterlassen kann.',
  'The incident of a call that somebody accepted is opened as resolved.':
    'Die Störung zu einem angenommenen Anruf wird als gelöst eröffnet.',
  'No number is rung twice in one call.': 'Keine Nummer klingelt im selben Anruf zweimal.',
  'How many people are rung at most.': 'Wie viele Menschen höchstens angerufen werden.',
  'How long each of them is rung.': 'Wie lange es bei jedem klingelt.',
  'What a person who picks up hears; it asks to press 1.':
    'Was hört, wer abnimmt; es bittet, die 1 zu drücken.',
  'How long to wait for the 1.': 'Wie lange auf die 1 gewartet wird.',
  'How many times a person who picks up is asked.': 'Wie oft gefragt wird, wer abnimmt.',
  'The caller chooses a route by a key.': 'Der Anrufer wählt einen Weg durch eine Taste.',
  'One for each key; no key twice.': 'Einer je Taste; keine Taste zweimal.',
  'A key from 1 to 9.': 'Eine Taste von 1 bis 9.',
  'How many times the menu is played; silence and keys that lead nowhere count.':
    'Wie oft das Menü abgespielt wird; Schweigen und Tasten ohne Ziel zählen mit.',
  'How long to wait for a key after the menu was played.':
    'Wie lange nach dem Menü auf eine Taste gewartet wird.',
  'A phone number of Twilio that reaches whoever is on call.':
    'Eine Telefonnummer von Twilio, die erreicht, wer Bereitschaft hat.',
  'A phone number of Telnyx that reaches whoever is on call.':
    'Eine Telefonnummer von Telnyx, die erreicht, wer Bereitschaft hat.',
  'The number, and what is needed to speak with the carrier about it. With accountSid and authToken the webhooks of the number are set for you; without them configurationStatus says what to enter where.':
    {
      en: 'The number, and what is needed to speak with the carrier about it. With account SID and auth token the webhooks of the number are set for you; without them the setup says what to enter where.',
      de: 'Die Nummer, und was nötig ist, um mit dem Anbieter darüber zu sprechen. Mit Konto-SID und Auth-Token werden die Webhooks der Nummer für Sie eingetragen; ohne sie sagt die Einrichtung, was wohin gehört.',
    },
  "Host name of the carrier's API, for accounts in another region.":
    'Host der API des Anbieters, für Konten in einer anderen Region.',
  'The account that the number belongs to. Calls of another account are refused.':
    'Das Konto, zu dem die Nummer gehört. Anrufe eines anderen Kontos werden abgelehnt.',
  'The auth token of the account: it proves that a request comes from the carrier. To replace it without a gap give both tokens, one per line: the first is used, both are accepted.':
    'Das Auth-Token des Kontos: Es beweist, dass eine Anfrage vom Anbieter kommt. Um es lückenlos zu ersetzen, geben Sie beide an, eines je Zeile: Das erste wird benutzt, beide werden angenommen.',
  'The number in E.164 form.': {
    en: 'The number with its country code, for example +4930123456.',
    de: 'Die Nummer mit Landesvorwahl, zum Beispiel +4930123456.',
  },
  "The carrier's id of the number.": 'Die Kennung der Nummer beim Anbieter.',
  'What a caller hears and whom they reach. Either route, for every call, or menu; with neither, every call goes to the team of the integration. First the lists, then the welcome message, then the route.':
    {
      en: 'What a caller hears and whom they reach: either one route for every call, or a menu. With neither, every call goes to the team of the integration.',
      de: 'Was ein Anrufer hört und wen er erreicht: entweder ein Weg für alle Anrufe oder ein Menü. Ohne beides geht jeder Anruf an das Team der Integration.',
    },
  "The number, and what is needed to speak with the carrier about it. With apiKey the addresses of the number's TeXML application are set for you; without it configurationStatus says what to enter where.":
    {
      en: "The number, and what is needed to speak with the carrier about it. With an API key the addresses of the number's TeXML application are set for you; without it the setup says what to enter where.",
      de: 'Die Nummer, und was nötig ist, um mit dem Anbieter darüber zu sprechen. Mit API-Schlüssel werden die Adressen der TeXML-Anwendung für Sie eingetragen; ohne ihn sagt die Einrichtung, was wohin gehört.',
    },
  "Host name of the carrier's API.": 'Host der API des Anbieters.',
  'The account that the number belongs to, as AccountSid of requests names it. Calls of another account are refused.':
    {
      en: 'The account that the number belongs to. Calls of another account are refused.',
      de: 'Das Konto, zu dem die Nummer gehört. Anrufe eines anderen Kontos werden abgelehnt.',
    },
  'A V2 API key. It sets the number up, fetches recordings and asks how a call ended.':
    'Ein API-Schlüssel der Version 2. Er richtet die Nummer ein, holt Aufnahmen und fragt, wie ein Anruf endete.',
  'The public key of the account (Base64, from Keys & Credentials in the portal): it proves that a request comes from the carrier. To replace it without a gap give both keys, one per line: both are accepted.':
    'Der öffentliche Schlüssel des Kontos (Base64, aus „Keys & Credentials“ im Portal): Er beweist, dass eine Anfrage vom Anbieter kommt. Um ihn lückenlos zu ersetzen, geben Sie beide an, einen je Zeile.',
  'The TeXML application that calls of the number go to, used for this number alone.':
    'Die TeXML-Anwendung, an die Anrufe der Nummer gehen, nur für diese Nummer benutzt.',
  'Calls of this carrier are not supported; integrations with these settings are refused.':
    'Anrufe dieses Anbieters werden nicht unterstützt; Integrationen mit diesen Einstellungen werden abgelehnt.',
};
