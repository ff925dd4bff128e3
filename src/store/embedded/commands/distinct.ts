import { documentBytesMax } from '../bson-walk.ts';
import { CommandError } from '../semantics/errors.ts';
import { encodeKey } from '../semantics/keys.ts';
import { Doc, reader, type Value } from '../semantics/values.ts';
import { ReadSlice } from '../slice.ts';
import { checkCollation, docArg, findCollection, type Handler, stringArg } from './command.ts';
import { queryOf } from './command-query.ts';

export const distinct: Handler = {
  kind: 'read',
  fields: { key: 'accepted', query: 'accepted', collation: 'accepted', hint: 'accepted' },
  *run(engine, command, reply) {
    checkCollation(command.args);
    const key = stringArg(command.args, 'key');
    if (key === undefined || key === '') {
      throw new CommandError(
        'MissingField',
        "BSON field 'distinct.key' is missing but a required field",
      );
    }
    const filter = docArg(command.args, 'query') ?? new Doc();
    const query = queryOf(findCollection(engine, command), command, { filter, rowsWanted: 256 });
    const values: Value[] = [];
    if (query !== undefined) {
      const path = key.split('.');
      const read = reader(path.slice(0, 1));
      const seen = new Set<string>();
      const slice = new ReadSlice(command.deadline);
      for (;;) {
        const row = yield* query.next(slice);
        if (row === undefined) break;
        for (const value of valuesAlong(read(row[1]), path)) {
          const identity = encodeKey([value], identityPattern).toString('latin1');
          if (seen.has(identity)) continue;
          seen.add(identity);
          values.push(value);
        }
        if (slice.spent()) {
          query.pause();
          yield;
          slice.renew();
        }
      }
    }
    reply.value('values', values);
    if (reply.at > documentBytesMax) {
      throw new CommandError(17217, 'distinct too big, 16mb cap');
    }
  },
};

const identityPattern = [{ path: 'value', direction: 1 }] as const;

/** The values `distinct` sees: arrays are taken apart, at the end of the path one level. */
function valuesAlong(value: Value, path: readonly string[]): Value[] {
  const [head, ...rest] = path;
  if (head === undefined) return Array.isArray(value) ? value : [value];
  if (value instanceof Doc) {
    const member = value.get(head);
    return member === undefined ? [] : valuesAlong(member, rest);
  }
  if (!Array.isArray(value)) return [];
  const position = /^\d+$/.test(head) ? value[Number(head)] : undefined;
  const found = position === undefined ? [] : valuesAlong(position, rest);
  for (const item of value) if (item instanceof Doc) found.push(...valuesAlong(item, path));
  return found;
}
