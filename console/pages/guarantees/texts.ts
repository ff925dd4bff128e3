import { defineTexts } from '../../parts/texts.tsx';

const minutesEn = (count: number) => (count === 1 ? '1 minute' : `${count} minutes`);
const minutesDe = (count: number) => (count === 1 ? '1 Minute' : `${count} Minuten`);
const personsDe = (count: number) => (count === 1 ? '1 Person' : `${count} Personen`);

export const texts = defineTexts({
  en: {
    onCall: 'On call',
    title: 'Guarantees',
    lead: 'So many people are told of such incidents in time: the server proves it and warns beforehand.',
    none: 'No guarantees',
    noneHelp:
      'For example “Critical incidents wake somebody within 5 minutes”. What would break it is said days before.',
    proofs: 'Proofs',
    proofsLead:
      'What was asked of the prover in the last 30 days: by “tocsin prove”, in pipelines, by agents and here.',
    noProofs: 'No proofs',
    noProofsHelp: 'Run “tocsin prove” on a plan, or try faults on the page of a guarantee.',
    proofOf: (moment: string) => `Proof of ${moment}`,
    asked: 'Asked for',
    askedBy: 'By',
    found: 'Found',
    change: 'With the change',
    noGuarantees: 'No guarantee was meant.',
    notStored: 'Given with the proof; it is not stored.',
    toGuarantee: 'How it stands now',
    examplesCut: 'Of some, example and times are left out, for there are too many.',
    proofStates: {
      Waiting: 'Waiting',
      Running: 'Running',
      Done: 'Done',
      Stopped: 'Stopped',
      Cancelled: 'Cancelled',
    },
    proofCancelled: 'It was cancelled: nothing is decided',
    cancelProof: 'Cancel',
    showMinutes: 'Minute by minute',
    hideMinutes: 'Hide the minutes',
    proofStopped: 'It did not come to its end: nothing is decided',
    waitsFor: (count: number, by: string | null) => {
      const others = count === 1 ? 'One other proof comes' : `${count} other proofs come`;
      return by === null
        ? `${others} first.`
        : `${others} first; ${by} asked for the one that goes on.`;
    },
    beginsSoon: 'It begins in a moment.',
    runsOn: 'It goes on, also when you leave this page.',
    create: 'New guarantee',
    remove: 'Delete guarantee',
    removeQuestion:
      'Nobody is warned any more when it breaks. Who is told of incidents stays the same.',
    settings: 'What it says',
    state: 'State',
    states: {
      Holds: 'Holds',
      BreaksOn: 'Will break',
      Broken: 'Broken',
      NotDecided: 'Not decided',
      Vacuous: 'About nothing',
    },
    stateTitles: {
      Holds: 'Holds',
      BreaksOn: 'Will break',
      Broken: 'Broken now',
      NotDecided: 'It is not decided whether it holds',
      Vacuous: 'It is about no incident',
    },
    isBeingChecked: 'being checked …',
    unchecked: 'It is being checked for the first time: this takes some seconds.',
    breaks: 'Breaks',
    never: '–',
    now: 'now',
    since: 'Since',
    inStateSince: 'In this state since',
    checked: 'Checked',
    isOld: 'Something has changed since, so this may be no longer so: it is being checked again.',
    holdsUntil: (moment: string) => `Holds at every instant until ${moment}`,
    breaksOn: (wait: string, moment: string) => `Breaks ${wait}: ${moment}`,
    brokenUntil: (moment: string, isToTheEnd: boolean) =>
      isToTheEnd ? 'Broken now, and as far as one can see' : `Broken now, until ${moment}`,
    played: (incidents: number, times: number) =>
      `${incidents === 1 ? '1 kind' : `${incidents} kinds`} of incidents and ${
        times === 1 ? '1 kind' : `${times} kinds`
      } of instants played`,
    nextDays: (days: number) => `The next ${days} days`,
    zone: (zone: string) => `Times in ${zone}`,
    inAll: (count: number, duration: string, days: number) =>
      `Broken ${count === 1 ? 'once' : `${count} times`} in ${days} days, ${duration} together`,
    excusedTimes: (count: number) => (count === 1 ? 'Excused once' : `Excused ${count} times`),
    legend: {
      holds: 'Holds',
      unknown: 'Not known',
      hole: 'Too few people are told',
      excused: 'Excused by a silence or a maintenance window',
    },
    all: (count: number) => `Show all ${count}`,
    fewer: 'Show fewer',
    says: (who: string, about: string, minutes: number) =>
      `${about}: ${who} within ${minutesEn(minutes)}.`,
    saysPeople: (count: number, ways: string) =>
      `${count === 1 ? 'somebody is' : `${count} people are`} told${ways && ` by ${ways}`}`,
    saysIncidents: (severities: string) =>
      severities ? `${severities} incidents` : 'All incidents',
    saysNarrowed: 'of some integrations, teams or attributes',
    saysEvenIf: (faults: string) => `Even if ${faults}.`,
    example: 'The smallest incident that breaks it',
    simplest: 'Of all cases the one with the fewest faults, then the earliest',
    contradicted:
      'Played once more, this incident went another way. That is a mistake of ours: please report it.',
    opens: 'Opens',
    incident: 'Incident',
    titled: 'Title',
    faults: 'Even if',
    inTime: 'Told in time',
    peopleTold: (count: number, minutes: number) =>
      `${count === 0 ? 'nobody' : count === 1 ? '1 person' : `${count} people`} within ${minutesEn(minutes)}`,
    peopleAway: (count: number) =>
      count === 1 ? 'one person notices nothing' : `${count} people notice nothing`,
    faultWords: {
      CarrierDown: 'a carrier takes nothing for now',
      CarrierRefuses: 'a carrier refuses for good',
      ChannelDown: 'a channel sends nothing',
    },
    onDuty: 'On call meanwhile',
    tierOf: (tier: number, team: string) => `Tier ${tier} of ${team}`,
    nobodyOnDuty: 'nobody',
    minutes: 'Minute by minute',
    incidentOpens: 'The incident opens.',
    deadline: (wanted: number, told: number) =>
      `${wanted === 1 ? 'Somebody' : `${wanted} people`} had to be told by now; ${
        told === 0 ? 'nobody was' : told === 1 ? '1 person was' : `${told} people were`
      }.`,
    repeats: (count: number) =>
      count === 1 ? '1 more repeats the same.' : `${count} more repeat the same.`,
    somebody: 'Somebody',
    notSent: 'not sent',
    alarmLost:
      'The integration that was to open an incident was deleted: administrators are told, but no incident opens.',
    whatIf: 'What if …',
    whatIfHelp: 'Each by itself; the guarantee stays as it is',
    tryIt: 'Prove it',
    mendings: 'What would mend it',
    mendingsHelp: 'Each by itself, tried with this incident',
    noMendings:
      'No single change that was tried would: see what decided about it, and change more than one thing.',
    decided: 'What decided about it',
    objects: {
      InboundIntegration: 'Integration',
      Team: 'Team',
      TeamEscalations: 'Tiers',
      EscalationPolicy: 'Escalation policy',
      OnCallSchedule: 'Schedule',
      Routing: 'Routing',
      Silence: 'Silence',
      InboundIntegrationMaintenanceWindow: 'Maintenance window',
      SuppressionRule: 'Suppression rule',
      ShadowRun: 'Shadow run',
      User: 'People',
    },
    silenceOf: (team: string) => `Silences of ${team}`,
  },
  de: {
    onCall: 'Bereitschaft',
    title: 'Garantien',
    lead: 'Von solchen Störungen erfahren genug Leute rechtzeitig: Der Server beweist es und warnt vorher.',
    none: 'Keine Garantien',
    noneHelp:
      'Zum Beispiel „Kritisches weckt jemanden in 5 Minuten“. Was sie verletzt, erfahren Sie Tage vorher.',
    proofs: 'Beweise',
    proofsLead:
      'Was in den letzten 30 Tagen zu beweisen war: durch „tocsin prove“, in Pipelines, durch Agenten und hier.',
    noProofs: 'Keine Beweise',
    noProofsHelp:
      'Rufen Sie „tocsin prove“ für einen Plan auf, oder probieren Sie Ausfälle auf der Seite einer Garantie.',
    proofOf: (moment: string) => `Beweis vom ${moment}`,
    asked: 'Verlangt',
    askedBy: 'Von',
    found: 'Gefunden',
    change: 'Mit der Änderung',
    noGuarantees: 'Keine Garantie war gemeint.',
    notStored: 'Mit dem Beweis angegeben; sie ist nicht gespeichert.',
    toGuarantee: 'Wie sie jetzt steht',
    examplesCut: 'Bei einigen fehlen Beispiel und Zeiten, denn es sind zu viele.',
    proofStates: {
      Waiting: 'Wartet',
      Running: 'Läuft',
      Done: 'Fertig',
      Stopped: 'Abgebrochen',
      Cancelled: 'Gestoppt',
    },
    proofCancelled: 'Er wurde gestoppt: Nichts ist entschieden',
    cancelProof: 'Stoppen',
    showMinutes: 'Minute für Minute',
    hideMinutes: 'Minuten ausblenden',
    proofStopped: 'Er kam nicht zu seinem Ende: Nichts ist entschieden',
    waitsFor: (count: number, by: string | null) => {
      const others = count === 1 ? 'Ein anderer Beweis kommt' : `${count} andere Beweise kommen`;
      return by === null
        ? `${others} zuerst.`
        : `${others} zuerst; den laufenden hat ${by} verlangt.`;
    },
    beginsSoon: 'Er beginnt gleich.',
    runsOn: 'Er läuft weiter, auch wenn Sie diese Seite verlassen.',
    create: 'Neue Garantie',
    remove: 'Garantie löschen',
    removeQuestion:
      'Niemand wird mehr gewarnt, wenn sie verletzt wird. Wer von Störungen erfährt, bleibt gleich.',
    settings: 'Was sie sagt',
    state: 'Zustand',
    states: {
      Holds: 'Hält',
      BreaksOn: 'Wird verletzt',
      Broken: 'Verletzt',
      NotDecided: 'Nicht entschieden',
      Vacuous: 'Trifft nichts',
    },
    stateTitles: {
      Holds: 'Hält',
      BreaksOn: 'Wird verletzt',
      Broken: 'Jetzt verletzt',
      NotDecided: 'Es ist nicht entschieden, ob sie hält',
      Vacuous: 'Sie trifft auf keine Störung zu',
    },
    isBeingChecked: 'wird geprüft …',
    unchecked: 'Sie wird zum ersten Mal geprüft: Das dauert einige Sekunden.',
    breaks: 'Verletzt',
    never: '–',
    now: 'jetzt',
    since: 'Seit',
    inStateSince: 'In diesem Zustand seit',
    checked: 'Geprüft',
    isOld:
      'Seither hat sich etwas geändert, vielleicht stimmt das nicht mehr: Sie wird neu geprüft.',
    holdsUntil: (moment: string) => `Hält jederzeit bis ${moment}`,
    breaksOn: (wait: string, moment: string) => `Wird ${wait} verletzt: ${moment}`,
    brokenUntil: (moment: string, isToTheEnd: boolean) =>
      isToTheEnd ? 'Jetzt verletzt, so weit man sehen kann' : `Jetzt verletzt, bis ${moment}`,
    played: (incidents: number, times: number) =>
      `${incidents === 1 ? '1 Art' : `${incidents} Arten`} von Störungen und ${
        times === 1 ? '1 Art' : `${times} Arten`
      } von Zeitpunkten durchgespielt`,
    nextDays: (days: number) => `Die nächsten ${days} Tage`,
    zone: (zone: string) => `Zeiten in ${zone}`,
    inAll: (count: number, duration: string, days: number) =>
      `In ${days} Tagen ${count === 1 ? 'einmal' : `${count}-mal`} verletzt, zusammen ${duration}`,
    excusedTimes: (count: number) =>
      count === 1 ? 'Einmal entschuldigt' : `${count}-mal entschuldigt`,
    legend: {
      holds: 'Hält',
      unknown: 'Nicht bekannt',
      hole: 'Zu wenige werden verständigt',
      excused: 'Entschuldigt durch eine Stummschaltung oder ein Wartungsfenster',
    },
    all: (count: number) => `Alle ${count} zeigen`,
    fewer: 'Weniger zeigen',
    says: (who: string, about: string, minutes: number) =>
      `${about}: ${who}, innerhalb von ${minutesDe(minutes)}.`,
    saysPeople: (count: number, ways: string) =>
      `${count === 1 ? 'jemand wird' : `${count} Personen werden`} verständigt${ways && ` (${ways})`}`,
    saysIncidents: (severities: string) =>
      severities ? `Störungen (${severities})` : 'Alle Störungen',
    saysNarrowed: 'bestimmter Integrationen, Teams oder Attribute',
    saysEvenIf: (faults: string) => `Auch wenn ${faults}.`,
    example: 'Die kleinste Störung, die sie verletzt',
    simplest: 'Von allen Fällen der mit den wenigsten Ausfällen, dann der früheste',
    contradicted:
      'Noch einmal durchgespielt ging diese Störung anders aus. Das ist unser Fehler: Bitte melden Sie ihn.',
    opens: 'Beginnt',
    incident: 'Störung',
    titled: 'Titel',
    faults: 'Auch wenn',
    inTime: 'Rechtzeitig verständigt',
    peopleTold: (count: number, minutes: number) =>
      `${count === 0 ? 'niemand' : personsDe(count)} innerhalb von ${minutesDe(minutes)}`,
    peopleAway: (count: number) =>
      count === 1 ? 'eine Person nichts bemerkt' : `${count} Personen nichts bemerken`,
    faultWords: {
      CarrierDown: 'ein Anbieter vorerst nichts annimmt',
      CarrierRefuses: 'ein Anbieter endgültig ablehnt',
      ChannelDown: 'ein Kanal nichts sendet',
    },
    onDuty: 'Währenddessen in Bereitschaft',
    tierOf: (tier: number, team: string) => `Stufe ${tier} von ${team}`,
    nobodyOnDuty: 'niemand',
    minutes: 'Minute für Minute',
    incidentOpens: 'Die Störung beginnt.',
    deadline: (wanted: number, told: number) =>
      `Bis jetzt ${wanted === 1 ? 'musste jemand' : `mussten ${wanted} Personen`} verständigt sein; ${
        told === 0 ? 'es war niemand' : told === 1 ? 'es war 1 Person' : `es waren ${told} Personen`
      }.`,
    repeats: (count: number) =>
      count === 1
        ? '1 weiterer Eintrag wiederholt dasselbe.'
        : `${count} weitere Einträge wiederholen dasselbe.`,
    somebody: 'Jemand',
    notSent: 'nicht gesendet',
    alarmLost:
      'Die Integration, die eine Störung eröffnen sollte, ist gelöscht: Es gibt nur noch die Nachrichten.',
    whatIf: 'Was, wenn …',
    whatIfHelp: 'Jedes für sich; die Garantie bleibt, wie sie ist',
    tryIt: 'Beweisen',
    mendings: 'Was hilft',
    mendingsHelp: 'Jedes für sich, an dieser Störung ausprobiert',
    noMendings:
      'Keine einzelne Änderung half: Sehen Sie nach, was entschieden hat, und ändern Sie mehr als eines.',
    decided: 'Was darüber entschieden hat',
    objects: {
      InboundIntegration: 'Integration',
      Team: 'Team',
      TeamEscalations: 'Stufen',
      EscalationPolicy: 'Eskalationsrichtlinie',
      OnCallSchedule: 'Dienstplan',
      Routing: 'Weiterleitung',
      Silence: 'Stummschaltung',
      InboundIntegrationMaintenanceWindow: 'Wartungsfenster',
      SuppressionRule: 'Unterdrückungsregel',
      ShadowRun: 'Schattenbetrieb',
      User: 'Personen',
    },
    silenceOf: (team: string) => `Stummschaltungen von ${team}`,
  },
});
