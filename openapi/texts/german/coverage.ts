/** What would keep incidents from being told. */
export const coverage = {
  nobodyOnCallBetween:
    'Von {from:moment} bis {until:moment} hat niemand Bereitschaft, in keiner Stufe.',
  nobodyOnCallUntil: 'Niemand hat Bereitschaft, in keiner Stufe, mindestens bis {until:moment}.',
  scheduleGap:
    'Nach dem Dienstplan „{schedule}“ hat von {from:moment} bis {until:moment} niemand Bereitschaft.',
  scheduleGaps:
    'Nach dem Dienstplan „{schedule}“ hat von {from:moment} bis {until:moment} niemand Bereitschaft, und noch {count:number} Mal in 14 Tagen.',
  scheduleEmpty:
    'Nach dem Dienstplan „{schedule}“ hat niemand Bereitschaft, mindestens bis {until:moment}.',
  layerNeverWins:
    'Im Dienstplan „{schedule}“ ist die Ebene {layer} immer von höheren verdeckt; durch sie hat in den nächsten 14 Tagen niemand Bereitschaft.',
  onLeaveOnCall:
    '{person} hat laut Kalender Urlaub und nach dem Dienstplan „{schedule}“ von {from:moment} bis {until:moment} Bereitschaft.',
  onLeaveOftenOnCall:
    '{person} hat laut Kalender Urlaub und nach dem Dienstplan „{schedule}“ von {from:moment} bis {until:moment} Bereitschaft, und noch {count:number} Mal in 14 Tagen.',
  scheduleNamesNoCalendar:
    'Der Dienstplan „{name}“ nennt einen Kalender mit Feiertagen, den es nicht mehr gibt: Dessen Tage sind Tage wie alle anderen.',
  hoursNameNoCalendar:
    'Die Servicezeiten „{name}“ nennen einen Kalender mit Feiertagen, den es nicht mehr gibt: Dessen Tage sind Tage wie alle anderen.',
  teamPassesOn:
    'Das Team hat keine Stufen. Von Störungen, die seine Regeln keinem anderen Team geben, erfahren nur Administratoren, die des Teams oder sonst die der Organisation.',
  policyReachesNobody:
    'Nach der Richtlinie „{policy}“ kann niemand verständigt werden, mindestens bis {until:moment}.',
  policyReachesNobodyBetween:
    'Nach der Richtlinie „{policy}“ kann von {from:moment} bis {until:moment} niemand verständigt werden.',
  stepReachesNobody: 'Schritt {step:number} der Richtlinie „{policy}“ erreicht niemanden.',
  stepReachesNobodyBetween:
    'Schritt {step:number} der Richtlinie „{policy}“ erreicht von {from:moment} bis {until:moment} niemanden.',
  policyUnused:
    'Keine Störung folgt der Eskalationsrichtlinie „{policy}“: Sie ist nicht Standard ihres Teams, und keine Regel, Integration, Rufnummer oder Richtlinie und kein Dienst nennt sie.',
  policyBesideTiers:
    'Das Team folgt der Richtlinie „{policy}“, seine Stufen tun also nichts: Löschen Sie sie.',
  teamHasNoTiers:
    'Das Team hat keine Stufen: Von Störungen erfahren nur Administratoren, die des Teams oder sonst die der Organisation.',
  tierIsEmpty: 'Stufe {tier:number} hat keine Menschen; Alarme gehen an ihr vorbei.',
  neverEscalates:
    'Alarme werden nicht wiederholt, und keine Stufe folgt: Antworten die Ersten nicht, erfährt es sonst niemand.',
  suspendedInTier:
    '{person} ist gesperrt: Alarme gehen in Stufe {tier:number} an der Person vorbei.',
  suspendedInTiers:
    '{person} ist gesperrt: Alarme gehen in den Stufen {tiers:choices} an der Person vorbei.',
  tierAssignsInVain: 'Stufe {tier:number} weist {team} zu, wo niemand Bereitschaft hat.',
  unreachableOnCall: '{person} hat Bereitschaft, und kein Alarm kommt an. {why:sentences}',
  unreachableForSeverities:
    '{person} hat Bereitschaft, und bei Schweregrad {severities:choices} kommt kein Alarm an. {why:sentences}',
  wantedByOne: '{missing:sentence} 1 Person mit Bereitschaft hat diesen Kanal eingeschaltet.',
  wantedByMany:
    '{missing:sentence} {count:number} Personen mit Bereitschaft haben diesen Kanal eingeschaltet.',
  channelCannotSend: '{channel:choice} kommt bei niemandem an. {reason:sentence}',
  providerFails:
    '{channel:choice} kommt über {provider} nicht an und geht einen anderen Weg. {reason:sentence}',
  toolCannotSend: '{tool} „{name}“: {reason:sentence}',
  userGroupNotKept: 'Die Gruppe von „{name}“ enthält nicht, wer Bereitschaft hat. {why:sentence}',

  routingNamesDeleted: 'Die Weiterleitung „{name}“ nennt etwas Gelöschtes (Art {kind}, {field}).',
  suppressionNamesDeleted:
    'Die Unterdrückungsregel „{name}“ nennt etwas Gelöschtes: Entfernen Sie es, oder nennen Sie, was an seine Stelle trat.',
  suppressionOfCritical:
    'Die Unterdrückungsregel „{name}“ kann kritische Störungen bis zu einem Tag zurückhalten: Nennen Sie die Schweregrade dessen, was sie zurückhält, wenn sie das nicht soll.',
  serviceNeedsDeleted:
    'Der Dienst „{name}“ hängt von einem Dienst ab, der gelöscht wurde: Entfernen Sie ihn, oder nennen Sie den, der an seine Stelle trat.',
  ruleNamesDeleted:
    'Regel {number:number} der Weiterleitung „{name}“ nennt etwas Gelöschtes (Art {kind}, {field}).',
  namedRuleNamesDeleted:
    'Regel {number:number} ({rule}) der Weiterleitung „{name}“ nennt etwas Gelöschtes (Art {kind}, {field}).',

  holdLongerThanStep:
    '„{name}“ hält Störungen {minutes:number} min zurück, länger als die {wait:number} min, nach denen die Nächsten in Bereitschaft verständigt werden.',
  holdMayForget:
    '„{name}“ lässt Störungen enden, ohne dass jemand davon erfährt, wenn weniger als {count:number} Meldungen innerhalb von {minutes:number} min kommen.',
  silenceInverted: 'Die Stummschaltung „{name}“ gilt zu allen Zeiten außer denen ihrer Regeln.',
  silenceForLong: 'Die Stummschaltung „{name}“ gilt ohne Pause bis {until:moment}.',
  windowWithoutEnd: 'Ein Wartungsfenster von „{name}“ hat kein Ende.',
  windowForLong: 'Ein Wartungsfenster von „{name}“ dauert ohne Pause bis {until:moment}.',
  mappingCannotRead:
    'Die Zuordnung von „{name}“ kann nicht lesen, was die Integration empfängt. Korrigieren Sie sie, und spielen Sie die Meldungen erneut ein.',
  mappingCannotReadTold:
    'Die Zuordnung von „{name}“ kann nicht lesen, was die Integration empfängt, und es eröffnet keine Störung. {told:sentence}',
  mappingCouldNotReadLast:
    'Die Zuordnung von „{name}“ konnte die letzte Meldung nicht lesen, und die Integration ist so eingestellt, dass das niemand erfährt.',
  administratorsTold: 'Administratoren wurden informiert: {names:people}.',
  administratorsBeingTold: 'Administratoren werden informiert.',
  administratorsUnreached: 'Bei keinem Administrator oder Inhaber kommt eine Nachricht an.',
} as const;
