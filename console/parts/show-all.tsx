import { Button, Group } from '@mantine/core';

export interface ShowAllProps {
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  /** The texts of the button: `all` while the list is cut, `fewer` while it is whole. */
  all: string;
  fewer: string;
}

/** Below a list that is cut: shows the rest of it, and takes it away again. */
export function ShowAll({ isOpen, onChange, all, fewer }: ShowAllProps) {
  return (
    <Group>
      <Button variant="default" size="xs" aria-expanded={isOpen} onClick={() => onChange(!isOpen)}>
        {isOpen ? fewer : all}
      </Button>
    </Group>
  );
}
