import { later, StandIn } from '../later/index.ts';
import { MoreButton, type MoreProps } from './more-button.tsx';

const ActionMenu = later(() => import('./action-menu.tsx'));

/** The rest of what can be done; the menu comes when it is asked for. */
export function MoreActions(props: MoreProps) {
  const { size = 'md' } = props;
  return (
    <StandIn button={({ isPressed: _, ...button }) => <MoreButton size={size} {...button} />}>
      <ActionMenu {...props} size={size} />
    </StandIn>
  );
}
