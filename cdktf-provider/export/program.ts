import { addressesOf, type Block, blocksOf } from './blocks.ts';
import { cdkOf, constantOf } from './cdk.ts';
import { AttributeValues, type CodeValue, isPlainObject, Reference } from './code-value.ts';
import { configuredAttributes } from './configured.ts';
import { partOf } from './part.ts';
import type { ExportedType } from './read-organization.ts';

/** An organization, or one team of it, as a program for CDK Terrain: what `toConfiguration` writes, in TypeScript. */
export function toProgram(
  types: readonly ExportedType[],
  { teamId }: { teamId?: string } = {},
): string {
  const blocks = partOf(blocksOf(types), teamId);
  const addresses = addressesOf(blocks);
  const constants = uniqueConstants(blocks);
  const nameOf = ({ type, name }: { type: string; name: string }) =>
    constants.get(`${type}.${name}`) ?? constantOf({ type, name });
  const statements = inOrder(
    blocks,
    new Map(
      blocks.map((block) => [
        block.address,
        referencesIn(configuredAttributes(block, addresses)).map(
          ({ type, name }) => `${type}.${name}`,
        ),
      ]),
    ),
  ).map((block) => cdkOf(block, addresses, nameOf));
  return [programHead, ...statements, 'app.synth();\n'].join('\n');
}

const programHead = `import { App, TerraformStack, TerraformVariable } from 'cdktn';
import { bindings, TocsinProvider } from 'tocsin-cdk-provider';

const app = new App();
const stack = new TerraformStack(app, 'tocsin');

// Endpoint and key come from TOCSIN_ENDPOINT and TOCSIN_API_KEY.
new TocsinProvider(stack, 'tocsin', {});
`;

/** Two types can make the same name of two objects: `team_membership` x and `team` membership_x. */
function uniqueConstants(blocks: readonly Block[]): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    blocks.map((block) => {
      const name = constantOf(block);
      let unique = name;
      for (let number = 2; taken.has(unique); number += 1) unique = `${name}_${number}`;
      taken.add(unique);
      return [block.address, unique];
    }),
  );
}

/**
 * A constant stands before its first use. Objects that refer to each other cannot exist: one of them was stored first.
 */
function inOrder(blocks: readonly Block[], needs: ReadonlyMap<string, readonly string[]>): Block[] {
  const byAddress = new Map(blocks.map((block) => [block.address, block]));
  const done = new Set<Block>();
  const place = (block: Block) => {
    if (done.has(block)) return;
    done.add(block);
    for (const address of needs.get(block.address) ?? []) {
      const needed = byAddress.get(address);
      if (needed) place(needed);
    }
    ordered.push(block);
  };
  const ordered: Block[] = [];
  for (const block of blocks) place(block);
  return ordered;
}

function referencesIn(value: CodeValue): Reference[] {
  if (value instanceof Reference) return [value];
  if (value instanceof AttributeValues)
    return value.members.flatMap(([, member]) => referencesIn(member));
  if (Array.isArray(value)) return value.flatMap((item: CodeValue) => referencesIn(item));
  return isPlainObject(value) ? Object.values(value).flatMap(referencesIn) : [];
}
