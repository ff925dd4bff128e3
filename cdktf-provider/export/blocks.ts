import { fromAnswer } from '../rest/objects.ts';
import type { ValueObject } from '../runtime/value.ts';
import type { ExportedType } from './read-organization.ts';
import type { ExportedResource } from './schema.ts';

/** One object as a resource of Terraform. */
export interface Block {
  /** `tocsin_team.shop` */
  address: string;
  type: string;
  name: string;
  /** Null for what is not stored yet, unless others name it. */
  id: string | null;
  isStored: boolean;
  resource: ExportedResource;
  /** As the Public API has it. */
  object: ValueObject;
  /** Attributes of the whole object, read when they are needed: naming thousands needs none of them. */
  values(): ValueObject;
}

/** The object that an id stands for, by its id in lower case. */
export type Addresses = ReadonlyMap<string, Pick<Block, 'address' | 'type' | 'name'>>;

/** Every object as a block, each named after its display name. */
export function blocksOf(types: readonly ExportedType[]): Block[] {
  const names = new Map<string, string>();
  return types.flatMap((type) => {
    const own = blocksOfType(type, names);
    for (const { id, name } of own) if (id !== null && !names.has(id)) names.set(id, name);
    return own;
  });
}

export function addressesOf(blocks: readonly Block[]): Addresses {
  const addresses = new Map<string, Block>();
  // Some objects have the id of another one, whose turn is first: a team's escalations that of the team.
  for (const block of blocks) {
    const id = block.id?.toLowerCase();
    if (id !== undefined && !addresses.has(id)) addresses.set(id, block);
  }
  return addresses;
}

function blocksOfType(
  { type, resource, objects, unstored }: ExportedType,
  names: ReadonlyMap<string, string>,
): Block[] {
  const taken = new Set<string>();
  return objects.map((object) => {
    const name = uniqueName(onlyOne.get(type) ?? nameOf(object, names), taken);
    const id = object.id ?? null;
    return {
      address: `${type}.${name}`,
      type,
      name,
      id: id === null ? null : String(id),
      isStored: id !== null && !unstored?.has(String(id)),
      resource,
      object,
      values: () => fromAnswer(resource.attributes, object),
    };
  });
}

/** Names of what an organization has one of, which is called nothing itself. */
const onlyOne: ReadonlyMap<string, string> = new Map([
  ['tocsin_organization_settings', 'organization'],
]);

/** A name for people: what the object is called, else whom or what it is about. */
function nameOf(object: ValueObject, names: ReadonlyMap<string, string>): string {
  for (const member of ['displayName', 'email', 'slug', 'description']) {
    const value = object[member];
    const name = typeof value === 'string' ? identifier(value) : '';
    if (name !== '') return name;
  }
  for (const member of ['id', 'integrationId', 'teamId', 'userId']) {
    const name = names.get(String(object[member]));
    if (name !== undefined) return name;
  }
  // Keys of imported objects have colons and what people wrote in them.
  return typeof object.id === 'string'
    ? `o_${object.id.slice(-12).replaceAll(/[^A-Za-z0-9_]/g, '_')}`
    : 'new';
}

function identifier(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 60);
  return /^[0-9]/.test(plain) ? `_${plain}` : plain;
}

function uniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  for (let number = 2; taken.has(unique); number += 1) unique = `${name}_${number}`;
  taken.add(unique);
  return unique;
}
