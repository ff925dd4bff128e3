import type { components } from '../../../openapi/types/public-v1.generated.ts';

type Guarantee = components['schemas']['Guarantee'];

const ranks: readonly Guarantee['state'][] = [
  'Broken',
  'BreaksOn',
  'NotDecided',
  'Vacuous',
  null,
  'Holds',
];

/** Sorts guarantees that need somebody before the others, and then those that break sooner first. */
export function worstFirst(
  one: Pick<Guarantee, 'state' | 'firstBreakAt'>,
  other: Pick<Guarantee, 'state' | 'firstBreakAt'>,
): number {
  return (
    ranks.indexOf(one.state) - ranks.indexOf(other.state) ||
    (one.firstBreakAt ?? '').localeCompare(other.firstBreakAt ?? '')
  );
}
