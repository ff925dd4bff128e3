import { badRequest } from '../errors.ts';
import { isObject } from '../values.ts';

/** More than any group has; a bound on what one request makes the server do. */
const membersMax = 100_000;

/** Ids out of `[{ value }]`, `{ value }` or `['id']`, each once. Throws `invalidValue`. */
export function readMemberIds(given: unknown): string[] {
  if (given === null || given === undefined) return [];
  const list: unknown[] = Array.isArray(given) ? given : [given];
  if (list.length > membersMax)
    throw badRequest('invalidValue', `More than ${membersMax} members at once.`);
  return [...new Set(list.filter((one) => one !== null).map(memberId))];
}

function memberId(given: unknown): string {
  const members = isObject(given) ? Object.entries(given) : [['value', given] as const];
  let id: unknown;
  for (const [name, value] of members) {
    const key = name.toLowerCase();
    if (key === 'value') id = value;
    if (key === 'type' && typeof value === 'string' && value.toLowerCase() === 'group')
      throw badRequest(
        'invalidValue',
        'A group cannot be a member of a group here; provision the people in it.',
      );
  }
  if (typeof id !== 'string' || id === '')
    throw badRequest('invalidValue', 'Each of members needs a value: the id of a user.');
  return id;
}
