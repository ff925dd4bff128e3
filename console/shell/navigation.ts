import type { LinkProps } from '@tanstack/react-router';
import type { IconName } from '../parts/icon.tsx';
import { defineTexts } from '../parts/texts.tsx';

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
  },
});

export interface NavigationItem {
  to: LinkProps['to'];
  text: keyof (typeof navigationTexts)['en'];
  icon: IconName;
  /** Only for people who administer the organization. */
  forAdministrators?: boolean;
}

/** The menu, and the pages of the command palette, from what is needed at night to what is needed once a year. */
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
];
