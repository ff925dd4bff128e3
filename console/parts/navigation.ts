import type { LinkProps } from '@tanstack/react-router';
import type { IconName } from './icon.tsx';
import { defineTexts } from './texts.tsx';

export const navigationTexts = defineTexts({
  en: {
    incidents: 'Incidents',
    onCall: 'On call',
    teams: 'Teams',
    routing: 'Routing',
    integrations: 'Integrations',
    outbound: 'Outbound',
    calls: 'Calls',
    services: 'Services',
    statusPages: 'Status pages',
    auditLog: 'Audit log',
    settings: 'Settings',
    reports: 'Reports',
    schedules: 'Schedules',
    policies: 'Escalation policies',
    supportHours: 'Support hours',
    guarantees: 'Guarantees',
    replays: 'Replays',
    simulation: 'Who would be woken?',
    suppression: 'Suppression rules',
  },
  de: {
    incidents: 'Störungen',
    onCall: 'Bereitschaft',
    teams: 'Teams',
    routing: 'Weiterleitung',
    integrations: 'Integrationen',
    outbound: 'Ausgehend',
    calls: 'Anrufe',
    services: 'Dienste',
    statusPages: 'Statusseiten',
    auditLog: 'Audit-Log',
    settings: 'Einstellungen',
    reports: 'Berichte',
    schedules: 'Dienstpläne',
    policies: 'Eskalationsrichtlinien',
    supportHours: 'Servicezeiten',
    guarantees: 'Garantien',
    replays: 'Rückblicke',
    simulation: 'Wer würde geweckt?',
    suppression: 'Unterdrückungsregeln',
  },
});

export interface NavigationItem {
  to: LinkProps['to'];
  text: keyof (typeof navigationTexts)['en'];
  icon: IconName;
  /** Only for people who administer the organization. */
  forAdministrators?: boolean;
  /** Not in the menu, but beside what the page above it in the menu shows. */
  under?: '/on-call' | '/routing';
}

/** All that the command palette finds: the menu, from what is needed at night to once a year, and pages below it. */
export const navigation: readonly NavigationItem[] = [
  { to: '/', text: 'incidents', icon: 'alert' },
  { to: '/on-call', text: 'onCall', icon: 'clock' },
  { to: '/teams', text: 'teams', icon: 'people' },
  { to: '/routing', text: 'routing', icon: 'split' },
  { to: '/integrations', text: 'integrations', icon: 'plug' },
  { to: '/outbound', text: 'outbound', icon: 'send' },
  { to: '/calls', text: 'calls', icon: 'phone' },
  { to: '/reports', text: 'reports', icon: 'chart' },
  { to: '/services', text: 'services', icon: 'layers' },
  { to: '/status-pages', text: 'statusPages', icon: 'globe' },
  { to: '/audit-log', text: 'auditLog', icon: 'book', forAdministrators: true },
  { to: '/settings', text: 'settings', icon: 'gear', forAdministrators: true },
  { to: '/on-call/schedules', text: 'schedules', icon: 'layers', under: '/on-call' },
  { to: '/on-call/policies', text: 'policies', icon: 'split', under: '/on-call' },
  { to: '/on-call/support-hours', text: 'supportHours', icon: 'clock', under: '/on-call' },
  { to: '/on-call/guarantees', text: 'guarantees', icon: 'shield', under: '/on-call' },
  { to: '/on-call/replays', text: 'replays', icon: 'refresh', under: '/on-call' },
  { to: '/on-call/simulation', text: 'simulation', icon: 'play', under: '/on-call' },
  { to: '/routing/suppression', text: 'suppression', icon: 'split', under: '/routing' },
];
