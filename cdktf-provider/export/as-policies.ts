import type { ApiClient } from '../rest/client.ts';
import { isList, isObject, type Value, type ValueObject } from '../runtime/value.ts';
import type { ExportedType } from './read-organization.ts';

export interface PoliciesForTiers {
  types: ExportedType[];
  /** Changes in behaviour, each with the name of its team. */
  differences: string[];
  /** Names of the teams whose tiers are left out. */
  teams: string[];
}

const [tiers, schedules, policies] = [
  'tocsin_team_escalations',
  'tocsin_schedule',
  'tocsin_escalation_policy',
];

/**
 * Schedules and a default policy in place of the tiers of each team, as the server converts them. They are not stored
 * yet. Teams without tiers, or with a default policy, stay as they are.
 */
export async function asPolicies(
  client: ApiClient,
  types: readonly ExportedType[],
): Promise<PoliciesForTiers> {
  const objectsOf = (wanted: string) => types.find(({ type }) => type === wanted)?.objects ?? [];
  const following = new Set(
    objectsOf(policies).flatMap(({ isDefault, teamId }) => (isDefault === true ? [teamId] : [])),
  );
  const converted = objectsOf(tiers).filter(
    ({ id, escalationTiers }) =>
      isList(escalationTiers) && escalationTiers.length > 0 && !following.has(id ?? null),
  );
  const made = { schedules: [] as ValueObject[], policies: [] as ValueObject[] };
  const differences: string[] = [];
  const teams: string[] = [];
  for (const { id } of converted) {
    const team = objectsOf('tocsin_team').find((one) => one.id === id)?.displayName ?? id ?? '';
    teams.push(String(team));
    const path = `/team-escalations/${encodeURIComponent(String(id))}/as-policy`;
    const answer = await client.send({ method: 'GET', path });
    if (!isObject(answer)) continue;
    for (const one of objectsIn(answer.schedules))
      made.schedules.push({ ...(isObject(one.schedule) ? one.schedule : {}), id: one.id ?? null });
    if (isObject(answer.policy)) made.policies.push(answer.policy);
    for (const { text } of objectsIn(answer.differences)) differences.push(`${team}: ${text}`);
  }
  const ids = new Set(made.schedules.map(({ id }) => String(id)));
  return {
    differences,
    teams,
    types: types.map((one) => {
      switch (one.type) {
        case tiers:
          return { ...one, objects: one.objects.filter((object) => !converted.includes(object)) };
        case schedules:
          return { ...one, objects: [...one.objects, ...made.schedules], unstored: ids };
        case policies:
          return { ...one, objects: [...one.objects, ...made.policies] };
        default:
          return one;
      }
    }),
  };
}

function objectsIn(value: Value | undefined): ValueObject[] {
  return isList(value) ? value.filter(isObject) : [];
}
