import type { ComponentProps } from 'react';
import { Icon } from '../icon.tsx';

/** The handle to drag an item with a mouse: keyboards and fingers have buttons for it. */
export function DragHandle(props: ComponentProps<'span'>) {
  return (
    <span {...props}>
      <Icon name="grip" size={16} />
    </span>
  );
}
