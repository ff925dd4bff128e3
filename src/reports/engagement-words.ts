import type { Severity } from '../incidents/index.ts';
import type { Language } from '../sentences/index.ts';
import type { Comparison, FigureName } from './incident-figures.ts';

export type ReportLanguage = Language;

/** The texts of the weekly mail around names and numbers. */
export interface EngagementWords {
  /** By which dates and numbers are written. */
  locale: string;
  figures: readonly [FigureName, string][];
  /** Titles of the columns of the table of people; the first names them. */
  columns: readonly string[];
  severities: Readonly<Record<Severity, string>>;
  report: string;
  incidents(count: number): string;
  quietWeek: string;
  quietSummary: string;
  /** Said of a week without new incidents, where some are open from before. */
  nothingNew: string;
  nothingNewSummary: string;
  summary(incidents: string): string;
  compared: string;
  people: string;
  noMembers: string;
  hasLeft: string;
  morePeople(count: number): string;
  unacknowledged: string;
  longestOpen: string;
  noisiestIntegrations: string;
  noisiestTitles: string;
  since: string;
  view: string;
  footer(name: string): string;
  person(counts: {
    alerted: number;
    acknowledged: number;
    resolved: number;
    onCall: string;
  }): string;
  untitled: string;
  isNew: string;
  unchanged: string;
  points: string;
  more: string;
  less: string;
  meanings: Readonly<Partial<Record<Comparison['meaning'], string>>>;
}

export const engagementWords: Readonly<Record<ReportLanguage, Omit<EngagementWords, 'locale'>>> = {
  en: {
    figures: [
      ['total', 'Incidents'],
      ['resolvedPercent', 'Resolved'],
      ['meanToAcknowledge', 'Mean time to acknowledge'],
      ['medianToAcknowledge', 'Median time to acknowledge'],
      ['meanToResolve', 'Mean time to resolve'],
      ['medianToResolve', 'Median time to resolve'],
    ],
    columns: ['', 'Alerted', 'Ack.', 'Resolved', 'Median to ack.', 'On call'],
    severities: { Critical: 'Critical', Warning: 'Warning', Minor: 'Minor' },
    report: 'Engagement report',
    incidents: (count) => (count === 1 ? '1 incident' : `${count} incidents`),
    quietWeek: 'a quiet week',
    quietSummary: 'A quiet week: no incidents.',
    nothingNew: 'no new incidents',
    nothingNewSummary: 'No new incidents. What is open is from before.',
    summary: (incidents) => `${incidents} in this week.`,
    compared: 'Compared with the week before',
    people: 'People',
    noMembers: 'The team has no members.',
    hasLeft: 'has left',
    morePeople: (count) => `… and ${count} more people`,
    unacknowledged: 'Open and not acknowledged',
    longestOpen: 'Open for longest',
    noisiestIntegrations: 'Noisiest integrations',
    noisiestTitles: 'Most frequent titles',
    since: 'since',
    view: 'View report',
    footer: (name) =>
      `For ${name}. The settings of the team say when it comes; those of a person, whether.`,
    person: ({ alerted, acknowledged, resolved, onCall }) =>
      `alerted ${alerted}, acknowledged ${acknowledged}, resolved ${resolved}, on call ${onCall}`,
    untitled: 'Incident without a title',
    isNew: 'new',
    unchanged: 'unchanged',
    points: 'points',
    more: 'more',
    less: 'less',
    meanings: { Better: 'better', Worse: 'worse' },
  },
  de: {
    figures: [
      ['total', 'Störungen'],
      ['resolvedPercent', 'Gelöst'],
      ['meanToAcknowledge', 'Mittlere Zeit bis zur Annahme'],
      ['medianToAcknowledge', 'Median bis zur Annahme'],
      ['meanToResolve', 'Mittlere Zeit bis zur Lösung'],
      ['medianToResolve', 'Median bis zur Lösung'],
    ],
    columns: ['', 'Alarmiert', 'Angen.', 'Gelöst', 'Median bis Annahme', 'Dienst'],
    severities: { Critical: 'Kritisch', Warning: 'Warnung', Minor: 'Gering' },
    report: 'Einsatzbericht',
    incidents: (count) => (count === 1 ? '1 Störung' : `${count} Störungen`),
    quietWeek: 'eine ruhige Woche',
    quietSummary: 'Eine ruhige Woche: keine Störungen.',
    nothingNew: 'keine neuen Störungen',
    nothingNewSummary: 'Keine neuen Störungen. Was offen ist, ist von früher.',
    summary: (incidents) => `${incidents} in dieser Woche.`,
    compared: 'Verglichen mit der Woche davor',
    people: 'Personen',
    noMembers: 'Das Team hat keine Mitglieder.',
    hasLeft: 'nicht mehr im Team',
    morePeople: (count) => `… und ${count} weitere Personen`,
    unacknowledged: 'Offen und nicht angenommen',
    longestOpen: 'Am längsten offen',
    noisiestIntegrations: 'Lauteste Integrationen',
    noisiestTitles: 'Häufigste Titel',
    since: 'seit',
    view: 'Bericht ansehen',
    footer: (name) =>
      `Für ${name}. Die Einstellungen des Teams sagen, wann der Bericht kommt; die einer Person, ob.`,
    person: ({ alerted, acknowledged, resolved, onCall }) =>
      `alarmiert ${alerted}, angenommen ${acknowledged}, gelöst ${resolved}, Bereitschaft ${onCall}`,
    untitled: 'Störung ohne Titel',
    isNew: 'neu',
    unchanged: 'unverändert',
    points: 'Punkte',
    more: 'mehr',
    less: 'weniger',
    meanings: { Better: 'besser', Worse: 'schlechter' },
  },
};
