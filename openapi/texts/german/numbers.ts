/** Whether the calls of phone numbers arrive, and whom their callers reach. */
export const numbers = {
  numberMayNotArrive: 'Anrufe an die Nummer „{name}“ kommen vielleicht nicht an. {why:sentence}',
  numberSet: 'Eingerichtet: Anrufe an {number} kommen hier an.',
  numberByHand:
    'Von Hand: Tragen Sie beim Anbieter {voice} für eingehende Anrufe ein, {fallback}, falls das scheitert, und {status} für Änderungen am Status eines Anrufs, alle mit POST. Mit Zugangsdaten geschieht das von selbst.',
  numberLeadsNowhere:
    'Geändert: Beim Anbieter führen Anrufe an {number} nirgendwohin; speichern Sie die Integration, damit sie wieder hier ankommen.',
  numberLeadsElsewhere:
    'Geändert: Beim Anbieter gehen Anrufe an {number} jetzt zu {address}; speichern Sie die Integration, damit sie wieder hier ankommen.',
  numberOnlyLocal:
    'Wartet: Kein Anbieter erreicht {address}; setzen Sie TOCSIN_PUBLIC_URL auf die öffentliche Adresse dieses Servers.',
  numberAnsweredElsewhere:
    'Wartet: Die Integration {name} nimmt {number} an; löschen Sie sie, oder ändern Sie ihre Nummer.',
  numberWaiting: 'Wartet: Der Anbieter wird gefragt.',
  numberRefused: 'Abgelehnt: {error:sentence}',
  numberTriedAgain: 'Wartet: {error:sentence} Es wird erneut versucht.',

  callersReachNobody: '{callers:sentence}, {reach:sentence}',
  callersOf: 'Wer „{number}“ anruft',
  callersPressing: 'Wer „{number}“ anruft und {key:number} drückt',
  routeTeamDeleted: 'erreicht niemanden: Das Team dieses Weges wurde gelöscht.',
  nobodyBetween:
    'erreicht von {from:moment} bis {until:moment} niemanden: In {team} hat niemand mit bestätigter Telefonnummer Bereitschaft. {then:sentence}',
  nobodyBetweenAndMore:
    'erreicht von {from:moment} bis {until:moment} niemanden, und {count:number} weitere Male: In {team} hat niemand mit bestätigter Telefonnummer Bereitschaft. {then:sentence}',
  nobodyFrom:
    'erreicht ab {from:moment} niemanden: In {team} hat niemand mit bestätigter Telefonnummer Bereitschaft. {then:sentence}',
  nobodyFromAndMore:
    'erreicht ab {from:moment} niemanden, und {count:number} weitere Male: In {team} hat niemand mit bestätigter Telefonnummer Bereitschaft. {then:sentence}',
  thenMessage: 'Wer anruft, wird um eine Nachricht gebeten.',
  thenClosing: 'Zu hören ist die Schlussansage, und niemand erfährt davon.',

  // What is wrong with the settings of a number.
  numberMalformed: 'Geben Sie die Nummer in E.164-Form an: + und 7 bis 15 Ziffern.',
  hostNameOnly: 'Geben Sie nur einen Hostnamen an, ohne https:// und Pfad.',
  secretNeedsVisible:
    'Geben Sie mindestens ein sichtbares Zeichen an, oder senden Sie null, wenn es keines gibt.',
  secretLinesOver: 'Geben Sie höchstens {max:number} Zeilen an: das neue und das alte.',
  accountSidMalformed:
    'Geben Sie die SID des Kontos an, AC und 32 hexadezimale Ziffern; was mit SK beginnt, ist ein API-Schlüssel.',
  accountOfTokenMissing: 'Geben Sie das Konto an, zu dem das Auth-Token gehört.',
  publicKeyMalformed: 'Geben Sie den öffentlichen Schlüssel des Kontos an: 32 Bytes in Base64.',
  routeOrMenu:
    'Geben Sie entweder route oder menu an, nicht beides; für das andere senden Sie null.',
  menuKeyTaken: 'Die Taste {key} führt schon zu etwas; verwenden Sie jede Taste einmal.',
  menuNeedsMessage: 'Zu einem Menü gehört eine Ansage, die sagt, welche Taste wohin führt.',
  closedNeedsMessage: 'Geben Sie an, was Anrufer hören, wenn geschlossen ist.',
  closedNeedsTeam: 'Geben Sie das Team an, bei dem es klingelt, wenn geschlossen ist.',
  emergencyIsOwnNumber: 'Geben Sie eine andere Nummer an als die angerufene.',
  promptNeedsText: 'Geben Sie den Text an, der gesprochen wird.',
  promptNeedsFile: 'Geben Sie die hochgeladene Datei an.',
  promptTooLong:
    'In einer URL hat das {letters:number} Zeichen, und Anbieter nehmen {max:number}; kürzen Sie es.',
  promptFileUnknown:
    'In dieser Organisation ist keine Datei {key} hochgeladen; laden Sie sie mit call-routing-media hoch, und nennen Sie sie innerhalb eines Tages.',
  callerEntryWrong: '{entry} {problem:sentence}.',
  callerWithZero: 'muss ohne die (0) geschrieben sein: +49 151 …, nicht +49 (0) 151 …',
  callerNeedsCountry:
    'muss eine Nummer mit Landesvorwahl sein (+4915112345678) oder eine Landesvorwahl (+49)',
  callerTooLong: 'darf höchstens 15 Ziffern haben',
  callerOfOddLength:
    'muss 1 bis 4 Ziffern haben (eine Landesvorwahl) oder 7 bis 15 Ziffern (eine ganze Nummer): Kürzen oder ergänzen Sie sie',
} as const;
