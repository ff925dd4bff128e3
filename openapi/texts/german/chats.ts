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
  chatAccountGone:
    '{chat} lässt den Bot nicht mehr an dieses Konto schreiben. Die Person verbindet ein anderes, oder fragt, wer {chat} verwaltet.',
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

  chatForbidden:
    '{chat} lässt den Bot dieser Person nicht schreiben. Wer das Werkzeug verwaltet, gibt ihm das Recht.',
  chatAnswerOdd: 'Die Antwort des Chats nennt keine Unterhaltung.',
  chatCodeWrong:
    'Dieser Code gilt nicht mehr. Lassen Sie sich unter „Ich“ in Tocsin einen neuen geben.',
  chatStopped: 'Getrennt: Hierher gehen keine Alarme mehr, und von hier aus geschieht nichts mehr.',
  chatNotConnected: 'Dieses Konto ist nicht mit Tocsin verbunden.',
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
    'Nichts geändert: Dieses Konto ist nicht mit Tocsin verbunden. Holen Sie sich unter „Ich“, „Geräte und Telefon“ in Tocsin einen Code, und schreiben Sie ihn dieser App als Direktnachricht.',
  roomConnectedWrite:
    'Verbunden: Was Sie hier drücken und schreiben, geschieht als {person} ({email}). Wenn Sie das nicht sind, schreiben Sie stop.',
  roomHelpWrite:
    'Um Ihr Konto zu verbinden, lassen Sie sich unter „Ich“, „Geräte und Telefon“ in Tocsin einen Code geben, und schreiben Sie ihn dieser App als Direktnachricht. stop beendet das.',

  commandNotConnected:
    'Dieses Konto ist nicht mit Tocsin verbunden. Lassen Sie sich unter „Ich“, „Geräte und Telefon“ in Tocsin einen Code geben, und schreiben Sie {command} connect CODE.',
  commandUnknown: 'Das ist keines meiner Wörter. {command} help zeigt sie.',
  commandHelpOnCall: '{command} oncall [TEAM]: wer Bereitschaft hat',
  commandHelpIncidents: '{command} incidents [TEAM]: was offen ist, mit dem Ende jeder Id',
  commandHelpChange: '{command} ack ID, {command} resolve ID: annehmen, lösen',
  commandHelpPage: '{command} page TEAM TEXT: eine kritische Störung des Teams eröffnen',
  commandHelpOverride:
    '{command} override TEAM 2h [tier 2] [from NAME]: von dem übernehmen, der Bereitschaft hat',
  commandHelpConnect: '{command} connect CODE, {command} stop: Konto verbinden, das beenden',
  commandNoTeams: 'Sie sehen kein Team.',
  commandNoTeam: 'Keines Ihrer Teams heißt so: {teams:list}{more:more}.',
  commandMore: 'und {count:number} weitere; nennen Sie ein Team.',
  commandMoreOpen: 'und weitere; die Konsole zeigt alle.',
  commandNoIncidents: 'Es ist keine Störung offen.',
  commandIncident: '{reference} {severity:choice} {title}',
  commandWhichIncident:
    'Sagen Sie, welche: die Id, oder mindestens die letzten vier Zeichen von ihr.',
  commandNoIncident: 'Keine offene Störung, die Sie sehen, endet auf {reference}.',
  commandSeveralIncidents:
    'Mehrere offene Störungen enden auf {reference}: Schreiben Sie mehr von der Id.',
  commandPageHow: 'Sagen Sie, wen und warum: {command} page TEAM TEXT.',
  commandPaged: 'Eröffnet für {team}: {title} ({reference}).',
  commandOverrideHow:
    'Sagen Sie, für wie lange, höchstens 31 Tage: {command} override TEAM 2h30m, dahinter auch tier 2 oder from NAME.',
  commandOverrideNobody:
    'In Stufe {tier:number} von {team} hat niemand Bereitschaft, also gibt es nichts zu übernehmen.',
  commandOverrideSelf: 'Sie haben in {team} selbst Bereitschaft.',
  commandOverrideWho: 'Sagen Sie, von wem, mit from NAME: {people:anyOf}.',
  commandOverridden:
    'Sie übernehmen von {name} in Stufe {tier:number} von {team} bis {end:moment}.',

  escalateIncident: 'Eskalieren',
  takeOverIncident: 'Selbst übernehmen',
  replyTakenOver: 'Gehört jetzt Ihnen',
  replyNotTakenOver: 'Nicht übernommen',
} as const;
