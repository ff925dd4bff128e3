import { textOf } from '../../parts/search-values.ts';

export interface ComeFromSearch {
  /** As the command line names it. */
  product?: string;
}

export function comeFromSearch(search: Record<string, unknown>): ComeFromSearch {
  const product = textOf(search.product);
  return product ? { product } : {};
}
