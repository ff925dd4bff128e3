import { Menu } from '@mantine/core';
import { Icon } from '../icon.tsx';
import { useTexts } from '../texts.tsx';
import { actionTexts } from './action-texts.ts';
import { actions } from './actions.ts';
import { MoreButton, type MoreProps } from './more-button.tsx';

/** The menu below the button, open as soon as it is there. */
export default function ActionMenu({ names, size, onAction }: MoreProps) {
  const t = useTexts(actionTexts);
  return (
    <Menu position="top-end" withinPortal defaultOpened>
      <Menu.Target>
        <MoreButton size={size} />
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
