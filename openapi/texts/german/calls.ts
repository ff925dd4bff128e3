/** What is said of calls to phone numbers, and of calls back. */
export const calls = {
  callerRangAgain:
    'Dieselbe Nummer rief noch einmal an und erreichte niemanden, nach {seconds:number} s.',
  callerLeftMessageAfterAll: 'Es wurde doch noch eine Nachricht hinterlassen.',
  callerReached: 'Unter derselben Nummer wurde wieder angerufen und mit {person} gesprochen.',
  calledBack: '{person} hat zurückgerufen und mit dem Anrufer gesprochen.',
  calledBackFor: '{person} hat zurückgerufen und {seconds:number} s mit dem Anrufer gesprochen.',
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
  callBackGoesOn: '{person} ruft schon zurück.',
  callBackUncertain:
    '{why} Vielleicht läutet Ihr Telefon trotzdem; wenn nicht, versuchen Sie es in zwei Minuten noch einmal.',
  callBackNotPlaced: 'Der Anbieter hat Sie nicht angerufen: {why}',
} as const;
