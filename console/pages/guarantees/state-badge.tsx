import { Group, Text } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

type Guarantee = components['schemas']['Guarantee'];
type State = Guarantee['state'];

export const stateTones: Record<NonNullable<State>, string> = {
  Broken: 'Critical',
  BreaksOn: 'Warning',
  NotDecided: 'none',
  Vacuous: 'none',
  Holds: 'Resolved',
};

/** How a guarantee stands by the last check, and whether the next one is awaited. */
export function StateBadge({ state, isBeingChecked }: { state: State; isBeingChecked: boolean }) {
  const t = useTexts(texts);
  return (
    <Group gap={6}>
      {state !== null && (
        <span className="badge" data-tone={stateTones[state]}>
          {t.states[state]}
        </span>
      )}
      {isBeingChecked && (
        <Text span size="xs" c="dimmed">
          {t.isBeingChecked}
        </Text>
      )}
    </Group>
  );
}
