import { providerNamespace, providerType } from '../version.ts';
import { type Addresses, addressesOf, type Block, blocksOf } from './blocks.ts';
import { type Secret, secretsIn } from './code-value.ts';
import { configuredAttributes } from './configured.ts';
import { alignedLines, hclText, hclType, hclValue } from './hcl.ts';
import { partOf } from './part.ts';
import type { ExportedType } from './read-organization.ts';

export interface Configuration {
  /** Content by name. */
  files: ReadonlyMap<string, string>;
  /** Names of the variables that need a value. */
  secrets: readonly string[];
}

/**
 * An organization as Terraform files by name: one file per type, each object as an import block and a
 * resource named after its display name, references instead of ids, secrets as sensitive variables. With
 * `teamId` only what belongs to that team; what it refers to elsewhere stays an id.
 */
export function toConfiguration(
  types: readonly ExportedType[],
  { teamId }: { teamId?: string } = {},
): Configuration {
  const blocks = partOf(blocksOf(types), teamId);
  const addresses = addressesOf(blocks);
  const variables = new Map<string, Secret>();
  const files = new Map<string, string>([['main.tf', mainFile]]);
  for (const [type, own] of Map.groupBy(blocks, (block) => block.type)) {
    const written = own.map((block) => terraformOf(block, addresses));
    files.set(fileOf(type), written.map(({ text }) => text).join('\n'));
    for (const secret of written.flatMap(({ secrets }) => secrets))
      variables.set(secret.name, secret);
  }
  if (variables.size > 0) files.set('variables.tf', variablesText([...variables.values()]));
  return { files, secrets: [...variables.keys()] };
}

/** An object as Terraform, and the secrets it asks for. An object that is stored already is imported. */
export function terraformOf(
  block: Block,
  addresses: Addresses,
): { text: string; secrets: Secret[] } {
  const attributes = configuredAttributes(block, addresses);
  const lines = attributes.members.map(([name, value]) => [name, hclValue(value, 2)] as const);
  const resource = `resource "${block.type}" "${block.name}" {\n${alignedLines(lines, '  ')}}\n`;
  const opening =
    block.id === null || !block.isStored
      ? ''
      : `import {\n  to = ${block.address}\n  id = ${hclText(block.id)}\n}\n\n`;
  return { text: `${opening}${resource}`, secrets: secretsIn(attributes) };
}

export function variablesText(secrets: readonly Secret[]): string {
  return secrets
    .map(
      ({ name, description, type }) =>
        `variable "${name}" {\n  description = ${hclText(description)}\n  type        = ${hclType(type)}\n  sensitive   = true\n}\n`,
    )
    .join('\n');
}

/** Which provider the files need, and how it is told where the server is. */
export const mainFile = `terraform {
  required_version = ">= 1.11"
  required_providers {
    tocsin = {
      source = "${providerNamespace}/${providerType}"
    }
  }
}

# Endpoint and key come from TOCSIN_ENDPOINT and TOCSIN_API_KEY.
provider "tocsin" {}
`;

/** In the plural: Terraform takes a file called `*_override.tf` for something else. */
export function fileOf(type: string): string {
  return `${type
    .replace(/^tocsin_/, '')
    .replace(/y$/, 'ie')
    .replace(/s?$/, 's')}.tf`;
}
