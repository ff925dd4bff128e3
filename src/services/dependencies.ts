import { severities } from '../mapping/index.ts';
import { type Affecting, effectsOn } from './affected.ts';
import { neededBy, type Service, type ServiceWire } from './services.ts';

type Severity = (typeof severities)[number];
type Named = { id: string; displayName: string };

/** The members of an incident that decide which services it affects now. */
export interface Problem extends Affecting {
  severity: Severity;
}

/** Nobody needs to be told of an incident: another one affects what its services depend on. */
export interface Wait {
  incidentId: string;
  service: Named;
  dependsOn: Named;
  /** A more severe incident does not wait. */
  upTo: Severity;
  graceMinutes: number;
}

/** The dependencies between the services of an organization. */
export interface Dependencies {
  /** Another one after every change of a service. */
  key: string;
  /**
   * The marks by which other incidents may find this one: the services that it affects and on which another one
   * depends.
   */
  marksOf(incident: Problem): string[];
  /**
   * The incident that it waits for; null if people are to be told. `find` finds another open one by one of the marks.
   */
  waitOf(
    incident: Problem,
    find: (marks: Iterable<string>) => { incidentId: string; mark: string } | null,
  ): Wait | null;
}

/**
 * The dependencies of all services of an organization; null where no service has any. Pure.
 *
 * An incident waits where each service that it affects is explained by another one: it depends, directly or not, on
 * what that one affects. Services that depend on another affected one of the same incident are explained by it. So two
 * incidents never wait for each other: following the service that depends on the fewest others, whatever is waited for
 * affects one that depends on fewer still.
 */
export function dependenciesOf(services: readonly Service[]): Dependencies | null {
  const byId = new Map(services.map((service) => [service.id, service]));
  const needs = needsOf(byId);
  const effects = effectsOn(services);
  const affected = (incident: Problem) =>
    effects(incident).flatMap(({ service, at }) => (at.includes(incident.severity) ? service : []));
  const watched = new Set([...needs.values()].flatMap((ids) => [...ids]));
  if (watched.size === 0) return null;
  return {
    key: services.map(({ id, updatedAt }) => `${id} ${updatedAt.getTime()}`).join(),
    marksOf: (incident) => affected(incident).flatMap(({ id }) => (watched.has(id) ? id : [])),
    waitOf(incident, find) {
      const own = affected(incident);
      const ids = new Set(own.map(({ id }) => id));
      const waits = own
        .filter(({ id }) => (needs.get(id) ?? none).isDisjointFrom(ids))
        .map((service) => waitFor(service));
      const [first] = waits;
      if (!first || waits.includes(null)) return null;
      const all = waits.filter((wait) => wait !== null);
      return {
        ...first,
        upTo: severities.find((severity) => all.some(({ upTo }) => upTo === severity)) ?? 'Minor',
        graceMinutes: Math.max(...all.map((wait) => wait.graceMinutes)),
      };
      function waitFor(service: Service): Wait | null {
        const { suppression, suppressUpTo: upTo, graceMinutes } = settingsOf(service.wire);
        if (suppression === 'off' || isSeverer(incident.severity, upTo)) return null;
        const found = find(needs.get(service.id) ?? none);
        const cause = found && byId.get(found.mark);
        if (!cause) return null;
        const { incidentId } = found;
        return {
          incidentId,
          service: nameOf(service),
          dependsOn: nameOf(cause),
          upTo,
          graceMinutes,
        };
      }
    },
  };
}

const none: ReadonlySet<string> = new Set();

function nameOf({ id, wire }: Service): Named {
  return { id, displayName: wire.displayName };
}

function isSeverer(one: Severity, other: Severity): boolean {
  return severities.indexOf(one) > severities.indexOf(other);
}

/** The settings of a service, with defaults. */
export function settingsOf({ suppression, suppressUpTo, graceMinutes }: ServiceWire) {
  return {
    suppression: suppression ?? 'mute',
    suppressUpTo: suppressUpTo ?? 'Warning',
    graceMinutes: graceMinutes ?? 5,
  } as const;
}

/**
 * All services that each one needs. Two who save at once may make a circle: no service of it needs another one of it,
 * so that nothing waits for itself.
 */
function needsOf(services: ReadonlyMap<string, Service>): Map<string, Set<string>> {
  const reached = new Map<string, Set<string>>();
  for (const [id, { wire }] of services) {
    if (neededBy(wire).length === 0) continue;
    const found = new Set<string>();
    for (let next = neededBy(wire); next.length > 0; ) {
      const fresh = next.filter((one) => services.has(one) && !found.has(one));
      for (const one of fresh) found.add(one);
      next = fresh.flatMap((one) => neededBy(services.get(one)?.wire));
    }
    reached.set(id, found);
  }
  return new Map(
    [...reached].map(([id, found]) => [
      id,
      new Set([...found].filter((one) => one !== id && !reached.get(one)?.has(id))),
    ]),
  );
}
