import type { Kind, Product } from './products/product.ts';
import { masked } from './read/client.ts';
import type { KindResult, Results } from './read/read-all.ts';

export interface Saved {
  product: Product;
  url: string;
  at: Date;
  /** Who ran the command, and with which version. */
  by: string;
  results: Results;
}

/** Past events are there only if they were asked for. */
function kindsIn({ kinds, events = [] }: Product, results: Results): Kind[] {
  return [...kinds, ...events.filter(({ name }) => results.has(name))];
}

/** The file: the same answers give the same text but for the time. The key is not in it, even where it was answered. */
export function savedText({ product, url, at, by, results }: Saved, key: string): string {
  const kinds = Object.fromEntries(
    kindsIn(product, results).map(({ name, path, of }) => {
      const result: KindResult = results.get(name) ?? { state: 'failed', why: 'not asked for' };
      return [name, { path, ...(of && { of }), ...result }];
    }),
  );
  const file = {
    format: 'tocsin-import/1',
    product: product.name,
    url,
    savedAt: at.toISOString(),
    savedBy: by,
    kinds,
  };
  const withoutKey = (_: string, value: unknown) =>
    typeof value === 'string' ? masked(value, key) : value;
  return `${JSON.stringify(file, withoutKey, 1)}\n`;
}
