import { defineTexts } from '../../parts/texts.tsx';

export const texts = defineTexts({
  en: {
    title: 'Services',
    lead: 'What customers see on status pages, and which incidents affect it.',
    create: 'New service',
    none: 'No services',
    noneHelp:
      'A service is what customers know: the shop, the API. Say which integrations tell how it is doing.',
    name: 'Name',
    publicTitle: 'For customers',
    follows: 'Follows',
    integrations: (count: number) => (count === 1 ? '1 integration' : `${count} integrations`),
    byHandOnly: 'only what people say',
    maintenance: 'Maintenance',
    maintenanceLead: 'Planned work, as status pages announce it. It is no downtime.',
    newMaintenance: 'Plan maintenance',
    noMaintenance: 'Nothing is planned',
    noMaintenanceHelp:
      'Plan maintenance, and the pages of its services announce it and tell their subscribers.',
    onlyCurrent: 'Only current and upcoming',
    services: 'Services',
    when: 'When',
    remove: 'Delete',
    removeQuestion: 'Status pages do not show this service any more, nor what happened to it.',
    removeMaintenanceQuestion:
      'Status pages do not show this maintenance any more. Subscribers are not told.',
    times: (zone: string) => `Times are yours (${zone}).`,
    startLabel: 'Begins at',
    endLabel: 'Ends at',
  },
  de: {
    title: 'Dienste',
    lead: 'Was Kundinnen und Kunden auf Statusseiten sehen, und welche Störungen es betreffen.',
    create: 'Neuer Dienst',
    none: 'Keine Dienste',
    noneHelp:
      'Ein Dienst ist, was Kundinnen und Kunden kennen: der Shop, die API. Sagen Sie, welche Integrationen über ihn Auskunft geben.',
    name: 'Name',
    publicTitle: 'Für Kunden',
    follows: 'Folgt',
    integrations: (count: number) => (count === 1 ? '1 Integration' : `${count} Integrationen`),
    byHandOnly: 'nur dem, was Menschen sagen',
    maintenance: 'Wartung',
    maintenanceLead:
      'Geplante Arbeiten, wie Statusseiten sie ankündigen. Sie gelten nicht als Ausfall.',
    newMaintenance: 'Wartung planen',
    noMaintenance: 'Nichts ist geplant',
    noMaintenanceHelp:
      'Planen Sie eine Wartung, und die Seiten ihrer Dienste kündigen sie an und sagen es ihren Abonnenten.',
    onlyCurrent: 'Nur laufende und kommende',
    services: 'Dienste',
    when: 'Wann',
    remove: 'Löschen',
    removeQuestion: 'Statusseiten zeigen diesen Dienst nicht mehr, und nicht, was mit ihm war.',
    removeMaintenanceQuestion:
      'Statusseiten zeigen diese Wartung nicht mehr. Abonnenten wird nichts gesagt.',
    times: (zone: string) => `Zeiten sind Ihre (${zone}).`,
    startLabel: 'Beginnt um',
    endLabel: 'Endet um',
  },
});
