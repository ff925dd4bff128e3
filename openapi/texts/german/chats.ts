/** Was Menschen lesen, denen in einem Chat geschrieben wird, und warum nicht. */
export const chats = {
  personHasNoChat: 'Diese Person hat kein Konto in diesem Chat verbunden.',
  userHasNoChat: 'Zu dieser Person ist kein Konto in diesem Chat verbunden.',
  chatDisconnected: 'Dieses Konto ist nicht mehr verbunden.',
  chatNeedsAccount:
    'In Chats wird an Konten geschrieben: Die Person verbindet eines aus dem Chat heraus, und Schritte nennen seine id.',
  chatTokenInvalid:
    '{chat} nimmt das Token des Bots nicht mehr an. Wer das Werkzeug verwaltet, trägt ein neues ein.',
  chatBlocked:
    'Die Person hat den Bot in {chat} blockiert oder ihr Konto gelöscht. Sie gibt ihn frei und schreibt ihm einmal.',
  chatFailsFor: '{person} ist in einem Chat nicht zu erreichen. {why:sentence}',
  chatMessageGone: 'Die Nachricht gibt es in {chat} nicht mehr.',
  chatMessageUpdated: 'Die Nachricht zur Störung zeigt weiter, wie es um sie steht',
  chatNothingToUpdate: 'In diesem Chat gibt es keine Nachricht dazu.',
  chatUpdateOvertaken: 'Eine spätere Änderung zeigt dasselbe.',
  chatNotForPeople: 'Dieses Werkzeug schreibt nicht an einzelne Menschen.',
  chatCodeOnlyOwn:
    'Nur die Person selbst bekommt einen Code: Sie bestätigt damit, dass das Konto ihres ist.',
  chatNoAnswer: '{chat} ließ sich nicht fragen. {why:sentence}',
  chatForPeopleNeedsSecret:
    'Ohne {member} ist nicht zu beweisen, dass eine Nachricht aus dem Chat kommt. Deshalb kann niemand ein Konto verbinden.',
  chatNeedsPlace: 'Geben Sie an, wohin Störungen gehen oder dass der Bot an Menschen schreibt.',
  chatHasNoPlace: 'Es ist kein Chat angegeben, in den Störungen gehen.',

  chatConnected:
    'Verbunden: Alarme für {person} ({email}) können hierher gehen. Wenn Sie das nicht sind, schreiben Sie /stop.',
  chatCodeWrong:
    'Dieser Code gilt nicht mehr. Lassen Sie sich unter „Ich“ in Tocsin einen neuen geben.',
  chatStopped: 'Getrennt: Hierher gehen keine Alarme mehr.',
  chatNotConnected: 'Dieses Konto ist nicht mit Tocsin verbunden.',
  chatHelp:
    'Ich schicke Alarme von Tocsin. Um Ihr Konto zu verbinden, lassen Sie sich unter „Ich“ in Tocsin einen Code geben und schreiben Sie ihn hierher. /stop beendet das.',
  chatPressNotYours:
    'Nichts wurde geändert: Der Knopf ist zu alt oder war für jemand anders. Öffnen Sie stattdessen die Störung.',
  roomNotConnected:
    'Nichts wurde geändert: Dieses Konto ist nicht mit Tocsin verbunden. Lassen Sie sich unter „Ich“, „Geräte und Telefon“ in Tocsin einen Code geben, drücken Sie dann Verbinden, und geben Sie ihn ein.',
  roomConnect: 'Verbinden',
  roomDisconnect: 'Trennen',
  roomCode: 'Code von „Ich“ in Tocsin',
  roomConnected:
    'Verbunden: Was Sie hier drücken, geschieht als {person} ({email}). Wenn Sie das nicht sind, drücken Sie Trennen.',
  roomNotConnectedWrite:
    'Nichts wurde geändert: Dieses Konto ist nicht mit Tocsin verbunden. Lassen Sie sich unter „Ich“, „Geräte und Telefon“ in Tocsin einen Code geben, und schreiben Sie ihn dieser App als Direktnachricht.',
  roomConnectedWrite:
    'Verbunden: Was Sie drücken, geschieht als {person} ({email}). Wenn Sie das nicht sind, schreiben Sie stop.',
  roomHelpWrite:
    'Um Ihr Konto zu verbinden, lassen Sie sich unter „Ich“, „Geräte und Telefon“ in Tocsin einen Code geben, und schreiben Sie ihn dieser App als Direktnachricht. stop beendet das.',
  roomStopped: 'Getrennt: Ihr Konto bewirkt in Tocsin nichts mehr.',

  escalateIncident: 'Eskalieren',
  takeOverIncident: 'Selbst übernehmen',
  replyTakenOver: 'Gehört jetzt Ihnen',
  replyNotTakenOver: 'Nicht übernommen',
} as const;
