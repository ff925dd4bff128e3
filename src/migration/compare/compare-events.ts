import { type Added, namesIn } from '../model/added.ts';
import type { Destination, PastEvent, RouteEvent } from '../model/importer.ts';
import type { Line } from '../model/ledger.ts';

/** Results of the comparison, for the report. */
export interface ComparedEvents {
  events: number;
  different: number;
  /** Not compared: the source does not tell what was sent, or by what. */
  untold: number;
}

/** Where past events went there, and where they go here; a line for each integration with its first difference. */
export function compareEvents(
  events: readonly PastEvent[],
  route: RouteEvent,
  added: readonly Added[],
): { lines: Line[]; compared: ComparedEvents } {
  const nameOf = namesIn(added);
  const found = events.map((event) => ({ event, here: event.body === null ? null : route(event) }));
  const told = found.flatMap(({ event, here }) => (here ? [{ event, here }] : []));
  const different = told.filter(({ event, here }) => isOther(event.there, here));
  const byIntegration = Map.groupBy(different, ({ event }) => event.integration ?? '');
  return {
    lines: [...byIntegration].flatMap(([key, all]) => {
      const [first] = all.toSorted((one, other) => Number(one.event.at) - Number(other.event.at));
      return first ? [lineOf(key, first, all.length, nameOf)] : [];
    }),
    compared: {
      events: told.length,
      different: different.length,
      untold: events.length - told.length,
    },
  };
}

/** Values that the product does not tell count as equal. */
function isOther(there: Destination, here: Destination): boolean {
  if (there.isSilent !== here.isSilent) return true;
  if (there.isSilent) return false;
  return isOtherList(there.policies, here.policies) || isOtherList(there.teams, here.teams);
}

function isOtherList(there: readonly string[] | null, here: readonly string[] | null): boolean {
  if (there === null || here === null) return false;
  return new Set(there).symmetricDifference(new Set(here)).size > 0;
}

function lineOf(
  key: string,
  { event, here }: { event: PastEvent; here: Destination },
  count: number,
  nameOf: (key: string) => string,
): Line {
  const { title, at, there } = event;
  const isByTeam = there.policies === null || here.policies === null;
  const wordsOf = ({ isSilent, policies, teams }: Destination) => {
    const keys = (isByTeam ? teams : policies) ?? [];
    return isSilent || keys.length === 0 ? 'nobody' : keys.map(nameOf).sort().join(', ');
  };
  return {
    ...{ level: 'behaviour', kind: key.split(':')[1] ?? '', key, name: nameOf(key) },
    ...{ pointer: '', value: null },
    text:
      `${count} past events go elsewhere, the first of ${at.toISOString()}, "${title}": ` +
      `to ${wordsOf(there)} there, to ${wordsOf(here)} here`,
  };
}
