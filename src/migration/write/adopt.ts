import type { Added } from '../model/added.ts';
import type { WrittenBlock } from './to-terraform.ts';

/** Ids of people on the server by e-mail address in small letters. */
export type PeopleThere = ReadonlyMap<string, string>;

/** Blocks by which Terraform takes over whom the server has already, in place of making them a second time. */
export function adoptions(
  added: readonly Added[],
  blocks: readonly WrittenBlock[],
  there: PeopleThere,
): WrittenBlock[] {
  const addresses = new Map(blocks.map(({ key, address }) => [key, address]));
  return added.flatMap((object): WrittenBlock[] => {
    if (object.type !== 'tocsin_user') return [];
    const id = there.get(object.body.email.toLowerCase());
    const to = addresses.get(object.key);
    if (id === undefined || to === undefined) return [];
    const text = `import {\n  to = ${to}\n  id = "${id}"\n}\n`;
    return [{ key: `import:${object.key}`, address: `import of ${to}`, file: 'imports.tf', text }];
  });
}
