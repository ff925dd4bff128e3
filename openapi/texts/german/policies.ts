/** Was an Eskalationsrichtlinien falsch ist. */
export const policies = {
  stepDoesNothing: 'ein Schritt muss jemanden alarmieren, ein Team zuweisen oder die Störung lösen',
  severitiesAreEmpty: 'Schweregrade nennen, oder weglassen für alle',
  targetIsOne:
    'genau eines nennen von userId, scheduleId, teamId, policyId und outboundIntegrationId',
  pickOneOf: 'muss eines sein von {picks:list}',
  nothingToPick: 'nur bei Dienstplänen und Teams gibt es etwas auszuwählen',
  policyNameTaken: 'So heißt schon eine andere Eskalationsrichtlinie des Teams.',
  teamHasDefaultPolicy:
    'Das Team hat die Standardrichtlinie {name} ({id}); diese zuerst nicht mehr Standard sein lassen.',
  teamFollowsPolicy:
    'Das Team richtet sich nach der Eskalationsrichtlinie {name} ({id}), die vor diesen Stufen Vorrang hätte. Diese ändern, oder zuerst nicht mehr Standard sein lassen.',
  overrideOfPolicy:
    'Das Team richtet sich nach der Eskalationsrichtlinie {name} ({id}); Vertretungen des Teams ändern an ihr nichts. Statt teamId mit scheduleId einen ihrer Dienstpläne nennen, oder keines von beiden für alles, wofür die Person Bereitschaft hat.',
  overrideDoesNothing:
    'Eine Vertretung von {person} in diesem Team bewirkt nichts, weil es sich nach der Eskalationsrichtlinie {policy} richtet. Legen Sie die Vertretung in den Dienstplänen an, die sie nennt.',
  shiftsOfPolicy:
    'Das Team richtet sich nach der Eskalationsrichtlinie {policy}: Schichten der Dienstpläne übernehmen, die sie nennt, mit scheduleId.',
  serviceNeedsItself:
    'der Dienst würde von sich selbst abhängen, direkt oder über {name}: lassen Sie eins von beiden weg',
  policyBeginsItself: 'die Richtlinie würde sich selbst starten, direkt oder über andere',

  stepOfPolicy: 'Schritt {step:number} von {policy}. {why:sentence}',
  policyIsDefault: 'Danach richtet sich {team}.',
  policyOfRule: 'Die Regel „{rule}“ hat sie gewählt.',
  policyOfUnnamedRule: 'Eine Regel hat sie gewählt.',
  policyOfIntegration: 'Es ist die Richtlinie der Integration {name}.',
  policyOfService: 'Es ist die Richtlinie des Dienstes {name}.',
  policyOfStep: 'Schritt {step:number} von {policy} hat sie gestartet.',
  stepTold: 'Schritt {step:number} von {policy}: {names:people}',
  stepBroughtForward:
    'Schritt {step:number} von {policy} jetzt statt {at:moment}: {names:people}. {why:sentence}',
  stepForwards: 'Weitergeleitet von Schritt {step:number} von {policy}',
  stepAssigns: 'Schritt {step:number} von {policy} weist weitere Teams zu: {teams:list}',
  resolvedByStep: 'Gelöst von Schritt {step:number} von {policy}',
  resolvedByPolicy: 'Gelöst von {policy}, {minutes:number} min nach dem Eröffnen',
  acknowledgementLapsed:
    'Innerhalb von {minutes:number} min nach der Annahme hat niemand sie gelöst. {policy} beginnt von vorn.',
  teamJoins: 'Eine Eskalationsrichtlinie von {team} wird befolgt. {why:sentence}',
  policyGone: 'Die befolgte Eskalationsrichtlinie wurde gelöscht.',
  nobodyInSteps: 'Niemand hat Bereitschaft, in keinem Schritt.',
  policyMissing: 'die Eskalationsrichtlinie gibt es nicht mehr',
  policyChosen: 'eskaliert nach {name}',

  policyIsTried: 'Sie wird nur erprobt.',
  stepNotForSeverity: 'Er ist nicht für Störungen vom Schweregrad {severity:choice}.',
  stepNotForUrgency: 'Er ist nicht für Störungen, die so dringend sind.',
  stepAfterPayloads:
    'In den {minutes:number} min vor seiner Zeit kamen weniger als {count:number} Meldungen.',
  stepOutsideHours: 'Seine Zeit lag außerhalb seiner Stunden.',
  nobodyOfStep: 'Niemand davon hat Bereitschaft.',
  stoppedByAcknowledgement: 'Jemand hat die Störung angenommen.',
  stoppedByLowUrgency:
    'Die Störung ist nicht dringend, und damit geht die Richtlinie nicht weiter.',

  convertsCuttingWindows:
    'Stufe {tier:number}: Die Bereitschaft kann innerhalb eines Zeitfensters wechseln, das bisher behielt, wer es begann.',
  convertsRoundRobins:
    'Stufe {tier:number}: Nur einige ihrer Pläne teilen Störungen auf, oder jeder für sich; alle werden alarmiert.',
  convertsStops:
    'Stufe {tier:number}: Was nach einer Annahme weitergeht, tut das womöglich zu anderen Zeiten, oder wo es das nicht tat.',
  convertsLastRepeat:
    'Stufe {tier:number}: Die letzte Wiederholung entfällt, weil die nächste Stufe zur selben Zeit folgt.',
  convertsConditions:
    'Stufe {tier:number}: Wo niemand von ihr alarmiert werden kann, folgt die nächste nur zu ihren Schweregraden und Zeiten.',
  convertsAssignments:
    'Stufe {tier:number}: Teams werden auch zugewiesen, wo niemand von ihr alarmiert werden kann, und alle ihre Leute alarmiert.',
  convertsRounds:
    'Runden beginnen zu anderer Zeit, wo niemand der letzten Stufen alarmiert werden kann.',
  convertsOverrides:
    'Vertretungen des Teams ({count:number}) gelten nicht für seine neuen Dienstpläne: dort neu anlegen.',
} as const;
