/** Was nachgespielte Zeiten sagen. */
export const replays = {
  replayGoesOn:
    'Zehn Rückblicke dieser Organisation warten schon. Sehen Sie sie in der Liste der Rückblicke an, und fragen Sie wieder, wenn einer fertig ist.',
  runServerEnded: 'Der Server, auf dem es lief, ist beendet worden.',
  replayTooManyOpen:
    'Es sind mehr Störungen zugleich offen, oder es wurde mehr an ihnen getan, als im Speicher Platz hat.',
  runBroke: 'Es endete durch einen Fehler des Servers, der im Protokoll steht.',
  replayFromNotBefore: 'muss vor dem Ende der Zeit liegen',
  replayFromOrDays: 'muss fehlen, wo `from` angegeben ist',
  nobodyBecause: 'Niemand hat Bereitschaft. {reasons:sentences}',
  whatIfPause:
    'Über Störungen von „{integration}“ wird erst nach {minutes:number} Minuten informiert, falls sie bis dahin nicht beendet sind.',
  whatIfThreshold:
    'Was nur einmal kommt, wird niemandem gesagt: Störungen von „{integration}“ brauchen {count:number} Meldungen innerhalb von {minutes:number} Minuten.',
  whatIfGrouping:
    'Meldungen von „{integration}“ mit gleichem „{attribute}“ sind eine Störung, solange sie offen ist.',
  whatIfSuppression:
    'Solange eine Störung von „{source}“ offen ist, wird über solche von „{target}“ desselben Teams niemand informiert.',
  whatIfWindow:
    '„{integration}“ ist täglich eine Stunde lang ab {time} stumm, wenn die meisten ihrer Meldungen kommen.',
  whatIfMorning:
    'Störungen mit Schweregrad „Gering“ von {team}, die zwischen {from} und {until} kommen, warten bis zum Morgen.',
  whatIfUrgency: 'Störungen mit Schweregrad „Gering“ von „{integration}“ sind nicht dringend.',
} as const;
