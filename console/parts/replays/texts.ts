import { defineTexts } from '../texts.tsx';

export const texts = defineTexts({
  en: {
    onCall: 'On call',
    title: 'Replays',
    lead: 'Changes tried on the past, and what woke people: who would have been told otherwise, and by which line.',
    none: 'No replays',
    noneHelp:
      'Change a rule, a tier, a policy, a mapping or a silence and press “Try on the past” beside it.',
    replayOf: (moment: string) => `Replay of ${moment}`,
    begun: 'Begun',
    state: 'State',
    states: {
      Waiting: 'Waiting',
      Running: 'Running',
      Done: 'Done',
      Stopped: 'Stopped',
      Cancelled: 'Cancelled',
    },
    waitsFor: (count: number) =>
      count === 1
        ? 'Another replay of this organization comes first.'
        : `${count} other replays of this organization come first.`,
    beginsSoon: 'It begins in a moment.',
    waitsForOthers: 'Replays of other organizations come first.',
    change: 'Change',
    noChange: 'None: the present configuration',
    noiseReport: 'None: what woke people',
    furtherChanges: (count: number) => (count === 1 ? 'and 1 more' : `and ${count} more`),
    actions: { create: 'new', replace: 'changed', delete: 'deleted' },
    found: 'Found',
    foundOf: (different: number, compared: number) => `${different} of ${compared} differ`,
    time: 'Time',
    span: (from: string, until: string) => `${from} – ${until}`,
    differ: (different: number, compared: number) =>
      compared === 0
        ? 'No incident in this time'
        : `${different} of ${compared} incidents would have gone otherwise`,
    runningDiffer: (different: number, compared: number) =>
      `So far ${different} of ${compared} incidents would have gone otherwise`,
    payloads: (count: number) =>
      count === 1 ? '1 payload was read.' : `${count} payloads were read.`,
    unable: (count: number) =>
      `${count === 1 ? '1 incident' : `${count} incidents`} could not differ: nothing changed was read for them.`,
    isCut: 'Payloads from before are not kept any more.',
    openBefore: (count: number) =>
      count === 1
        ? '1 incident was open before and is left out.'
        : `${count} incidents were open before and are left out.`,
    hidden: (count: number) =>
      count === 1
        ? '1 difference is of a team whose payloads you may not read.'
        : `${count} differences are of teams whose payloads you may not read.`,
    nobodyActs: 'Played as if nobody acknowledged or resolved anything.',
    wasAsItWas: 'On call were those who really were, where nothing is changed.',
    asItWas: 'With those on call who were then',
    asItWasHelp: 'In teams and schedules that the change leaves alone. All else is as it is now.',
    reached: (moment: string) => `Reached ${moment}`,
    cancel: 'Cancel',
    calibration: 'How far to believe it',
    reproduced: (reproduced: number, sent: number, percent: string) =>
      `Of ${sent} messages really sent to people, a replay of what is set up sends ${reproduced} (${percent}).`,
    additional: (count: number) =>
      count === 1
        ? 'The replay sends 1 that was not sent.'
        : `The replay sends ${count} that were not sent.`,
    nothingSent: 'Nobody was really sent anything about these incidents.',
    failed: (count: number) =>
      count === 1 ? '1 message really failed.' : `${count} messages really failed.`,
    changedSince: (count: number) =>
      count === 1
        ? '1 setting was changed since then: people were told by what was set up at that time.'
        : `${count} settings were changed since then: people were told by what was set up at that time.`,
    groups: 'What differs, by the line that decides it',
    same: 'Everybody would have been told the same.',
    examples: (count: number) => (count === 1 ? 'Show it' : `Show ${count} of them`),
    noCause: 'No line differs',
    steps: {
      Mapping: 'Mapping of',
      Intake: 'Integration',
      Rule: 'Routing',
      Tier: 'Tiers of',
      PolicyStep: 'Policy',
      Contact: 'Messages to',
    },
    rule: (name: string) => `rule “${name}”`,
    tier: (number: string) => `tier ${number}`,
    policyStep: (number: string) => `step ${number}`,
    changes: { Gone: 'no longer', New: 'now', Other: 'otherwise' },
    before: 'As it is',
    after: 'With the change',
    kinds: {
      NobodyNow: 'nobody is told',
      NotOpened: 'does not open',
      MappingFails: 'mapping fails',
      Later: 'told later',
      OtherPeople: 'other people',
      OtherChannel: 'other channel',
      OtherTeam: 'other team',
      OtherSeverity: 'other severity',
      Grouped: 'grouped',
      Split: 'split',
      SomebodyNow: 'somebody is told',
      Opened: 'opens',
      Earlier: 'told earlier',
      MappingReads: 'mapping reads it',
    },
    openedAt: 'Opened',
    incident: (place: number) => `Incident ${place}`,
    incidents: (count: number) => (count === 1 ? '1 incident' : `${count} incidents`),
    noIncident: 'No incident',
    nobodyTold: 'Nobody is told',
    toldAt: (moment: string, people: number) =>
      `${people === 1 ? '1 person' : `${people} people`} told, first ${moment}`,
    notKept: 'The course of this one is not kept.',
    noLines: 'Nothing is decided.',
    notSent: 'not sent',
    objects: {
      Team: 'Team',
      TeamEscalations: 'Tiers',
      Routing: 'Routing',
      EscalationPolicy: 'Escalation policy',
      InboundIntegration: 'Integration',
      InboundIntegrationMapping: 'Mapping',
      InboundIntegrationMaintenanceWindow: 'Maintenance window',
      OnCallSchedule: 'Schedule',
      OnCallOverride: 'Override',
      TemporarySchedule: 'Temporary schedule',
      Silence: 'Silence',
      SuppressionRule: 'Suppression rule',
      SupportHours: 'Support hours',
      OutboundIntegration: 'Outgoing integration',
      User: 'Person',
    },
    tryIt: 'Try on the past',
    tryTitle: 'What would this have done?',
    tryHelp:
      'Goes through the payloads that came in: once as it is set up, once with what the form says.',
    nothingSaved: 'Nothing is saved, and nobody is told.',
    tryAlways: 'It is tried as if it had begun before that time.',
    aimedAt: (title: string, moment: string) => `On “${title}” of ${moment}`,
    aimHelp: 'And on what else came by its integration in the day after it.',
    days: 'Time',
    lastDays: { 1: '1 day', 7: '7 days', 30: '30 days' },
    run: 'Try it',
    toPage: 'Open as a page',
  },
  de: {
    onCall: 'Bereitschaft',
    title: 'Rückblicke',
    lead: 'An der Vergangenheit ausprobiert: wer anders verständigt worden wäre, wodurch, und was weckte.',
    none: 'Keine Rückblicke',
    noneHelp:
      'Ändern Sie eine Regel, Stufe, Richtlinie, Zuordnung oder Stummschaltung und probieren Sie es aus.',
    replayOf: (moment: string) => `Rückblick vom ${moment}`,
    begun: 'Begonnen',
    state: 'Zustand',
    states: {
      Waiting: 'Wartet',
      Running: 'Läuft',
      Done: 'Fertig',
      Stopped: 'Abgebrochen',
      Cancelled: 'Gestoppt',
    },
    waitsFor: (count: number) =>
      count === 1
        ? 'Ein anderer Rückblick dieser Organisation kommt zuerst.'
        : `${count} andere Rückblicke dieser Organisation kommen zuerst.`,
    beginsSoon: 'Er beginnt gleich.',
    waitsForOthers: 'Rückblicke anderer Organisationen kommen zuerst.',
    change: 'Änderung',
    noChange: 'Keine: was eingerichtet ist',
    noiseReport: 'Keine: Was Personen weckte',
    furtherChanges: (count: number) => (count === 1 ? 'und 1 weitere' : `und ${count} weitere`),
    actions: { create: 'neu', replace: 'geändert', delete: 'gelöscht' },
    found: 'Gefunden',
    foundOf: (different: number, compared: number) => `${different} von ${compared} anders`,
    time: 'Zeit',
    span: (from: string, until: string) => `${from} – ${until}`,
    differ: (different: number, compared: number) =>
      compared === 0
        ? 'Keine Störung in dieser Zeit'
        : `${different} von ${compared} Störungen wären anders verlaufen`,
    runningDiffer: (different: number, compared: number) =>
      `Bis jetzt wären ${different} von ${compared} Störungen anders verlaufen`,
    payloads: (count: number) =>
      count === 1 ? '1 Meldung wurde gelesen.' : `${count} Meldungen wurden gelesen.`,
    unable: (count: number) =>
      `${count === 1 ? '1 Störung konnte' : `${count} Störungen konnten`} nicht anders verlaufen.`,
    isCut: 'Ältere Meldungen sind nicht mehr gespeichert.',
    openBefore: (count: number) =>
      count === 1
        ? '1 Störung war vorher schon offen und bleibt außer Betracht.'
        : `${count} Störungen waren vorher schon offen und bleiben außer Betracht.`,
    hidden: (count: number) =>
      count === 1
        ? '1 Unterschied betrifft ein Team, dessen Meldungen Sie nicht lesen dürfen.'
        : `${count} Unterschiede betreffen Teams, deren Meldungen Sie nicht lesen dürfen.`,
    nobodyActs: 'Gespielt, als hätte niemand etwas bestätigt oder gelöst.',
    wasAsItWas: 'Bereitschaft hatten jene, die sie wirklich hatten, wo nichts geändert ist.',
    asItWas: 'Mit jenen in Bereitschaft, die es damals waren',
    asItWasHelp:
      'In Teams und Dienstplänen, welche die Änderung nicht berührt. Alles andere ist wie jetzt.',
    reached: (moment: string) => `Bis ${moment}`,
    cancel: 'Stoppen',
    calibration: 'Wie weit man dem glauben kann',
    reproduced: (reproduced: number, sent: number, percent: string) =>
      `Von ${sent} wirklich gesendeten Nachrichten sendet der Rückblick ${reproduced} (${percent}).`,
    additional: (count: number) =>
      count === 1
        ? 'Der Rückblick sendet 1, die nicht gesendet wurde.'
        : `Der Rückblick sendet ${count}, die nicht gesendet wurden.`,
    nothingSent: 'Zu diesen Störungen wurde niemandem wirklich etwas gesendet.',
    failed: (count: number) =>
      count === 1
        ? '1 Nachricht kam wirklich nicht an.'
        : `${count} Nachrichten kamen wirklich nicht an.`,
    changedSince: (count: number) =>
      count === 1
        ? '1 Einstellung wurde seither geändert: Verständigt wurde nach dem, was damals eingerichtet war.'
        : `${count} Einstellungen wurden seither geändert: Verständigt wurde nach dem, was damals eingerichtet war.`,
    groups: 'Was anders ist, nach der Zeile, die es entscheidet',
    same: 'Alle wären gleich verständigt worden.',
    examples: (count: number) => (count === 1 ? 'Zeigen' : `${count} davon zeigen`),
    noCause: 'Keine Zeile ist anders',
    steps: {
      Mapping: 'Zuordnung von',
      Intake: 'Integration',
      Rule: 'Weiterleitung',
      Tier: 'Stufen von',
      PolicyStep: 'Richtlinie',
      Contact: 'Nachrichten an',
    },
    rule: (name: string) => `Regel „${name}“`,
    tier: (number: string) => `Stufe ${number}`,
    policyStep: (number: string) => `Schritt ${number}`,
    changes: { Gone: 'nicht mehr', New: 'jetzt', Other: 'anders' },
    before: 'Wie es ist',
    after: 'Mit der Änderung',
    kinds: {
      NobodyNow: 'niemand verständigt',
      NotOpened: 'nicht eröffnet',
      MappingFails: 'Zuordnung scheitert',
      Later: 'später verständigt',
      OtherPeople: 'andere Personen',
      OtherChannel: 'anderer Kanal',
      OtherTeam: 'anderes Team',
      OtherSeverity: 'anderer Schweregrad',
      Grouped: 'gruppiert',
      Split: 'getrennt',
      SomebodyNow: 'jemand verständigt',
      Opened: 'eröffnet',
      Earlier: 'früher verständigt',
      MappingReads: 'Zuordnung liest es',
    },
    openedAt: 'Beginn',
    incident: (place: number) => `Störung ${place}`,
    incidents: (count: number) => (count === 1 ? '1 Störung' : `${count} Störungen`),
    noIncident: 'Keine Störung',
    nobodyTold: 'Niemand wird verständigt',
    toldAt: (moment: string, people: number) =>
      `${people === 1 ? '1 Person' : `${people} Personen`} verständigt, zuerst ${moment}`,
    notKept: 'Von dieser ist der Verlauf nicht gespeichert.',
    noLines: 'Nichts wird entschieden.',
    notSent: 'nicht gesendet',
    objects: {
      Team: 'Team',
      TeamEscalations: 'Stufen',
      Routing: 'Weiterleitung',
      EscalationPolicy: 'Eskalationsrichtlinie',
      InboundIntegration: 'Integration',
      InboundIntegrationMapping: 'Zuordnung',
      InboundIntegrationMaintenanceWindow: 'Wartungsfenster',
      OnCallSchedule: 'Dienstplan',
      OnCallOverride: 'Vertretung',
      TemporarySchedule: 'Zeitweiliger Plan',
      Silence: 'Stummschaltung',
      SuppressionRule: 'Unterdrückungsregel',
      SupportHours: 'Servicezeiten',
      OutboundIntegration: 'Ausgehende Integration',
      User: 'Person',
    },
    tryIt: 'An der Vergangenheit ausprobieren',
    tryTitle: 'Was hätte das bewirkt?',
    tryHelp:
      'Geht die Meldungen durch, die ankamen: einmal wie eingerichtet, einmal mit dem Formular.',
    aimedAt: (title: string, moment: string) => `An „${title}“ vom ${moment}`,
    aimHelp: 'Und an dem, was ihre Integration am Tag danach brachte.',
    nothingSaved: 'Nichts wird gespeichert, niemand verständigt.',
    tryAlways: 'Es wird ausprobiert, als hätte es vor dieser Zeit begonnen.',
    days: 'Zeit',
    lastDays: { 1: '1 Tag', 7: '7 Tage', 30: '30 Tage' },
    run: 'Ausprobieren',
    toPage: 'Als Seite öffnen',
  },
});
