/** What carriers of phone numbers answer when they are asked, and what they do not. */
export const carriers = {
  carrierAccessGone:
    'Der Anbieter kann nicht mehr gefragt werden: Die angerufene Nummer hat keinen Zugang oder ist weg.',
  carrierNotAsked: 'Der Anbieter konnte nicht gefragt werden.',
  carrierAnswered: '{carrier} antwortete mit {status:number}.',
  carrierAnsweredWith: '{carrier} antwortete mit {status:number}: {words}.',
  carrierAnsweredOddly: 'Der Anbieter antwortete in einer unbekannten Form.',
  credentialsRefused: '{carrier} nimmt die Zugangsdaten nicht an; zu prüfen: {settings:choices}.',
  hostNotOfCarrier: '{host} gehört nicht zu {carrier}; nehmen Sie etwa {example}.',
  apiKeyMissing: 'Der API-Schlüssel fehlt.',
  accountOrTokenMissing: 'Die Konto-SID oder das Auth-Token fehlt.',
  accountIdMissing: 'Das Konto der Nummer fehlt: Rückrufe brauchen es.',
  applicationNotNamed:
    'Telnyx nennt für {number} keine TeXML-Anwendung: Tragen Sie sie in den Einstellungen der Nummer ein.',
  numberNotOfAccount: 'Das Konto hat die Nummer {number} nicht.',
  numberIdOfOther: '{id} ist die Nummer {other}, nicht {number}.',
  numberOfConnection:
    'Die Nummer gehört zur Verbindung {id}; nennen Sie diese als TeXML-Anwendung der Nummer, damit sie geändert werden darf, oder nehmen Sie sie von der Nummer.',
  numberOfTrunk: 'Die Nummer gehört zum SIP-Trunk {id}; nehmen Sie sie erst dort heraus.',

  // What became of the recording of a message, and why it is not here.
  recordingRefused: 'Der Anbieter gibt sie nicht heraus. {why:sentence}',
  recordingNotGiven:
    'Ein Tag ist vergangen, und der Anbieter hat sie nicht herausgegeben. {why:sentence}',
  recordingNotFound:
    'Der Anbieter hat keine Aufnahme gemeldet. Ein Tag ist vergangen, und er hat nicht gesagt, ob er eine hat. {why:sentence}',
  recordingNotFetched: 'Die Aufnahme der Nachricht konnte nicht geholt werden. {why:sentence}',
  recordingTooLarge: 'Die Aufnahme ist größer als {megabytes:number} MB.',
  recordingNoSound: 'Die Aufnahme ist weder MP3 noch WAV.',
  recordingEmpty: 'Die Aufnahme ist leer.',
  recordingNotYet: 'Die Aufnahme ist noch nicht da.',
  recordingInTheMaking: 'Der Anbieter ist mit der Aufnahme noch nicht fertig.',
  recordingElsewhere: 'Die Aufnahme liegt auf {host}, und das gehört nicht zum Anbieter.',
  recordingNowhere: 'Die Aufnahme hat keine gültige Adresse.',
  recordingAnswered: 'Der Anbieter antwortete für die Aufnahme mit {status:number}.',
  recordingRedirected: 'Die Aufnahme liegt hinter mehr als {count:number} Weiterleitungen.',
  recordingBeingCopied:
    'Die Aufnahme wird gerade vom Anbieter geholt; versuchen Sie es in einer Minute noch einmal.',
  recordingDeleted: 'Die Aufnahme wurde gelöscht.',
  recordingDeletedAt: 'Die Aufnahme wurde am {at:moment} gelöscht.',
  recordingHere: 'Die Aufnahme ist schon da.',
  recordingAbsent: 'Der Anbieter sagt, dass nichts aufgenommen wurde.',
  carrierSaid: '{carrier} antwortete mit {status:number}: {words}',
  carrierKnowsNoNumber: 'Twilio kennt diese Telefonnummer nicht.',
  carrierTrialOnly: 'Ein Testkonto von Twilio erreicht nur Nummern, die dort bestätigt sind.',
  carrierTextsNoCountry:
    'Das Konto bei Twilio darf in dieses Land keine SMS senden; erlauben Sie es in den Geographic Permissions.',
  carrierCallsNoCountry:
    'Das Konto bei Twilio darf in dieses Land nicht anrufen; erlauben Sie es in den Geographic Permissions.',
  carrierStopped:
    'Der Empfänger hat sich per SMS mit STOP abgemeldet; er muss START senden, um erreichbar zu sein.',
  carrierTakesNoTexts: 'Diese Telefonnummer kann keine SMS empfangen.',
  carrierAccountState: 'Das Konto bei Twilio ist im Zustand {state}.',
  carrierTimedOut: 'Twilio hat nicht rechtzeitig geantwortet.',
  carrierUnreachable: 'Twilio ist nicht erreichbar: {code}.',
  pushSubscriptionInvalid: 'Dieses Gerät ist nicht richtig für Push-Nachrichten angemeldet: {why}',
  pushSubscriptionEnded:
    'Der Browser oder die App hat die Anmeldung beendet; das Gerät muss sich neu anmelden.',
  pushTopicInvalid:
    'Die Adresse muss die eines Themas von ntfy sein, etwa https://ntfy.sh/my-topic.',
} as const;
