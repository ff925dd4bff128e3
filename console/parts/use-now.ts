import { useSyncExternalStore } from 'react';

/** The time, and who wants to know of it again. */
interface Ticking {
  now: number;
  /** Where nobody has wanted to know it for a while. */
  lookUp(): void;
  subscribe(listener: () => void): () => void;
}

const tickings = new Map<number, Ticking>();

/** The time, new after so long: half a minute unless said. All that show it share a timer. */
export function useNow(milliseconds = 30_000): number {
  const ticking = tickings.get(milliseconds) ?? tickEvery(milliseconds);
  return useSyncExternalStore(ticking.subscribe, () => {
    ticking.lookUp();
    return ticking.now;
  });
}

function tickEvery(milliseconds: number): Ticking {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  const made: Ticking = {
    now: Date.now(),
    lookUp() {
      if (listeners.size === 0 && Date.now() - made.now >= milliseconds) made.now = Date.now();
    },
    subscribe(listener) {
      listeners.add(listener);
      timer ??= setInterval(() => {
        made.now = Date.now();
        for (const one of listeners) one();
      }, milliseconds);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
  tickings.set(milliseconds, made);
  return made;
}
