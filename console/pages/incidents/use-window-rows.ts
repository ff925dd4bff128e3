import { type RefObject, useCallback, useDeferredValue, useLayoutEffect, useState } from 'react';

/** Rows beyond the window that exist already when somebody scrolls. */
const beyond = 8;

/**
 * Which rows of a list the window shows, where all rows have one height: an arithmetic of four lines, in place of a
 * library for rows of unknown heights, whose 10 kB everybody would load first.
 */
export function useWindowRows(
  list: RefObject<HTMLElement | null>,
  { count, height }: { count: number; height: number },
) {
  const [range, setRange] = useState({
    first: 0,
    last: Math.min(count, Math.ceil(innerHeight / height)) - 1,
  });
  // The rows in the window come first.
  const further = useDeferredValue(beyond, 0);

  useLayoutEffect(() => {
    const look = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const first = Math.max(0, Math.floor(-top / height));
      const last = Math.min(count - 1, Math.ceil((innerHeight - top) / height));
      setRange((before) =>
        before.first === first && before.last === last ? before : { first, last },
      );
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [list, count, height]);

  /** Scrolls no farther than needed for the row to be between the header and the bar of actions. */
  const reveal = useCallback(
    (row: number) => {
      const top = (list.current?.getBoundingClientRect().top ?? 0) + row * height;
      const above = top - headerHeight;
      const below = top + height - (innerHeight - barHeight);
      if (above < 0) scrollBy({ top: above });
      else if (below > 0) scrollBy({ top: below });
    },
    [list, height],
  );

  const from = Math.max(0, range.first - further);
  const to = Math.min(count - 1, range.last + further);
  const rows = Array.from({ length: Math.max(0, to - from + 1) }, (_, offset) => from + offset);
  return { rows, reveal };
}

const headerHeight = 72;
const barHeight = 88;
