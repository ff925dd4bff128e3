import { severities } from '../mapping/index.ts';
import type { Service } from './services.ts';

type Severity = (typeof severities)[number];
type Known = Pick<Service, 'id' | 'wire'>;
type Link = NonNullable<Service['wire']['integrations']>[number];

/** The members of an incident that decide which services it affects. */
export interface Affecting {
  /** Services that somebody, or a rule, named as affected. */
  serviceIds?: readonly string[];
  integrationId: string | null;
  teamIds: readonly string[];
}

/** A service, and the severities at which an incident affects it. */
export interface Effect<One extends Known> {
  service: One;
  at: readonly Severity[];
}

/**
 * Says of any incident which of the services it affects: those that somebody named, at every severity; and those that
 * name the incident's integration, at the severities they name for it, if they are connected to one of its teams. Pure;
 * made once for many incidents.
 */
export function effectsOn<One extends Known>(
  services: readonly One[],
): (incident: Affecting) => Effect<One>[] {
  const byId = new Map(services.map((service) => [service.id, service]));
  const byIntegration = new Map<string, Effect<One>[]>();
  for (const service of services) {
    const named = Map.groupBy(service.wire.integrations ?? [], ({ integrationId }) =>
      integrationId.toLowerCase(),
    );
    for (const [integrationId, links] of named) {
      const at = severities.filter((severity) =>
        links.some((link) => namedBy(link).includes(severity)),
      );
      const known = byIntegration.get(integrationId) ?? [];
      byIntegration.set(integrationId, [...known, { service, at }]);
    }
  }
  return ({ serviceIds = [], integrationId, teamIds }) => {
    const named = serviceIds.flatMap((id) => byId.get(id.toLowerCase()) ?? []);
    const mapped = byIntegration.get(integrationId ?? '') ?? [];
    if (named.length === 0 && mapped.length === 0) return [];
    return [
      ...[...new Set(named)].map((service) => ({ service, at: severities })),
      ...mapped.filter(
        ({ service }) => !named.includes(service) && isConnected(service.wire, teamIds),
      ),
    ];
  };
}

/** A list that came out empty limits nothing: a service must not look well for that. */
function namedBy({ severities: named }: Link): readonly Severity[] {
  return named && named.length > 0 ? named : severities;
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
