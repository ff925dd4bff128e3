import { type DragEvent, useRef, useState } from 'react';
import { handleProps } from './handle-props.ts';
import { moved } from './moved.ts';

/**
 * Moves items of a list while their handles are dragged, so that what follows from their order is seen at once. What is
 * not dropped goes back. For items that stay where they are and swap what they hold.
 */
export function useLiveReorder<Item>(items: readonly Item[], onChange: (items: Item[]) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  /** As it was before something was dragged; null once that is dropped. */
  const before = useRef<readonly Item[] | null>(null);
  const begin = (place: number) => {
    before.current = items;
    setDragged(place);
  };
  const end = () => {
    if (before.current) onChange([...before.current]);
    setDragged(null);
  };
  return {
    handle: (place: number) => handleProps(place, () => begin(place), end),
    target: (place: number) => ({
      'data-over': dragged === place || undefined,
      onDragOver(event: DragEvent) {
        // Something else is dragged: the layer that these are in.
        if (dragged === null) return;
        event.preventDefault();
        event.stopPropagation();
        event.dataTransfer.dropEffect = 'move';
        if (place === dragged) return;
        onChange(moved(items, dragged, place));
        setDragged(place);
      },
      onDrop(event: DragEvent) {
        if (dragged === null) return;
        event.preventDefault();
        event.stopPropagation();
        before.current = null;
      },
    }),
  };
}
