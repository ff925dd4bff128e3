import { leadsTo } from '../../model/leads-to.ts';
import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { type Find, inOrderOfKeys, type Known, uniqueNames } from '../../model/references.ts';
import { cut } from '../../model/texts.ts';
import type { Account } from './account.ts';
import { groupingOf } from './grouping.ts';
import { bringIntegrations } from './integrations.ts';
import { instantIn } from './layers.ts';
import type { Mappings } from './mappings.ts';
import type { Lapses, Policies } from './policies.ts';
import { finder } from './references.ts';
import { urgencyOf } from './urgency.ts';

type Body = Bodies['tocsin_service'];

const longestPause = 60;

/** How services use policies, by the keys of these: lapses are the policy's own in Tocsin. */
export function usesOfPolicies({ work }: Account): Map<string, Lapses[]> {
  const policyOf = finder(
    inOrderOfKeys(work.ledger.all('escalation-policies')).map((policy) => ({
      id: policy.text('id'),
      key: policy.key,
      name: policy.text('name') ?? policy.name,
    })),
  );
  const uses = new Map<string, Lapses[]>();
  for (const service of inOrderOfKeys(work.ledger.all('services'))) {
    const key = policyOf(service.at('escalation_policy'));
    if (key !== null) uses.set(key, [...(uses.get(key) ?? []), lapsesOf(service)]);
  }
  return uses;
}

/** Seconds; null where it is switched off. */
function lapsesOf(service: Source): Lapses {
  const minutes = (member: string) => {
    const seconds = service.number(member);
    return seconds === null || seconds <= 0 ? null : Math.max(1, Math.round(seconds / 60));
  };
  const acknowledgementLapsesAfterMinutes = minutes('acknowledgement_timeout');
  if (acknowledgementLapsesAfterMinutes !== null)
    service.say(
      'approximated',
      'all begins again with the first rule; the other reading is that it goes on with the rule where it was',
      'acknowledgement_timeout',
    );
  return {
    acknowledgementLapsesAfterMinutes,
    resolvesAfterMinutes: minutes('auto_resolve_timeout'),
  };
}

/** A service that was brought, and what its incidents come in by. */
export interface BroughtService extends Known {
  name: string;
  integrations: string[];
  /** The integrations that read events of PagerDuty's API. */
  eventIntegrations: string[];
  teamId: string;
  policyId: string | null;
}

export function bringServices(
  account: Account,
  policies: Policies,
  mappings: Mappings,
): BroughtService[] {
  const { work } = account;
  const dependencies = dependenciesOf(account);
  const names = { integration: uniqueNames(), service: uniqueNames(), hours: uniqueNames() };
  const technical = inOrderOfKeys(work.ledger.all('services')).map((service): BroughtService => {
    const id = service.text('id');
    const name = service.text('name') ?? service.name;
    const base = policies.policyOf(service.at('escalation_policy'));
    const policyId = base === null ? null : policies.withLapses(base, lapsesOf(service));
    if (base === null)
      service.say('behaviour', 'follows what its team follows: no policy that was brought');
    const ownTeam = account.teamIn(service);
    const teamId = (base && policies.teamOf(base)) ?? ownTeam ?? account.ownerless();
    const urgencySettings = urgencyOf(account, service, teamId, names.hours);
    const { integrations, eventIntegrations } = bringIntegrations(
      { work, mappings },
      service,
      {
        ...{ serviceName: name, teamId, grouping: groupingOf(service) },
        settings: {
          ...(policyId !== null && { escalationPolicyId: policyId }),
          ...(urgencySettings && { urgencySettings }),
          ...pauseOf(service),
          ...(isDisabled(service) && { isInMaintenance: true }),
        },
      },
      names.integration,
    );
    work.add('tocsin_service', service.key, {
      ...describedAs(service, names.service(name), name),
      integrations: integrations.map((integrationId) => ({ integrationId, severities: null })),
      ...(policyId !== null && { escalationPolicyId: policyId }),
      ...(urgencySettings && { urgencySettings }),
      ...dependencies(service.key),
    });
    return { id, key: service.key, name, integrations, eventIntegrations, teamId, policyId };
  });
  for (const service of inOrderOfKeys(work.ledger.all('business-services'))) {
    service.text('id');
    const name = service.text('name') ?? service.name;
    work.add('tocsin_service', service.key, {
      ...describedAs(service, names.service(name), name),
      integrations: [],
      ...dependencies(service.key),
    });
  }
  return technical;
}

function describedAs(
  service: Source,
  displayName: string,
  name: string,
): Pick<Body, 'displayName' | 'publicTitle' | 'publicDescription'> {
  const description = service.text('description');
  return {
    displayName,
    publicTitle: cut(name, 500),
    ...(description && { publicDescription: cut(description, 10_000) }),
  };
}

const usualStates = ['active', 'warning', 'critical', 'maintenance', 'disabled'];

function isDisabled(service: Source): boolean {
  const status = service.text('status');
  if (status !== null && !usualStates.includes(status))
    service.say('behaviour', 'taken as active: no status that is known', 'status');
  return status === 'disabled';
}

function pauseOf(service: Source): Pick<Bodies['tocsin_integration'], 'holdSettings'> | null {
  const parameters = service.at('auto_pause_notifications_parameters');
  const isEnabled = parameters?.flag('enabled') === true;
  const seconds = parameters?.number('timeout') ?? null;
  if (!parameters || !isEnabled) return null;
  const pauseMinutes = Math.min(longestPause, Math.max(1, Math.round((seconds ?? 300) / 60)));
  parameters.say(
    'behaviour',
    `every incident waits ${pauseMinutes} minutes; PagerDuty lets those wait that it takes for transient`,
  );
  return { holdSettings: { pauseMinutes } };
}

/** The dependencies of a service, by its key; a dependency that would close a circle is left out. */
function dependenciesOf({ work }: Account): (key: string) => Partial<Body> {
  const known = (kind: 'services' | 'business-services'): Find =>
    finder(
      work.ledger.all(kind).map((service) => ({
        id: service.text('id'),
        key: service.key,
        name: service.text('name') ?? service.name,
      })),
    );
  const [technical, business] = [known('services'), known('business-services')];
  const serviceOf: Find = (reference) => technical(reference) ?? business(reference);
  const graph = new Map<string, Set<string>>();
  const relations = [
    ...work.ledger.all('business-service-dependencies'),
    ...work.ledger.all('service-dependencies'),
  ];
  for (const relation of inOrderOfKeys(relations)) {
    relation.text('id');
    const supporting = serviceOf(relation.at('supporting_service'));
    const dependent = serviceOf(relation.at('dependent_service'));
    if (supporting === null || dependent === null)
      relation.say('lost', 'not brought: it names no service of this account');
    else if (leadsTo(graph, supporting, dependent))
      relation.say('lost', 'not brought: services would depend on each other in a circle');
    else graph.set(dependent, (graph.get(dependent) ?? new Set()).add(supporting));
  }
  return (key) => {
    const dependsOn = [...(graph.get(key) ?? [])];
    return dependsOn.length === 0 ? {} : { dependsOn, suppression: 'off' };
  };
}

/** Windows of the services, as one of each of their integrations. */
export function bringMaintenance({ work }: Account, services: readonly BroughtService[]): void {
  const serviceOf = finder(services);
  const byKey = new Map(services.map((service) => [service.key, service]));
  for (const window of inOrderOfKeys(work.ledger.all('maintenance-windows'))) {
    const id = window.text('id');
    const [start, end] = [instantIn(window, 'start_time'), instantIn(window, 'end_time')];
    const description = window.text('description');
    if (end !== null && Date.parse(end) <= work.since.getTime()) {
      window.say('past', 'had ended');
      continue;
    }
    for (const reference of window.list('services')) {
      const service = byKey.get(serviceOf(reference) ?? '');
      if (!service) reference.say('lost', 'no service of this account');
      for (const integrationId of service?.integrations ?? [])
        work.add(
          'tocsin_integration_maintenance_window',
          `pagerduty:maintenance-windows:${id}:${integrationId.split(':').at(-1)}`,
          {
            ...{ integrationId, type: 'maintenance', start, end },
            ...(description && { description: cut(description, 1000) }),
          },
        );
    }
  }
}
