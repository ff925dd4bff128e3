import { type DragEvent, useState } from 'react';
import { handleProps } from './handle-props.ts';

/** Moves items of a list by dragging their handles. Buttons do the same without dragging. */
export function useReorder(move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  return {
    handle: (place: number) => handleProps(place, () => setDragged(place), end),
    target: (place: number) => ({
      'data-over': (dragged !== null && over === place) || undefined,
      onDragOver(event: DragEvent) {
        // Something else is dragged: a step, where this is an attribute.
        if (dragged === null) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(place);
      },
      onDrop(event: DragEvent) {
        if (dragged === null) return;
        event.preventDefault();
        event.stopPropagation();
        move(dragged, place);
        end();
      },
    }),
  };
}
