import { type PointerEvent, useEffect, useRef, useState } from 'react';

export interface DragRange {
  start: number;
  end: number;
}

/** Fewer pixels are a click. */
const clickMax = 5;

/**
 * Choosing a time by dragging over an element that shows the time from `from` to `until`. By mouse and pen only: a finger scrolls. Escape
 * lets go.
 */
export function useDrag(
  { from, until }: { from: number; until: number },
  snap: (instant: number) => DragRange,
  onChosen: ((range: DragRange) => void) | undefined,
) {
  const began = useRef<number | null>(null);
  const [range, setRange] = useState<DragRange | null>(null);
  useEffect(() => {
    if (range === null) return;
    const letGo = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      began.current = null;
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
  return {
    range,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button === 0 && event.pointerType !== 'touch') began.current = event.clientX;
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const x = began.current;
        if (x === null) return;
        if (range === null && Math.abs(event.clientX - x) < clickMax) return;
        // From now on the row gets everything, so that the shift below is not clicked.
        event.currentTarget.setPointerCapture(event.pointerId);
        const one = snap(instantAt(event, x));
        const other = snap(instantAt(event, event.clientX));
        setRange({ start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) });
      },
      onPointerUp() {
        began.current = null;
        if (range === null) return;
        setRange(null);
        onChosen(range);
      },
      onPointerCancel() {
        began.current = null;
        setRange(null);
      },
    },
  };
}
