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

/** What asks for somebody before what does not, then what breaks sooner. */
export function worstFirst(
  one: Pick<Guarantee, 'state' | 'firstBreakAt'>,
  other: Pick<Guarantee, 'state' | 'firstBreakAt'>,
): number {
  return (
    ranks.indexOf(one.state) - ranks.indexOf(other.state) ||
    (one.firstBreakAt ?? '').localeCompare(other.firstBreakAt ?? '')
  );
}
