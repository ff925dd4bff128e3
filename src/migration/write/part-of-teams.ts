import type { Added } from '../model/added.ts';
import { referencesOf } from './references.ts';

/** The objects that some teams own, with the people and other objects without a team that these refer to. */
export interface Part {
  added: Added[];
  /** Objects of other teams that these refer to. */
  elsewhere: Added[];
  /** Names that no team has. */
  unknown: string[];
}

/** Members that say on what an object hangs that names no team itself. */
const owners = ['scheduleId', 'integrationId', 'inboundIntegrationId'];

/** `names`: as teams are called, in any letter case, or their keys. */
export function partOfTeams(
  product: string,
  added: readonly Added[],
  names: readonly string[],
): Part {
  const byKey = new Map(added.map((object) => [object.key, object]));
  const teams = added.filter(({ type }) => type === 'tocsin_team');
  const calledOf = ({ key, body }: Added) =>
    [key, 'displayName' in body ? body.displayName : ''].map((name) => String(name).toLowerCase());
  const wanted = names.map((name) => name.toLowerCase());
  const chosen = new Set(
    teams.flatMap((team) => (calledOf(team).some((name) => wanted.includes(name)) ? team.key : [])),
  );
  /** Null: it belongs to no team at all, as people do. */
  const isOwned = (object: Added): boolean | null => {
    if (object.type === 'tocsin_team') return chosen.has(object.key);
    const { teamId, teamIds, ...rest } = membersOf(object);
    if (typeof teamId === 'string') return chosen.has(teamId);
    if (Array.isArray(teamIds) && teamIds.length > 0)
      return teamIds.some((team) => chosen.has(String(team)));
    const above = owners.flatMap((member) => byKey.get(String(rest[member])) ?? []);
    return above.length === 0 ? null : above.some((one) => isOwned(one));
  };
  const part = new Set(added.filter((object) => isOwned(object)));
  const reached = new Set<string>();
  let before: number;
  // Objects of people who are reached may refer to others.
  do {
    before = part.size;
    for (const { body } of part)
      for (const key of referencesOf(product, body)) {
        reached.add(key);
        const named = byKey.get(key);
        // Grows while it is walked through: what that names in turn is reached, too.
        if (named && isOwned(named) === null) part.add(named);
      }
    const people = new Set([...part].map(({ key }) => key));
    for (const object of added) if (isOfPerson(object, people)) part.add(object);
  } while (part.size > before);
  const own = new Set([...part].map(({ key }) => key));
  const named = [...reached].flatMap((key) => byKey.get(key) ?? []);
  const far = new Set(named.filter(({ key }) => !own.has(key)));
  // Names are those of one team only.
  for (const object of [...far]) {
    const team = byKey.get(String(membersOf(object).teamId));
    if (team && !own.has(team.key)) far.add(team);
  }
  return {
    added: [...part],
    elsewhere: [...far],
    unknown: names.filter(
      (name) => !teams.some((team) => calledOf(team).includes(name.toLowerCase())),
    ),
  };
}

/** How somebody is told, and absences that hold everywhere. */
function isOfPerson(object: Added, known: ReadonlySet<string>): boolean {
  const { userId, teamId, scheduleId } = membersOf(object);
  return known.has(String(userId)) && !teamId && !scheduleId;
}

function membersOf({ body }: Added): Readonly<Record<string, unknown>> {
  return { ...body };
}
