/** What is said of calls to phone numbers, and of calls back: in their logs, and where something is refused. */
export const calls = {
  missedCallFrom: 'Verpasster Anruf von {caller:sentence} bei {name}',
  messageFrom: 'Nachricht von {caller:sentence} für {name}',
  callFrom: 'Anruf von {caller:sentence} bei {name}',
  withheldNumber: 'unterdrückter Nummer',
  callerRangAgain:
    'Dieselbe Nummer rief noch einmal an und erreichte niemanden, nach {seconds:seconds}.',
  callerLeftMessageAfterAll: 'Es wurde doch noch eine Nachricht hinterlassen.',
  callerReached:
    'Unter derselben Nummer wurde wieder angerufen und mit {person:person} gesprochen.',
  calledBack: '{person:person} hat zurückgerufen und mit dem Anrufer gesprochen.',
  calledBackFor:
    '{person:person} hat zurückgerufen und {seconds:seconds} mit dem Anrufer gesprochen.',
  callBackUnconnected: 'Die angerufene Nummer ist nicht mehr verbunden.',
  callBeingDeleted: 'Der Anruf wird gerade gelöscht.',
  callStillGoingOn: 'Der Anruf läuft noch.',
  callerWasTurnedAway: 'Der Anrufer wurde abgewiesen.',
  callerShowedNoNumber: 'Der Anrufer zeigte keine Nummer.',
  onlyPersonCallsBack:
    'Nur ein Mensch kann zurückrufen: Benutzen Sie einen Schlüssel, der jemandem gehört.',
  youHaveNoPhone: 'Sie haben keine Telefonnummer: Tragen Sie sie in Ihrem Profil ein.',
  yourPhoneUnconfirmed:
    'Ihre Telefonnummer ist nicht bestätigt: Bestätigen Sie sie in Ihrem Profil.',
  callFromYourPhone: 'Der Anruf kam von Ihrem eigenen Telefon.',
  callBackGoesOn: '{person:person} ruft schon zurück.',
  callBackUncertain:
    '{why:sentence} Vielleicht läutet Ihr Telefon trotzdem; wenn nicht, versuchen Sie es in zwei Minuten noch einmal.',
  callBackNotPlaced: 'Der Anbieter hat Sie nicht angerufen. {why:sentence}',

  callArrived: '{caller} hat {number} angerufen.',
  hiddenCallArrived: 'Ein Anrufer ohne Nummer hat {number} angerufen.',
  callAlreadyArrived: 'Der Anruf war schon eingegangen.',
  callerOnBlocklist: 'Die Nummer des Anrufers passt zu {entry} unter den abgewiesenen Anrufern.',
  callerNotOnAllowlist: 'Die Nummer des Anrufers steht nicht unter den erlaubten Anrufern.',
  hiddenCallerNotAllowed:
    'Der Anrufer zeigt keine Nummer, und durchgelassen wird nur, wer unter den erlaubten Anrufern steht.',
  teamsOfNumberDeleted:
    'Die Teams dieser Nummer wurden gelöscht: Wählen Sie in ihren Einstellungen andere.',

  menuPlayed:
    'Das Menü wird abgespielt ({attempt:number} von höchstens {attemptsMax:number}) und wartet auf {keys:anyOf}.',
  menuKeyTooLate:
    'Es war schon eine Taste gewählt, oder dieses Menü wurde inzwischen noch einmal abgespielt.',
  callerPressed: 'Der Anrufer hat {key} gedrückt.',
  callerPressedDeleted:
    'Der Anrufer hat {key} gedrückt, deren Team gelöscht wurde: Die Taste führt nirgendwohin.',
  callerPressedNowhere: 'Der Anrufer hat {key} gedrückt; das führt nirgendwohin.',
  callerPressedNothing: 'Der Anrufer hat innerhalb von {within:seconds} keine Taste gedrückt.',
  nothingChosenOnce: 'Der Anrufer hat im Menü nichts gewählt, das einmal abgespielt wurde.',
  nothingChosen: 'Der Anrufer hat im Menü nichts gewählt, das {count:number}-mal abgespielt wurde.',

  routeTakenAlready: 'Der Weg war schon eingeschlagen.',
  routeLeadsToVoicemail: 'Dieser Weg führt gleich auf den Anrufbeantworter.',
  closedOnHoliday: 'Es ist geschlossen: {date} ist ein Feiertag.',
  closedOnNamedHoliday: 'Es ist geschlossen: {date} ist der Feiertag „{name}“.',
  closedByHours: 'Es ist geschlossen: Der Anruf kam außerhalb der Öffnungszeiten ({timeZone}).',
  closedMessagePlayed: 'Die Ansage dafür wird abgespielt.',
  closingMessagePlayed: 'Die Schlussansage wird abgespielt.',

  toBeDialled: 'Angerufen werden: {tiers:clauses}.',
  tierOfChain: 'Stufe {tier:number} ({names:people})',
  nobodyToBeDialled: 'Niemand kann angerufen werden.',
  leftOutOfChain: 'Ausgelassen: {why:sentences}',
  hasNoPhone: '{person:person} hat keine Telefonnummer.',
  hasUnconfirmedPhone: '{person:person} hat keine bestätigte Telefonnummer.',
  callIsFromPhoneOf: 'Der Anruf kommt vom Telefon von {person:person}.',
  offDutyByOverride: '{person:person} ist durch eine Vertretung von der Bereitschaft befreit.',
  deletedOnDuty: 'Bereitschaft hat jemand, der gelöscht wurde.',
  deletedOffDuty:
    'Jemand, der gelöscht wurde, ist durch eine Vertretung von der Bereitschaft befreit.',
  hasAnotherCall: '{person:person} ist mit einem anderen Anruf des Teams verbunden.',
  hasNumberCalled: '{person:person} hat die angerufene Nummer als eigene.',
  hasNumberCalling: '{person:person} hat die Nummer, von der der Anruf kommt.',
  numberDialledBefore: 'Die Nummer von {person:person} wurde in diesem Anruf schon gewählt.',
  dialledEnough:
    'Niemand hat angenommen, und auf diesem Weg werden höchstens {count:number} angerufen.',
  nobodyOnCallToDial: 'Niemand, der Bereitschaft hat, kann angerufen werden.',
  everybodySkipped: 'Alle, die Bereitschaft haben, mussten übersprungen werden.',
  nobodyAccepted: 'Niemand, der angerufen wurde, hat angenommen.',

  personRung: 'Bei {person:person} (Stufe {tier:number}) läutet es bis zu {ring:seconds}.',
  pickedUpTooLate: 'Zu spät: Diese Verbindung ist vorbei oder wurde aufgelegt.',
  keyTooLate: 'Die Taste kam zu spät: Diese Verbindung ist vorbei oder wurde aufgelegt.',
  pickedUpAndAsked:
    '{person:person} hat abgenommen und wird gebeten, 1 zu drücken ({attempt:number} von höchstens {attemptsMax:number}).',
  askedToPressAgain:
    '{person:person} wird noch einmal gebeten, 1 zu drücken ({attempt:number} von höchstens {attemptsMax:number}).',
  pressedAndConnected: '{person:person} hat 1 gedrückt und ist mit dem Anrufer verbunden.',
  pressedButTaken:
    '{person:person} hat 1 gedrückt, ist inzwischen aber mit einem anderen Anruf des Teams verbunden.',
  pressedNoKey: 'Vom Telefon von {person:person} kam innerhalb von {within:seconds} keine Taste.',
  pressedOtherKey: '{person:person} hat {key} gedrückt, nicht 1.',
  hasNotAccepted: '{person:person} hat nicht angenommen.',
  tookCall:
    '{person:person} hat den Anruf angenommen und {talked:seconds} mit dem Anrufer gesprochen.',
  talkOver: 'Das Gespräch ist beendet.',
  wereConnected: '{person:person} und der Anrufer waren {talked:seconds} verbunden.',
  pressedUnconnected: '{person:person} hat 1 gedrückt, wurde aber nicht mit dem Anrufer verbunden.',
  legUnaccepted: 'Der Anruf bei {person:person} endete, ohne angenommen zu werden.',
  phoneBusy: 'Bei {person:person} ist besetzt, oder der Anruf wurde abgelehnt.',
  rungInVain: 'Bei {person:person} läutete es {rang:seconds}, und niemand nahm ab.',
  rungUnreported:
    '{person:person} hat nicht abgenommen; der Anbieter hat nicht gemeldet, dass es läutete.',
  numberUnreachable: 'Der Anbieter konnte die Nummer von {person:person} nicht erreichen.',
  legCanceled: 'Der Anruf bei {person:person} wurde abgebrochen.',
  pickedUpUnpressed:
    'Bei {person:person} wurde abgenommen, und der Anruf endete, bevor 1 gedrückt wurde.',
  endedUnaccepted: 'Der Anruf bei {person:person} endete, bevor er angenommen wurde.',
  legOver: 'Das Ergebnis dieser Verbindung ändert nichts mehr.',

  callOver: 'Der Anruf war schon beendet.',
  callOverAfter: 'Der Anruf ist nach {lasted:seconds} beendet.',
  endKnown: 'Das Ende des Anrufs war schon bekannt.',
  talkUnreported:
    'Der Anruf ist beendet; der Anbieter hat noch zu melden, was aus dem Gespräch wurde.',
  messageUnreported:
    'Der Anruf ist beendet; der Anbieter hat noch zu melden, was aus der Aufnahme wurde.',
  carrierSaysFailed: 'Der Anbieter meldet, dass der Anruf gescheitert ist.',
  hungUpAtMenu: 'Der Anrufer hat im Menü aufgelegt.',
  hungUpWhileRung: 'Der Anrufer hat aufgelegt, während es bei {person:person} läutete.',
  hungUpBeforePressed: 'Der Anrufer hat aufgelegt, bevor {person:person} 1 gedrückt hat.',
  hungUpBeforeConnected:
    '{person:person} hatte schon 1 gedrückt, doch der Anrufer hat vor der Verbindung aufgelegt.',
  hungUpUnspoken: 'Der Anrufer hat aufgelegt, ohne eine Nachricht zu hinterlassen.',
  hungUpBeforeDialling: 'Der Anrufer hat aufgelegt, bevor jemand angerufen wurde.',
  silentAndUnknown:
    'Von dem Anruf war nichts mehr zu hören, und der Anbieter kennt ihn nicht oder konnte nicht gefragt werden.',
  silentAndOngoing:
    'Von dem Anruf war nichts mehr zu hören, und der Anbieter sagt, dass er noch läuft.',
  silentAndOver:
    'Von dem Anruf war nichts mehr zu hören, und der Anbieter sagt, dass er vorbei ist.',
  silentAndFailed:
    'Von dem Anruf war nichts mehr zu hören, und der Anbieter sagt, dass er gescheitert ist.',
  memberHadAccepted: 'Jemand aus dem Team hatte ihn angenommen.',
  messageHadBegun:
    'Der Anrufer hatte begonnen, eine Nachricht zu hinterlassen, die vielleicht unvollständig ist.',
  nobodyHadAccepted: 'Niemand hatte ihn angenommen, und es gab keine Nachricht.',

  storeSilent: 'Die Datenbank des Servers hat nicht geantwortet.',
  serverTooSlow: 'Der Server konnte nicht rechtzeitig antworten.',
  serverMistaken: 'Der Server hat einen Fehler gemacht und konnte den Anruf nicht fortsetzen.',
  carrierUnanswered: 'Der Anbieter bekam vom Server keine Antwort.',
  callerHeardApology: 'Der Anrufer hörte eine Entschuldigung, dann wurde aufgelegt.',
  callerPutThrough: 'Der Anrufer wurde mit der Notfallnummer {number} verbunden.',
  callerPutThroughSomewhere: 'Der Anrufer wurde mit der Notfallnummer dieser Nummer verbunden.',
  callerKeptWaiting: 'Der Anrufer musste warten, und währenddessen endete der Anruf.',
  personHungUpOn: 'Bei der Person, die abgenommen hatte, wurde aufgelegt.',

  mayLeaveMessage: 'Der Anrufer kann eine Nachricht von bis zu {length:seconds} hinterlassen.',
  mayLeaveMessageWithNotice:
    'Der Anrufer erfährt, dass Nachrichten aufgenommen werden, und kann eine von bis zu {length:seconds} hinterlassen.',
  messageLeft: 'Der Anrufer hat eine Nachricht hinterlassen.',
  messageLeftOf: 'Der Anrufer hat eine Nachricht von {length:seconds} hinterlassen.',
  noMessageLeft: 'Der Anrufer hat keine Nachricht hinterlassen.',
  messageKnown: 'Die Nachricht war schon bekannt.',
  messageComplete: 'Die Nachricht war schon bekannt; ihre Aufnahme ist vollständig.',
  messageNotRecorded: 'Der Anbieter konnte keine Nachricht aufnehmen.',
  messageBegunNotRecorded:
    'Der Anrufer begann, eine Nachricht zu hinterlassen, die der Anbieter nicht aufnehmen konnte.',
  noMessageAskedFor: 'Der Anrufer wurde nicht um eine Nachricht gebeten.',
  recordingOver: 'Die Aufnahme ist beendet.',
  recordingKnown: 'Die Aufnahme war schon bekannt.',
  recordedKnown: 'Was aufgenommen wurde, ist schon bekannt.',
  nothingRecorded: 'Es wurde nichts aufgenommen.',
  soughtUnreported: 'Der Anbieter hatte das nicht gemeldet und wurde gefragt.',
  soughtTooShort:
    'Der Anbieter wurde gefragt und hat eine Aufnahme, die zu kurz für eine Nachricht ist.',
  soughtInVain: 'Der Anbieter wurde gefragt und hat keine Aufnahme.',
  transcriptArrived: 'Der Wortlaut der Nachricht ist da.',
  transcriptFailed: 'Der Anbieter konnte nicht aufschreiben, was gesagt wurde.',
  transcriptUnwanted: 'Es wird keine Abschrift erwartet.',

  closedOpensNone: 'Anrufe ohne Nachricht eröffnen dann keine Störung.',
  tooShortForIncident:
    'Niemand nahm den Anruf an, der nach {lasted:seconds} endete: Anrufe, die kürzer sind als {least:seconds}, eröffnen keine Störung.',
  missedOpensNone:
    'Niemand nahm den Anruf an, und es gibt keine Nachricht: Verpasste Anrufe dieser Nummer eröffnen keine Störung.',
  failedOpensNone:
    'Der Anruf ist gescheitert: Verpasste Anrufe dieser Nummer eröffnen keine Störung.',
  callHadNoRoute: 'Der Anruf hatte keinen Weg.',
  mappingDiscardsCall: 'Die Zuordnung der Nummer verwirft Anrufe wie diesen (Discard ist True).',
  maintenanceOpensNone:
    'Die Nummer oder das Team ihres Weges ist in Wartung, bis jemand sie beendet, also hat der Anruf keine Störung eröffnet.',
  maintenanceUntilOpensNone:
    'Die Nummer oder das Team ihres Weges ist bis {until:moment} in Wartung, also hat der Anruf keine Störung eröffnet.',

  callBackBegun:
    '{person:person} ruft zurück: Erst läutet das eigene Telefon bis zu {ring:seconds}, dann wird {caller} angerufen.',
  callBackRefused: 'Der Anbieter hat {person:person} nicht angerufen. {why:sentence}',
  pressedAndCallerRung:
    '{person:person} hat 1 gedrückt: Bei {caller} läutet es bis zu {ring:seconds}.',
  callerNotRung: 'Der Anrufer wurde nicht angerufen.',
  backTalked: '{person:person} hat {caller} zurückgerufen und mit dem Anrufer gesprochen.',
  backTalkedFor:
    '{person:person} hat {caller} zurückgerufen und {talked:seconds} mit dem Anrufer gesprochen.',
  backBusy:
    '{person:person} hat {caller} zurückgerufen; dort war besetzt, oder der Anruf wurde abgelehnt.',
  backUnanswered: '{person:person} hat {caller} zurückgerufen; niemand nahm ab.',
  backFailed:
    '{person:person} hat {caller} zurückgerufen; der Anbieter konnte die beiden nicht verbinden.',
  backCanceled: '{person:person} hat {caller} zurückgerufen und aufgelegt, bevor jemand abnahm.',
  backUnconnected: '{person:person} hat {caller} zurückgerufen und wurde nicht verbunden.',
  backHungUp: '{person:person} hat aufgelegt, ohne 1 zu drücken.',
  backDeclined: 'Bei {person:person} war besetzt, oder der Anruf wurde abgelehnt.',
  backUnreachable: 'Der Anbieter konnte {person:person} nicht erreichen.',
  backNotPickedUp: '{person:person} hat nicht abgenommen.',
  backUnheard:
    'Von dem Rückruf war nichts mehr zu hören, und der Anbieter kennt ihn nicht oder konnte nicht gefragt werden.',
  backUnreported: 'Der Anbieter hat nicht gemeldet, was aus dem Rückruf wurde.',
  backOver: 'Das ändert an dem Rückruf nichts mehr.',

  needsAdministratorOfNumber: 'Dafür braucht es die Rolle Administrator im Team der Nummer.',
  deleteCallLater: 'Der Anruf läuft. Löschen Sie ihn, wenn er vorbei ist.',
  fetchRecordingLater: 'Der Anruf läuft. Seine Aufnahme wird geholt, wenn er vorbei ist.',
  notAPhoneNumber:
    'Diese Integration ist keine Telefonnummer: Nur Anrufe von Nummern lassen sich proben.',
  wholeNumber: 'braucht die ganze Nummer mit Landesvorwahl',
} as const;
