import {
  type Find,
  finder as finderOf,
  type Known,
  labelsOf as labels,
} from '../../model/references.ts';

/** References have an id and, as their summary, the name. */
export function finder(known: readonly Known[]): Find {
  return finderOf(known, ['summary']);
}

export function labelsOf(id: string | null): string[] | null {
  return labels('pagerduty', id);
}
