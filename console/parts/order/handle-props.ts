import type { DragEvent } from 'react';

/** Props for a `DragHandle`: `begin` is called when the drag of its item begins, `end` when it is over. */
export function handleProps(place: number, begin: () => void, end: () => void) {
  return {
    draggable: true,
    'aria-hidden': true,
    className: 'drag-handle',
    onDragStart(event: DragEvent) {
      // Not what the item is in, too.
      event.stopPropagation();
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', String(place));
      begin();
    },
    onDragEnd: end,
  };
}
