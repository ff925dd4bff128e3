import type { Place, Step } from '../../model/matched-attributes.ts';
import { mappingOfType } from '../../model/type-mapping.ts';
import { apiType } from './integration-types.ts';

const names = [
  ...(['message', 'alias', 'description', 'source', 'entity', 'user', 'note'] as const),
  ...(['tags', 'actions', 'details'] as const),
];

/** A field of an alert, as conditions name it; details by their key, or all of them. */
export interface AlertField {
  name: (typeof names)[number];
  key: string | null;
}

/** Attributes as the mapping of the type Opsgenie Alert API names them, where it has the field as it was sent. */
const attributes: Readonly<Record<AlertField['name'], string | null>> = {
  message: 'Title',
  alias: null,
  description: 'Description',
  source: 'Source',
  entity: 'Entity',
  user: 'User',
  note: 'Note',
  tags: 'Tags',
  actions: null,
  details: 'Details',
};

export function alertFieldOf(name: string, key: string | null): AlertField | null {
  if (name === 'extra-properties' || name === 'details') return { name: 'details', key };
  const known = names.find((one) => one === name);
  return known ? { name: known, key: null } : null;
}

export function isList({ name, key }: AlertField): boolean {
  return name === 'tags' || name === 'actions' || (name === 'details' && key === null);
}

/** The attribute that a condition of a rule compares; null: there is none that has the field. */
export function attributeOf({ name, key }: AlertField): string | null {
  const attribute = attributes[name];
  return attribute !== null && key !== null ? `${attribute}.${key}` : attribute;
}

/** Where it is in what is sent to the Alert API. */
export function pathOf({ name, key }: AlertField): string {
  const path = `$.jsonBody.${name}`;
  return key === null ? path : `${path}['${key.replaceAll(/[\\']/g, '\\$&')}']`;
}

/** How a mapping gets at it; null: payloads of this type have nothing that is known to be it. */
export function placeIn(type: string, field: AlertField): Place | null {
  if (type === apiType)
    return isList(field) ? { list: pathOf(field) } : { ways: [[{ jsonPath: pathOf(field) }]] };
  const name = field.name === 'details' ? field.key : attributeOf(field);
  if (name === null || isList(field)) return null;
  const ways = (mappingOfType(type)?.attributes ?? [])
    .filter((one) => one.name.toLowerCase() === name.toLowerCase())
    .map(({ mappings }) => mappings);
  return ways.length > 0 && !ways.some((way) => way.some(isComposed)) ? { ways } : null;
}

/** Its value is filled in after all steps, so no later step can look at it. */
function isComposed({ static: text, replace }: Step): boolean {
  return `${text ?? ''}${replace ?? ''}`.includes('{{');
}
