import { ActionIcon, Group } from '@mantine/core';
import { Icon } from '../../../parts/icon.tsx';
import { useTexts } from '../../../parts/texts.tsx';
import { texts } from './texts.ts';

export interface PlaceButtonsProps {
  /** Of what is moved, for screen readers. */
  title: string;
  place: number;
  count: number;
  onMove: (to: number) => void;
  /** Undefined where it has to stay. */
  onRemove: (() => void) | undefined;
  isDisabled: boolean;
}

/** Moves one of several up or down, and removes it. */
export function PlaceButtons({
  title,
  place,
  count,
  onMove,
  onRemove,
  isDisabled,
}: PlaceButtonsProps) {
  const t = useTexts(texts);
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="subtle"
        aria-label={t.up(title)}
        disabled={isDisabled || place === 0}
        onClick={() => onMove(place - 1)}
      >
        <Icon name="up" />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        aria-label={t.down(title)}
        disabled={isDisabled || place === count - 1}
        onClick={() => onMove(place + 1)}
      >
        <Icon name="down" />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t.remove(title)}
        disabled={isDisabled || !onRemove}
        onClick={onRemove}
      >
        <Icon name="cross" />
      </ActionIcon>
    </Group>
  );
}
