import type { components } from '../contract/index.ts';
import type { PageContent, PublicIncident, PublicMaintenance } from './page-content.ts';
import { type PageLanguage, stateWord } from './state-words.ts';
import type { PublicState } from './states.ts';

type Wire = components['schemas'];

/** What a page says, for programs. Pure. */
export function toStatusView(
  content: PageContent,
  language: PageLanguage,
): Wire['StatusPageStatus'] {
  const { page, groups } = content;
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
    openIncidents: content.open.map((incident) => incidentView(incident, state)),
    pastIncidents: content.past.map((incident) => incidentView(incident, state)),
    maintenances: [...content.current, ...content.upcoming].map(maintenanceView),
    pastMaintenances: content.pastMaintenances.map(maintenanceView),
  };
}

function incidentView(
  incident: PublicIncident,
  state: (one: PublicState) => Wire['PublicState'],
): Wire['PublicIncident'] {
  return {
    id: incident.id,
    title: incident.title,
    status: state(incident.severity),
    start: incident.startedAt.toISOString(),
    end: incident.endedAt?.toISOString() ?? null,
    services: incident.services.map(({ id, title }) => ({ id, publicTitle: title })),
    messages: incident.messages.map(({ id, at, text }) => ({
      id,
      timestamp: at.toISOString(),
      message: text,
    })),
  };
}

function maintenanceView(maintenance: PublicMaintenance): Wire['PublicMaintenance'] {
  return {
    id: maintenance.id,
    displayName: maintenance.name,
    publicDescription: maintenance.description,
    start: maintenance.start.toISOString(),
    end: maintenance.end.toISOString(),
    timeZoneId: maintenance.timeZoneId,
    services: maintenance.services.map(({ id, title }) => ({ id, publicTitle: title })),
  };
}
