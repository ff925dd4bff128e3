/** Why a body was not read as it was sent. The engines that read it have no German words of their own. */
export const payloadBodies = {
  bodyNotInCharset:
    'Der Inhalt ist kein gültiges {charset}; unlesbare Bytes werden durch U+FFFD ersetzt.',
  bodyNotUtf8:
    'Der Inhalt ist kein gültiges UTF-8; ungültige Bytes werden als windows-1252 gelesen.',
  jsonTooDeep: 'Das JSON ist tiefer als {max:number} Ebenen verschachtelt; es bleibt als textBody.',
  jsonInvalid: 'Der Inhalt ist kein gültiges JSON; er bleibt als textBody.',
  jsonInvalidAt:
    'Der Inhalt ist kein gültiges JSON (Zeile {line:number}, Spalte {column:number}); er bleibt als textBody.',
  jsonInvalidToken:
    'Der Inhalt ist kein gültiges JSON (unerwartet: {token}); er bleibt als textBody.',
  jsonEndsEarly: 'Der Inhalt ist kein gültiges JSON (er endet zu früh); er bleibt als textBody.',
  formFieldsOver: 'Das Formular hat mehr als {max:number} Felder; es bleibt als textBody.',
  multipartUnreadable: 'Der Multipart-Inhalt lässt sich nicht lesen; er bleibt als textBody.',
  multipartFieldTooLarge:
    'Das Feld {name} ist größer als {max:number} Bytes; der Inhalt bleibt als textBody.',
  multipartPartsOver:
    'Der Multipart-Inhalt hat mehr als {max:number} Teile; er bleibt als textBody.',
  bodyNotKept:
    'Der Inhalt wird nicht aufbewahrt: Er kann ein Geheimnis seines Werkzeugs enthalten, das sich nicht entfernen ließ.',

  alertsLeftOut:
    'Sie enthält {all:number} Alarme; nur die ersten {read:number} davon wurden gelesen.',
  readingTookLonger:
    'Diesen Inhalt zu lesen und zuzuordnen dauerte länger als {seconds:number} s und wurde abgebrochen.',
  readingTookProcessor:
    'Diesen Inhalt zu lesen und zuzuordnen brauchte mehr als {seconds:number} s Prozessorzeit und wurde abgebrochen.',
  readingNotDone:
    'Diesen Inhalt zu lesen und zuzuordnen war nach {seconds:number} s nicht fertig und wurde abgebrochen.',
  readingTookMemory:
    'Diesen Inhalt zu lesen und zuzuordnen brauchte mehr als {megabytes:number} MB Speicher und wurde abgebrochen.',
  readingDiedTwice:
    'Dieser Inhalt ließ sich nicht lesen: Der Thread, der ihn las, ist zweimal abgestürzt.',
  readingFault:
    'Die Meldung ließ sich wegen eines Fehlers im Server nicht auswerten; siehe sein Protokoll.',
  sendFewerAlerts: '{why:sentence} Senden Sie weniger Alarme auf einmal.',
  sendItAgain: '{why:sentence} Senden Sie die Meldung noch einmal.',
  largePayloadsWait:
    'Zu viele große Meldungen warten darauf, gelesen zu werden; senden Sie sie noch einmal.',
  payloadHadNoTurn:
    'Diese Meldung konnte nicht innerhalb von {seconds:number} s gelesen werden; senden Sie sie noch einmal.',
  serverStopping: 'Der Server wird gerade beendet; senden Sie die Meldung noch einmal.',
  payloadNotStored: 'Die Meldung konnte nicht gespeichert werden; senden Sie sie noch einmal.',

  traceMappingNotKept:
    'Die Zuordnung, die sie ausgewertet hat, wird nicht mehr aufbewahrt; ihre Schritte lassen sich nicht zeigen.',
  traceOfThisVersion:
    'Diese Version des Servers wertet sie anders aus als die, die sie empfangen hat: Gezeigt werden die Schritte dieser Version.',

  attributeReason: 'Grund',
  attributePayload: 'Meldung',
  payloadsReadAgain:
    'Eine spätere Meldung wurde gelesen, und seit {minutes:number} Minuten ist keine gescheitert.',
} as const;
