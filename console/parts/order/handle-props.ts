import type { DragEvent } from 'react';

/** Of a `DragHandle`: what happens when its item begins to be dragged, and when that is over. */
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
