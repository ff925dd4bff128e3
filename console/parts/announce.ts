import { useEffect } from 'react';
import { sharedValue, useShared } from './shared-value.ts';

export interface Announcement {
  id: number;
  text: string;
}

/** The same words of several parts of a page within this time are said once. */
const gatherMilliseconds = 200;
/** Readers of screens have taken it by then; who looks for it later finds the page. */
const keptMilliseconds = 4000;

const present = sharedValue<readonly Announcement[]>([]);
let waiting: string[] = [];
let lastId = 0;

/** Says something to people who hear the page, once they are not listening to something else. */
export function announce(text: string): void {
  if (text === '' || waiting.includes(text)) return;
  waiting.push(text);
  if (waiting.length === 1) setTimeout(say, gatherMilliseconds);
}

/** Says what has come to the page, and what it becomes. */
export function useSay(text: string | null): void {
  useEffect(() => announce(text ?? ''), [text]);
}

function say(): void {
  const said = waiting.map((text) => {
    lastId += 1;
    return { id: lastId, text };
  });
  waiting = [];
  present.set([...present.get(), ...said]);
  setTimeout(
    () => present.set(present.get().filter((one) => !said.includes(one))),
    keptMilliseconds,
  );
}

/** The words that are being said now. */
export function useAnnouncements(): readonly Announcement[] {
  return useShared(present);
}
