import { dereference, type Schema } from '../../generate/document.ts';
import { readDocument } from '../support/operations.ts';
import type { Place } from './places.ts';

/** A member somewhere in the schema of a body: 0 stands for the first item of a list. */
export interface SchemaMember {
  place: Place;
  name: string;
  schema: Schema;
  /** Set by the server; what a client sends there is ignored. */
  isReadOnly: boolean;
}

/** All members of a schema of the document, at every depth, the schema itself first. */
export function schemaMembers(document: string, schema: Schema): SchemaMember[] {
  return walk(readDocument(document), schema, { place: [], isReadOnly: false, above: [] });
}

interface Position {
  place: Place;
  isReadOnly: boolean;
  /** The schemas that this one is part of. */
  above: readonly Schema[];
}

function walk(
  root: object,
  given: Schema,
  { place, isReadOnly: by, above }: Position,
): SchemaMember[] {
  const schema = dereference(root, given);
  if (above.includes(schema)) return [];
  const isReadOnly = by || given.readOnly === true || schema.readOnly === true;
  const at = (...more: Place) => ({
    place: [...place, ...more],
    isReadOnly,
    above: [...above, schema],
  });
  const name = String(place.findLast((part) => typeof part === 'string') ?? '');
  return [
    { place, name, schema, isReadOnly },
    ...(schema.allOf ?? []).flatMap((part) => walk(root, part, at())),
    ...(schema.items ? walk(root, schema.items, at(0)) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([member, of]) =>
      walk(root, of, at(member)),
    ),
  ];
}
