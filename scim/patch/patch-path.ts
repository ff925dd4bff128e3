import { badRequest } from '../errors.ts';
import type { AttributePath } from '../filters/filter.ts';
import { type ResolvedFilter, readElementFilter } from '../filters/resolve.ts';
import { attributeNamed, resolveTarget } from '../schemas/attribute-target.ts';
import type { ResourceType, Schema } from '../schemas/resource-types.ts';

/**
 * Where an operation works: `name.familyName`, `emails[type eq "work"]`, `emails[type eq "work"].value`, an extension.
 */
export type PatchPath =
  | { readonly kind: 'extension'; readonly schema: Schema }
  | {
      readonly kind: 'attribute';
      readonly path: AttributePath;
      /** Which elements; null for the attribute as a whole. */
      readonly filter: ResolvedFilter | null;
    };

const charsMax = 4096;

/** Throws `invalidPath` for what cannot be read or is in no schema. */
export function readPath(text: string, type: ResourceType): PatchPath {
  const path = findPath(text, type);
  if (!path)
    throw badRequest(
      'invalidPath',
      `There is no ${text.slice(0, 200)} in a ${type.name}; see /Schemas.`,
    );
  return path;
}

/** Null for what is in no schema; throws `invalidPath` and `invalidFilter` for what cannot be read. */
export function findPath(text: string, type: ResourceType): PatchPath | null {
  if (text.length > charsMax)
    throw badRequest('invalidPath', `A path has ${charsMax} characters at most.`);
  const start = text.indexOf('[');
  const target = resolveTarget(start < 0 ? text : text.slice(0, start), type);
  if (!target) return null;
  if (start < 0) return target.kind === 'extension' ? target : { ...target, filter: null };
  const end = text.lastIndexOf(']');
  const rest = text.slice(end + 1);
  if (end < start || target.kind === 'extension' || target.path.sub)
    throw badRequest('invalidPath', 'Write a path like: emails[type eq "work"].value.');
  const { attribute } = target.path;
  if (attribute.type !== 'complex' || !attribute.multiValued)
    throw badRequest(
      'invalidPath',
      `${attribute.name} has no elements to choose from by brackets.`,
    );
  const filter = readElementFilter(text.slice(start + 1, end), type, target.path);
  const sub = rest === '' ? null : attributeNamed(attribute.subAttributes, rest.slice(1));
  if (sub === undefined || (rest !== '' && !rest.startsWith('.'))) return null;
  return { kind: 'attribute', path: { ...target.path, sub }, filter };
}
