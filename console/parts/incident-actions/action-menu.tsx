import { Button, Menu } from '@mantine/core';
import { Icon } from '../icon.tsx';
import { useTexts } from '../texts.tsx';
import { actionTexts } from './action-texts.ts';
import { type ActionName, actions } from './actions.ts';

export interface ActionMenuProps {
  names: readonly ActionName[];
  size?: 'sm' | 'md';
  onAction(name: ActionName): void;
}

/** The rest of what can be done. */
export default function ActionMenu({ names, size = 'md', onAction }: ActionMenuProps) {
  const t = useTexts(actionTexts);
  return (
    <Menu position="top-end" withinPortal>
      <Menu.Target>
        <Button className="incident-more" size={size} variant="default" aria-label={t.more} px="sm">
          <Icon name="dots" size={22} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {names.map((name) => (
          <Menu.Item
            key={name}
            color={name === 'delete' ? 'red' : undefined}
            leftSection={<Icon name={actions[name].icon} />}
            onClick={() => onAction(name)}
          >
            {t.names[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
