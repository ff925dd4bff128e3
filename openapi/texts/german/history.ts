/** What the history of an incident says by itself, beside the words of people. */
export const history = {
  tierAssigns: 'Stufe {tier:number} von {team} weist weitere Teams zu: {teams:list}',
  tierTold: 'Stufe {tier:number} von {team}: {names:people}',
  onCallBeingTold: 'In {team} hat nun Bereitschaft und wird informiert: {names:people}.',
  nobodyWasTold:
    'In {team} wurde niemand informiert, der Bereitschaft hat. {why:sentences} {instead:sentence}',
  nobodyKnownTold:
    'Dass in {team} jemand informiert wurde, der Bereitschaft hat, ist nicht bekannt. {why:sentences} {instead:sentence}',
  tierBroughtForward:
    'Stufe {tier:number} von {team} jetzt statt {at:moment}: {names:people}. {why:sentence}',
  contactBroughtForward:
    '{channel:choice} an {name:person} jetzt statt {at:moment}: {failed:choice} kam noch nicht an und wird weiter versucht. {why:sentence}',
  contactInstead:
    '{channel:choice} an {name:person} jetzt statt {at:moment}: {failed:choice} kam nicht an. {why:sentence}',
  contactForwardUnanswered:
    '{channel:choice} an {name:person} jetzt statt {at:moment}: {failed:choice} kam vielleicht nicht an und wird weiter versucht. {why:sentence}',
  contactInsteadUnanswered:
    '{channel:choice} an {name:person} jetzt statt {at:moment}: {failed:choice} kam vielleicht nicht an. {why:sentence}',
  onCallFailing:
    'Bisher ist von keiner Nachricht an die Bereitschaft bekannt, dass sie ankam. Weitere Versuche laufen. {why:sentence}',
  onCallUnreached: 'Von keiner Nachricht an die Bereitschaft ist bekannt, dass sie ankam.',
  noEscalationTiers: 'Das Team hat keine Eskalationsstufen.',
  nobodyOnCall: 'Niemand hat Bereitschaft, in keiner Stufe.',
  beingToldInstead: 'Stattdessen werden informiert: {names:people}.',
  nobodyToTellInstead:
    'Auch die Administratoren des Teams und die Inhaber lassen sich nicht informieren.',
  toldInstead: 'Anstelle der Bereitschaft von {team} wurden informiert: {names:people}.',
  toldInsteadInVain:
    'Von keiner Nachricht an {names:people} ist bekannt, dass sie ankam. {instead:sentence}',
  nobodyReachedYet:
    'Bisher wurde niemand erreicht. Nicht gesendet werden konnte: {channel:choice} ({because:sentence}). {why:sentence} Es wird erneut versucht.',
  nobodyReachedUnanswered:
    'Bisher ist nicht bekannt, dass jemand erreicht wurde. Vielleicht nicht angekommen: {channel:choice} ({because:sentence}). {why:sentence} Es wird erneut versucht.',

  rulesCompareTooMuch:
    'Nicht alle Regeln liefen: Zusammen vergleichen sie zu viel Text dieser Störung.',
  discardedByRule: 'Verworfen von der Regel „{rule}“.',
  discardedByUnnamedRule: 'Von einer Regel verworfen.',

  problemBackOnce:
    'Das Problem kam innerhalb von {seconds:number} s nach seinem Ende wieder, zum ersten Mal.',
  problemBackTimes:
    'Das Problem kam innerhalb von {seconds:number} s nach seinem Ende wieder, zum {count:number}. Mal.',
  mutedBySilence: 'Durch die Stummschaltung „{silence}“ stumm bis {until:moment}.',
  mutedUntilSilenceEnds:
    'Durch die Stummschaltung „{silence}“ stumm: Verständigt wird, sobald sie vorbei ist.',
  mutedForGood:
    'Stumm durch ihre Integration oder ein Wartungsfenster: Niemand wird verständigt, es sei denn, jemand eskaliert sie.',
  openedInShadow:
    'Im Schattenbetrieb gekommen: Ein anderes Produkt verständigt, hier wird niemand verständigt.',
  silenceOver: 'Die Stummschaltung „{silence}“ ist vorbei.',
  heldForPause:
    'Zurückgehalten: Vor {until:moment} wird niemand verständigt, falls sie von selbst endet.',
  heldForPayloads:
    'Zurückgehalten: Niemand wird verständigt, bevor {count:number} Meldungen innerhalb von {minutes:number} min kamen, spätestens am {until:moment}.',
  heldOrForgotten:
    'Zurückgehalten: Niemand wird verständigt, bevor {count:number} Meldungen innerhalb von {minutes:number} min kamen. Sie endet von selbst, wenn sie nicht kommen.',
  heldForService:
    'Zurückgehalten: {service} hängt von {dependsOn} ab, und das betrifft eine offene Störung. Niemand wird verständigt, bevor sie vorbei ist, spätestens am {until:moment}.',
  heldForGrace:
    'Was {dependsOn} betraf, ist vorbei. Ist diese Störung von {service} am {until:moment} noch offen, wird jemand verständigt.',
  heldForRule:
    'Zurückgehalten durch die Unterdrückungsregel {rule}, wegen einer anderen offenen Störung. Niemand wird verständigt, bevor sie vorbei ist, spätestens am {until:moment}.',
  heldForRuleGrace:
    'Weshalb die Unterdrückungsregel {rule} sie zurückhielt, ist vorbei. Ist sie am {until:moment} noch offen, wird jemand verständigt.',
  heldForSource:
    'Zurückgehalten bis {until:moment}: Die Unterdrückungsregel {rule} lässt einer Störung Zeit, die sie erklärt.',
  holdReached: '{count:number} Meldungen kamen innerhalb von {minutes:number} min.',
  holdSeverityRose: 'Der Schweregrad stieg auf {severity:choice}.',
  holdNeedless: 'Nichts ist mehr ein Grund, sie zurückzuhalten.',
  holdOver: 'Die Zeit, für die sie zurückgehalten wurde, ist vorbei.',
  holdForgotten:
    'Weniger als {count:number} Meldungen kamen innerhalb von {minutes:number} min: Sie endete, während sie zurückgehalten wurde, und niemand wurde verständigt.',
  mergedIntoOther:
    'Teil von „{title}“: Von dieser wird niemand mehr verständigt, und sie endet mit jener.',
  resolvedWithLeader: 'Gelöst mit „{title}“, deren Teil sie ist.',
  leaderMergedToo:
    'Die Störung, deren Teil sie war, wurde selbst Teil einer anderen. Darum steht diese wieder für sich.',
  leaderGone:
    'Die Störung, deren Teil sie war, gibt es nicht mehr, oder sie ist archiviert. Darum steht diese wieder für sich.',
  endedWhileHeld: 'Sie endete, während sie zurückgehalten wurde: Niemand wurde verständigt.',
  integrationDeleted: 'Die Integration wurde gelöscht.',
  inOrder: '{said:sentences}',

  toolTested: '{person} testet die ausgehende Integration {tool}. Niemand muss etwas tun.',
  callerSaid: 'Gesprochene Nachricht: „{words}“',
  recordingMissing: 'Der Anbieter hat nun doch keine Aufnahme der Nachricht.',
  recordingCopiedAfterAll: 'Die Aufnahme der Nachricht ist nun doch da.',
} as const;
