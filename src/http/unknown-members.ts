import { AppError, isObject } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { namesOf, type SchemaNode, schemaOfItems } from './canonical-keys.ts';
import { nearestName } from './nearest-name.ts';

/**
 * 400 for members that the schema does not know, anywhere in the value: where leaving one out would say something
 * false.
 */
export function demandKnownMembers(
  schema: SchemaNode,
  value: unknown,
  answered: SchemaNode = {},
): void {
  const passedOver = namesOf(answered);
  const unknown = unknownMembers(schema, value, '').filter(
    ({ path }) => !passedOver.has(path.toLowerCase()),
  );
  const [first] = unknown;
  if (!first) return;
  const { path: member, advice: reason } = first;
  throw new AppError('validation-failed', say('memberIsWrong', { member, reason }), {
    fields: Object.fromEntries(unknown.map(({ path, advice }) => [path, [advice]])),
  });
}

function unknownMembers(
  schema: SchemaNode,
  value: unknown,
  path: string,
): { path: string; advice: Sentence }[] {
  if (Array.isArray(value)) {
    const items = schemaOfItems(schema);
    return value.flatMap((item, index) =>
      items ? unknownMembers(items, item, `${path}[${index}]`) : [],
    );
  }
  const names = namesOf(schema);
  if (!isObject(value) || names.size === 0) return [];
  const known = [...new Set([...names.values()].map(({ name }) => name))];
  return Object.entries(value).flatMap(([key, member]) => {
    const place = path === '' ? key : `${path}.${key}`;
    const found = names.get(key.toLowerCase());
    if (found) return unknownMembers(found.schema, member, place);
    const meant = nearestName(known, key);
    const advice = meant
      ? say('memberMisspelled', { meant })
      : say('memberUnknown', { names: known });
    return [{ path: place, advice }];
  });
}
