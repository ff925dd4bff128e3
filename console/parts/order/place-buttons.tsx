import { ActionIcon, Group } from '@mantine/core';
import { Icon } from '../icon.tsx';
import { defineTexts, useTexts } from '../texts.tsx';
import { usePlaceFocus } from './use-place-focus.ts';

const texts = defineTexts({
  en: {
    up: (what: string) => `Move ${what} up`,
    down: (what: string) => `Move ${what} down`,
    remove: (what: string) => `Remove ${what}`,
  },
  de: {
    up: (what: string) => `${what} nach oben`,
    down: (what: string) => `${what} nach unten`,
    remove: (what: string) => `${what} entfernen`,
  },
});

export interface PlaceButtonsProps {
  /** The name of the item that is moved, for screen readers. */
  title: string;
  place: number;
  count: number;
  onMove: (to: number) => void;
  /** Undefined where it has to stay. */
  onRemove: (() => void) | undefined;
  isDisabled?: boolean;
}

/** Moves one of several up or down, and removes it. The focus goes along with what is moved. */
export function PlaceButtons(props: PlaceButtonsProps) {
  const { title, place, count, onMove, onRemove, isDisabled = false } = props;
  const t = useTexts(texts);
  const focus = usePlaceFocus();
  const move = (to: number) => {
    focus.follow(to);
    onMove(to);
  };
  return (
    <Group gap={4} wrap="nowrap" ref={focus.ref} data-place={place}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t.up(title)}
        disabled={isDisabled || place === 0}
        onClick={() => move(place - 1)}
      >
        <Icon name="up" />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t.down(title)}
        disabled={isDisabled || place === count - 1}
        onClick={() => move(place + 1)}
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
