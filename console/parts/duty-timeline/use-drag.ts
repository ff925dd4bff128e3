import { type PointerEvent, useEffect, useRef, useState } from 'react';

export interface DragRange {
  start: number;
  end: number;
}

/** Fewer pixels are a click. */
const clickMax = 5;

/**
 * Choosing a time by dragging over an element that shows the time from `from` to `until`. By mouse and pen only: a
 * finger scrolls. Escape lets go.
 */
export function useDrag(
  { from, until }: { from: number; until: number },
  snap: (instant: number) => DragRange,
  onChosen: ((range: DragRange) => void) | undefined,
) {
  /** Where the pointer went down, and whether it has left that place since. */
  const drag = useRef<{ x: number; moved: boolean } | null>(null);
  const [range, setRange] = useState<DragRange | null>(null);
  useEffect(() => {
    if (range === null) return;
    const letGo = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      drag.current = null;
      setRange(null);
    };
    addEventListener('keydown', letGo);
    return () => removeEventListener('keydown', letGo);
  }, [range]);
  if (!onChosen) return { range: null, handlers: {} };

  const instantAt = (event: PointerEvent<HTMLElement>, x: number) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const part = Math.min(1, Math.max(0, (x - left) / width));
    return from + part * (until - from);
  };
  /** The time that has been dragged over by now; null for a click. */
  const draggedTo = (event: PointerEvent<HTMLElement>): DragRange | null => {
    const begin = drag.current;
    if (begin === null) return null;
    begin.moved ||= Math.abs(event.clientX - begin.x) >= clickMax;
    if (!begin.moved) return null;
    const one = snap(instantAt(event, begin.x));
    const other = snap(instantAt(event, event.clientX));
    return { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
  };
  const letGo = () => {
    drag.current = null;
    setRange(null);
  };
  return {
    range,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button === 0 && event.pointerType !== 'touch')
          drag.current = { x: event.clientX, moved: false };
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const dragged = draggedTo(event);
        if (!dragged) return;
        // From now on the row gets everything, so that the shift below is not clicked.
        event.currentTarget.setPointerCapture(event.pointerId);
        setRange(dragged);
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        // Taken from this event, not from the last move: a slow page may not have drawn that yet.
        const dragged = draggedTo(event);
        letGo();
        if (dragged) onChosen(dragged);
      },
      onPointerCancel: letGo,
    },
  };
}
