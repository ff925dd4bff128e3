import type { components } from '../contract/index.ts';
import type { PageContent, PublicMaintenance } from './page-content.ts';
import type { PublicIncident } from './public-incidents.ts';
import { textIn } from './public-updates.ts';
import { type PageLanguage, stateWord } from './state-words.ts';
import type { PublicState } from './states.ts';

type Wire = components['schemas'];

/**
 * The content of a page, for programs. Visitors learn of the incidents behind it only where the page shows their
 * titles. Pure.
 */
export function toStatusView(
  content: PageContent,
  language: PageLanguage,
  reader: 'visitor' | 'member',
): Wire['StatusPageStatus'] {
  const { page, groups } = content;
  const showsIncidents = reader === 'member' || page.wire.publicShowIncidentTitles;
  const toView = (incident: PublicIncident): Wire['PublicIncident'] => ({
    id: incident.id,
    status: state(incident.severity ?? 'operational'),
    start: incident.startedAt.toISOString(),
    end: incident.endedAt?.toISOString() ?? null,
    services: incident.services.map(({ id, title }) => ({ id, publicTitle: title })),
    messages: incident.messages.map((message) => ({
      id: message.id,
      timestamp: message.at.toISOString(),
      state: message.state,
      message: textIn(message.texts, language),
    })),
    incidents: showsIncidents ? incident.incidents : [],
  });
  const state = (one: PublicState) => ({ state: one, text: stateWord(page, one, language) });
  return {
    statusPage: {
      id: page.id,
      publicTitle: page.wire.publicTitle,
      publicDescription: page.wire.publicDescription ?? null,
      slug: page.wire.slug ?? null,
      host: page.wire.customHostSettings?.host ?? null,
    },
    timeZoneId: content.timeZoneId,
    overallStatus: state(content.state),
    groups: groups.map(({ id, name, description, services }) => ({
      id,
      publicDisplayName: name,
      publicDescription: description,
      services: services.map((service) => ({
        id: service.id,
        publicTitle: service.title,
        publicDescription: service.description,
        status: state(service.state),
        uptimePercent: service.uptimePercent,
        days: service.days,
      })),
    })),
    openIncidents: content.open.map(toView),
    pastIncidents: content.past.map(toView),
    maintenances: [...content.current, ...content.upcoming].map(maintenanceView),
    pastMaintenances: content.pastMaintenances.map(maintenanceView),
  };
}

function maintenanceView(maintenance: PublicMaintenance): Wire['PublicMaintenance'] {
  return {
    id: maintenance.id,
    maintenanceId: maintenance.maintenanceId,
    displayName: maintenance.name,
    publicDescription: maintenance.description,
    start: maintenance.start.toISOString(),
    end: maintenance.end.toISOString(),
    timeZoneId: maintenance.timeZoneId,
    services: maintenance.services.map(({ id, title }) => ({ id, publicTitle: title })),
  };
}
