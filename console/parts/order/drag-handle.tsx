import { Icon } from '../icon.tsx';
import type { useReorder } from './use-reorder.ts';

/** What something is dragged by, with a mouse: keyboards and fingers have buttons for it. */
export function DragHandle(props: ReturnType<ReturnType<typeof useReorder>['handle']>) {
  return (
    <span {...props}>
      <Icon name="grip" size={16} />
    </span>
  );
}
