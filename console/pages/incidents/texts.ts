import { defineTexts } from '../../parts/texts.tsx';

export const texts = defineTexts({
  en: {
    title: 'Incidents',
    quiet: 'All quiet',
    quietHelp: 'No incident is open. New ones appear here by themselves.',
    firstRun: 'Nothing is connected yet: take the first steps',
    none: 'No incidents',
    noneHelp: 'Nothing matches these filters.',
    partial: 'There may be more: not every incident was looked through. Narrow the search.',
    leftOut: {
      snoozed: (count: number) => `${atMost(count)} snoozed, not shown here`,
      archived: (count: number) => `${atMost(count)} archived, not shown here`,
    },
    status: 'Status',
    statuses: { Open: 'Open', Resolved: 'Resolved', All: 'All' },
    search: 'Search titles and attributes',
    select: (title: string) => `Select ${title}`,
    selected: (count: number) => `${count} selected`,
    clearSelection: 'Clear selection',
    keys: 'Keyboard shortcuts',
    removeFilter: (filter: string) => `Remove filter ${filter}`,
    addFilter: 'Filter',
    mine: 'Mine',
    unacknowledged: 'Not acknowledged',
    acknowledged: 'Acknowledged',
    views: { snoozed: 'Snoozed', archived: 'Archived' },
    filterNames: {
      team: 'Team',
      integration: 'Integration',
      label: 'Label',
      service: 'Service',
      person: 'Assigned to',
    },
    saved: 'Views',
    whereIs: 'Where is my alert?',
  },
  de: {
    title: 'Störungen',
    quiet: 'Alles ruhig',
    quietHelp: 'Keine Störung ist offen. Neue erscheinen hier von selbst.',
    firstRun: 'Noch ist nichts angeschlossen: zu den ersten Schritten',
    none: 'Keine Störungen',
    noneHelp: 'Zu diesen Filtern passt nichts.',
    partial: 'Vielleicht gibt es mehr: Es wurden nicht alle Störungen durchgesehen. Suche enger.',
    leftOut: {
      snoozed: (count: number) => `${atMost(count)} zurückgestellt, hier nicht gezeigt`,
      archived: (count: number) => `${atMost(count)} archiviert, hier nicht gezeigt`,
    },
    status: 'Status',
    statuses: { Open: 'Offen', Resolved: 'Gelöst', All: 'Alle' },
    search: 'Titel und Attribute durchsuchen',
    select: (title: string) => `${title} auswählen`,
    selected: (count: number) => `${count} ausgewählt`,
    clearSelection: 'Auswahl aufheben',
    keys: 'Tastenkürzel',
    removeFilter: (filter: string) => `Filter ${filter} entfernen`,
    addFilter: 'Filter',
    mine: 'Meine',
    unacknowledged: 'Nicht angenommen',
    acknowledged: 'Angenommen',
    views: { snoozed: 'Zurückgestellt', archived: 'Archiviert' },
    filterNames: {
      team: 'Team',
      integration: 'Integration',
      label: 'Label',
      service: 'Dienst',
      person: 'Zugewiesen an',
    },
    saved: 'Ansichten',
    whereIs: 'Wo ist mein Alarm?',
  },
});

/** The server counts up to a hundred. */
function atMost(count: number): string {
  return count >= 100 ? '100+' : String(count);
}
