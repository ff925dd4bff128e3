import { defineTexts } from '../../parts/texts.tsx';

export const noiseTexts = defineTexts({
  en: {
    ask: 'What woke people for nothing?',
    askHelp:
      'Counts whom alerts woke, and tries changes that would have woken them less. Nothing is changed.',
    begin: 'Find out',
    reportOf: (moment: string) => `What woke people, ${moment}`,
    summary: (needless: number, all: number) =>
      all === 0
        ? 'Nobody was woken in this time'
        : `${needless} of ${all === 1 ? '1 wake-up' : `${all} wake-ups`} for nothing`,
    meaning:
      'Woken is who is alerted otherwise than by mail; for nothing, where nobody acted on any of it.',
    night: (needless: number, all: number) =>
      `${all} at night (22 to 7), ${needless} of them for nothing.`,
    incidents: (all: number, worked: number, ended: number, open: number) =>
      `Incidents that woke: ${all}. Worked on: ${worked}. Ended by themselves: ${ended}. Untouched: ${open}.`,
    tried: (tried: number, all: number) => `${tried} of ${all} changes tried.`,
    hidden: (count: number) =>
      count === 1
        ? '1 line is of a team whose payloads you may not read.'
        : `${count} lines are of teams whose payloads you may not read.`,
    sources: 'What woke people',
    by: 'By',
    dimensions: {
      Integration: 'Integration',
      Team: 'Team',
      Rule: 'Rule',
      Title: 'Title',
      Person: 'Person',
    },
    wakeUps: 'Wake-ups',
    needless: 'For nothing',
    atNight: 'At night',
    workedOn: 'Worked on',
    ofIncidents: (worked: number, all: number) => `${worked} of ${all}`,
    whatIfs: 'What would have woken people less',
    whatIfsHelp: 'Each replayed by itself',
    noWhatIfs: 'None of the changes that were tried would have woken people less.',
    saved: (before: number, after: number) => `${before} → ${after} wake-ups`,
    savedNeedless: (before: number, after: number) => `${before} → ${after} for nothing`,
    harmless: 'Nothing that somebody worked on would have gone otherwise.',
    harm: (count: number) =>
      count === 1
        ? 'Somebody worked on 1 of these incidents:'
        : `Somebody worked on ${count} of these incidents:`,
    more: (count: number) => `and ${count} more`,
    incident: 'Incident',
    told: (before: string, after: string) => `told ${before}, with the change ${after}`,
    nobody: 'nobody',
    replay: 'Show both courses',
  },
  de: {
    ask: 'Was weckte Personen umsonst?',
    askHelp:
      'Zählt, wen Alarme weckten, und probiert, was seltener geweckt hätte. Nichts wird geändert.',
    begin: 'Herausfinden',
    reportOf: (moment: string) => `Was Personen weckte, ${moment}`,
    summary: (needless: number, all: number) =>
      all === 0
        ? 'In dieser Zeit wurde niemand geweckt'
        : `${needless} von ${all === 1 ? '1 Wecken' : `${all} Malen`} umsonst geweckt`,
    meaning:
      'Geweckt ist, wer anders als per E-Mail alarmiert wird; umsonst, wo niemand etwas daran tat.',
    night: (needless: number, all: number) =>
      `${all} nachts (22 bis 7 Uhr), davon ${needless} umsonst.`,
    incidents: (all: number, worked: number, ended: number, open: number) =>
      `Störungen, die weckten: ${all}. Bearbeitet: ${worked}. Von selbst beendet: ${ended}. Unberührt: ${open}.`,
    tried: (tried: number, all: number) => `${tried} von ${all} Änderungen ausprobiert.`,
    hidden: (count: number) =>
      count === 1
        ? '1 Zeile gehört einem Team, dessen Nutzdaten Sie nicht lesen dürfen.'
        : `${count} Zeilen gehören Teams, deren Nutzdaten Sie nicht lesen dürfen.`,
    sources: 'Was Personen weckte',
    by: 'Nach',
    dimensions: {
      Integration: 'Integration',
      Team: 'Team',
      Rule: 'Regel',
      Title: 'Titel',
      Person: 'Person',
    },
    wakeUps: 'Geweckt',
    needless: 'Umsonst',
    atNight: 'Nachts',
    workedOn: 'Bearbeitet',
    ofIncidents: (worked: number, all: number) => `${worked} von ${all}`,
    whatIfs: 'Was seltener geweckt hätte',
    whatIfsHelp: 'Jedes für sich nachgespielt',
    noWhatIfs: 'Keine der ausprobierten Änderungen hätte seltener geweckt.',
    saved: (before: number, after: number) => `${before} → ${after}-mal geweckt`,
    savedNeedless: (before: number, after: number) => `${before} → ${after} umsonst`,
    harmless: 'An nichts, was jemand bearbeitete, hätte sich etwas geändert.',
    harm: (count: number) =>
      count === 1
        ? '1 dieser Störungen hat jemand bearbeitet:'
        : `${count} dieser Störungen hat jemand bearbeitet:`,
    more: (count: number) => `und ${count} weitere`,
    incident: 'Störung',
    told: (before: string, after: string) => `erfahren ${before}, mit der Änderung ${after}`,
    nobody: 'niemand',
    replay: 'Beide Verläufe zeigen',
  },
});
