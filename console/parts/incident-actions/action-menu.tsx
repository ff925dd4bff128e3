import { Menu } from '@mantine/core';
import { Icon } from '../icon.tsx';
import { useTexts } from '../texts.tsx';
import { useOpensAtOnce } from '../use-opens-at-once.ts';
import { actionTexts } from './action-texts.ts';
import { actions } from './actions.ts';
import { MoreButton, type MoreProps } from './more-button.tsx';

/** The menu below the button, open as soon as it is there. */
export default function ActionMenu({ names, size, onAction }: MoreProps) {
  const t = useTexts(actionTexts);
  const { target, menu } = useOpensAtOnce();
  return (
    <Menu {...menu} position="top-end" withinPortal>
      <Menu.Target>
        <MoreButton ref={target} size={size} />
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
