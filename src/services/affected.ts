import { severities } from '../mapping/index.ts';
import type { Service } from './services.ts';

type Severity = (typeof severities)[number];

/** What of an incident decides which services it affects. */
export interface Affecting {
  /** Those that somebody, or a rule, said are affected. */
  serviceIds: readonly string[];
  integrationId: string | null;
  teamIds: readonly string[];
}

/**
 * The severities at which the incident affects the service: all where somebody said so; else those that the service names for the
 * incident's integration, if the service is connected to one of its teams. Pure.
 */
export function affectingSeverities(
  { id, wire }: Pick<Service, 'id' | 'wire'>,
  { serviceIds, integrationId, teamIds }: Affecting,
): readonly Severity[] {
  if (serviceIds.some((named) => named.toLowerCase() === id)) return severities;
  if (integrationId === null || !isConnected(wire, teamIds)) return [];
  const named = (wire.integrations ?? [])
    .filter((one) => one.integrationId.toLowerCase() === integrationId)
    .flatMap((one) => one.severities ?? severities);
  return severities.filter((severity) => named.includes(severity));
}

/** The integrations whose incidents affect one of the services. */
export function integrationsOf(services: readonly Pick<Service, 'wire'>[]): string[] {
  const ids = services.flatMap(({ wire }) => wire.integrations ?? []);
  return [...new Set(ids.map(({ integrationId }) => integrationId.toLowerCase()))];
}

function isConnected(
  { teamConnectionSettings: settings }: Service['wire'],
  teamIds: readonly string[],
): boolean {
  if (settings?.teamConnectionMode !== 'SelectedTeams') return true;
  return (settings.teamIds ?? []).some((id) => teamIds.includes(id.toLowerCase()));
}
