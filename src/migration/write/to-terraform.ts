/**
 * Objects that were brought as Terraform: as they would stand in the export of an organization that has them. The one
 * file of the server that knows the provider: written by anything else, the same object would look different when it
 * is exported.
 */
import { addressesOf, type Block, blocksOf } from '../../../cdktf-provider/export/blocks.ts';
import type { Secret } from '../../../cdktf-provider/export/code-value.ts';
import {
  fileOf,
  mainFile,
  terraformOf,
  variablesText,
} from '../../../cdktf-provider/export/configuration.ts';
import { hclValue } from '../../../cdktf-provider/export/hcl.ts';
import { type ExportedResource, exportSchema } from '../../../cdktf-provider/export/schema.ts';
import type { WireShapes } from '../../../cdktf-provider/rest/resolved.ts';
import { parseExactJson } from '../../../cdktf-provider/runtime/exact-json.ts';
import { isObject, type Value } from '../../../cdktf-provider/runtime/value.ts';
import type { Added } from '../model/added.ts';
import type { ImportedType } from '../model/neutral.ts';
import type { Lock } from './lock.ts';

export type { WireShape, WireShapes } from '../../../cdktf-provider/rest/resolved.ts';
export { mainFile };

/** How objects of a type travel by the Public API. */
export function shapesOf(type: string): WireShapes {
  const resource = exportSchema[type];
  if (!resource) throw new Error(`The provider has no ${type}.`);
  return resource.attributes;
}

/** A block of a file, under the key of what it is made of. */
export interface WrittenBlock {
  key: string;
  address: string;
  file: string;
  text: string;
}

/** Values of variables by name: the only place where they are. */
export type Secrets = ReadonlyMap<string, Value>;

export interface Terraform {
  blocks: WrittenBlock[];
  /** With the addresses of everything that was ever imported: what comes back has its address again. */
  lock: Lock;
  secrets: Secrets;
}

/** In any order of `added` the same. `elsewhere` is not written but looked up by its name. */
export function toTerraform(
  added: readonly Added[],
  lock: Lock,
  elsewhere: readonly Added[] = [],
): Terraform {
  const blocks = namedBlocks(added, lock);
  const lookedUp = namedBlocks(elsewhere, new Map()).map(asDataSource);
  const known = [...lock].map(([key, address]) => [key.toLowerCase(), blockAt(address)] as const);
  const addresses = new Map([...addressesOf(lookedUp), ...known, ...addressesOf(blocks)]);
  const secrets = new Map<string, Secret>();
  const written = blocks.map((block): WrittenBlock => {
    const { text, secrets: own } = terraformOf(block, addresses);
    for (const secret of own) secrets.set(secret.name, secret);
    return { key: block.id ?? '', address: block.address, file: fileOf(block.type), text };
  });
  const variables = [...secrets.values()].map((secret): WrittenBlock => {
    const address = `var.${secret.name}`;
    return { key: address, address, file: 'variables.tf', text: variablesText([secret]) };
  });
  return {
    blocks: [...written, ...lookedUp.map((block) => dataSource(block, addresses)), ...variables],
    lock: new Map([...lock, ...blocks.map(({ id, address }) => [id ?? '', address] as const)]),
    secrets: new Map([...secrets.values()].map(({ name, value }) => [name, value])),
  };
}

function asDataSource(block: Block): Block {
  return { ...block, address: `data.${block.address}`, type: `data.${block.type}` };
}

/** A data source that looks an object up by its name, within its team if it has one. */
function dataSource(
  { id, address, type, name, object }: Block,
  addresses: ReadonlyMap<string, Pick<Block, 'address'>>,
): WrittenBlock {
  const team =
    type === 'data.tocsin_team' ? undefined : addresses.get(`${object.teamId}`.toLowerCase());
  const lines = [
    `  display_name = ${hclValue(object.displayName ?? null)}\n`,
    ...(team ? [`  team_id      = ${team.address}.id\n`] : []),
  ];
  return {
    ...{ key: `data:${id}`, address, file: 'elsewhere.tf' },
    text: `data "${type.replace(/^data\./, '')}" "${name}" {\n${lines.join('')}}\n`,
  };
}

/** As Terraform reads them with `-var-file`; of what the source does not tell there is no line, so Terraform asks. */
export function tfvarsText(secrets: Secrets): string {
  return [...secrets]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name} = ${hclValue(value)}\n`)
    .join('');
}

function namedBlocks(added: readonly Added[], lock: Lock): Block[] {
  const byType = Map.groupBy(added, ({ type }) => type);
  const types = Object.keys(exportSchema).flatMap((type) => {
    const own = byType.get(type as ImportedType) ?? [];
    const resource = exportSchema[type];
    if (own.length === 0 || !resource) return [];
    const objects = own
      .toSorted((one, other) => (one.key < other.key ? -1 : 1))
      .map(({ key, body }) => {
        const value = parseExactJson(JSON.stringify({ ...body, id: key }));
        return isObject(value) ? value : {};
      });
    const unstored = new Set(own.map(({ key }) => key));
    return [{ type, resource: withoutPersonal(resource), objects, unstored }];
  });
  const taken = new Set(lock.values());
  const names = new Map<string, string>();
  return blocksOf(types).map((block): Block => {
    const key = block.id ?? '';
    const kept = lock.get(key);
    const isSame = kept?.startsWith(`${block.type}.`);
    const address = isSame ? kept : freeAddress(wantedAddress(block, names), taken);
    const at = blockAt(address ?? block.address);
    taken.add(at.address);
    names.set(key, at.name);
    return { ...block, ...at };
  });
}

/**
 * After the display name. An object without one is named after the objects it belongs to: a membership after its team
 * and its person, days by hand after their schedule.
 */
function wantedAddress(
  { type, address, object }: Block,
  names: ReadonlyMap<string, string>,
): string {
  const [team, user, schedule] = [object.teamId, object.userId, object.scheduleId].map((key) =>
    names.get(String(key)),
  );
  if (type === 'tocsin_team_membership' && team && user) return `${type}.${team}_${user}`;
  if (type === 'tocsin_temporary_schedule' && schedule) return `${type}.${schedule}`;
  return address;
}

function freeAddress(address: string, taken: ReadonlySet<string>): string {
  for (let number = 2, free = address; ; number += 1) {
    if (!taken.has(free)) return free;
    free = `${address}_${number}`;
  }
}

function blockAt(address: string): Pick<Block, 'address' | 'type' | 'name'> {
  const [type = '', name = ''] = address.split('.');
  return { address, type, name };
}

/**
 * Phone numbers and other contacts are variables, too: an export may show them to whoever may read the organization,
 * but these files go where all of a company's code is.
 */
function withoutPersonal(resource: ExportedResource): ExportedResource {
  return { ...resource, attributes: allSecret(resource.attributes) };
}

function allSecret(attributes: WireShapes): WireShapes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { personal, nested, ...shape }]) => {
      const isContact = name === 'target' && 'channel' in attributes;
      return [
        name,
        {
          ...shape,
          ...((personal || isContact) && { sensitive: true }),
          ...(nested && { nested: { ...nested, attributes: allSecret(nested.attributes) } }),
        },
      ];
    }),
  );
}
