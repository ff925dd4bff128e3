/**
 * The default mapping of an integration type as a Terraform file: what `templates/<TypeId>/default.tf`
 * holds and the server hands out. Written through the provider's own schema, so that it cannot name
 * an attribute the provider does not have.
 */

import { hclText } from './export/hcl.ts';
import { resolved } from './provider.ts';
import { snakeCase } from './rest/names.ts';
import type { WireAttribute, WireAttributes } from './rest/resolved.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export interface MappedType {
  readonly id: string;
  readonly displayName: string;
  /** Lines for the comment at the top. */
  readonly notes?: readonly string[];
}

/** Throws when the mapping has a member the provider does not know. */
export function renderDefaultMapping(
  { id, displayName, notes = [] }: MappedType,
  attributesMapping: Json,
): string {
  const attribute =
    resolved.resources.tocsin_integration_mapping?.schema.attributes.attributes_mapping;
  const entries = isObject(attributesMapping) ? attributesMapping.attributes : undefined;
  const element = attribute?.nested?.attributes.attributes?.nested?.attributes;
  if (attribute?.nested === undefined || element === undefined || !isObject(attributesMapping)) {
    throw new Error('a mapping is an object with attributes');
  }
  const { attributes: _entries, ...others } = attributesMapping;
  const lines = (Array.isArray(entries) ? entries : []).map(
    (entry: Json) => `      ${objectToHcl(element, entry)},`,
  );
  const rest = members(attribute.nested.attributes, others).map((line) => `    ${line}`);
  const name = snakeCase(id);
  const shownName = displayName.replace(/\s+/g, ' ');
  return `# ${shownName}: an integration of type ${id}, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
${notes.map((note) => `# ${note}\n`).join('')}
terraform {
  required_providers {
    tocsin = {
      source = "tocsin/tocsin"
    }
  }
}

variable "team_id" {
  description = "Id of the team that gets the incidents, such as tocsin_team.example.id."
  type        = string
}

resource "tocsin_integration" "${name}" {
  display_name = ${hclText(shownName)}
  team_id      = var.team_id
  type         = ${hclText(id)}
}

resource "tocsin_integration_mapping" "${name}" {
  integration_id = tocsin_integration.${name}.id
  attributes_mapping = {
${[...rest, '    attributes = [', ...lines, '    ]'].join('\n')}
  }
}
`;
}

function objectToHcl(attributes: WireAttributes, value: Json): string {
  return isObject(value) ? `{ ${members(attributes, value).join(', ')} }` : 'null';
}

/** `name = value` for every member that is not null, in the order of the schema. */
function members(attributes: WireAttributes, value: { readonly [name: string]: Json }): string[] {
  const known = Object.entries(attributes);
  const stranger = Object.keys(value).find((wire) =>
    known.every(([, attribute]) => attribute.wire !== wire),
  );
  if (stranger !== undefined) throw new Error(`the provider has no attribute for "${stranger}"`);
  return known.flatMap(([name, attribute]) => {
    const member = attribute.wire === undefined ? null : (value[attribute.wire] ?? null);
    return member === null ? [] : [`${name} = ${valueToHcl(attribute, member)}`];
  });
}

function valueToHcl(attribute: WireAttribute, value: Json): string {
  if (Array.isArray(value))
    return `[${value.map((item: Json) => valueToHcl(attribute, item)).join(', ')}]`;
  if (isObject(value) && attribute.nested !== undefined)
    return objectToHcl(attribute.nested.attributes, value);
  return typeof value === 'string' ? hclText(value) : String(value);
}

function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
