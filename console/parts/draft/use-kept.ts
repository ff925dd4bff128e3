import { useEffect, useRef, useState } from 'react';
import { isSame } from '../../api/is-same.ts';
import { useMe } from '../../api/session.tsx';
import { useTell } from '../tell.tsx';
import { defineTexts, useTexts } from '../texts.tsx';
import {
  type DraftPlace,
  forgetDraft,
  forgetDrafts,
  hasDraft,
  keepDraft,
  takeDraft,
} from './kept.ts';

const texts = defineTexts({
  en: { left: 'Not saved. What you wrote is kept here for 7 days.' },
  de: { left: 'Nicht gespeichert. Was Sie geschrieben haben, bleibt hier 7 Tage aufgehoben.' },
});

const afterLeavingMilliseconds = 500;

/** A draft that was written earlier, and is there again. */
export interface Back {
  at: Date;
  discard(): void;
}

export interface Kept<Value> {
  value: Value;
  set(value: Value): void;
  /** It is stored, or thrown away: from here on, this is what a form begins with. */
  settle(value?: Value): void;
  /** Null once it is as before, and where nothing was kept. */
  back: Back | null;
}

export interface KeptOptions<Value> {
  /** Takes secrets out of the value before the browser keeps it. */
  toKeep?(value: Value): Value;
  /** Which dialog is open, and the like: it comes back with the tab, and nobody would miss it. */
  isOfTab?: boolean;
}

/**
 * Keeps what somebody writes into a form, in place of `useState`: it is there again after loading the page again,
 * coming back to it, and signing in again, for a week, until it is saved or discarded. For this person, page and
 * browser only; `name` tells forms of one page apart.
 */
export function useKept<Value>(
  name: string,
  initial: Value | (() => Value),
  { toKeep = (value) => value, isOfTab = false }: KeptOptions<Value> = {},
): Kept<Value> {
  const t = useTexts(texts);
  const tell = useTell();
  const personId = useMe().person.id;
  const [path] = useState(() => location.pathname);
  const place: DraftPlace = { personId, path, name, isOfTab };
  const [begun] = useState(initial);
  const first = useRef(begun);
  const [kept, setKept] = useState(() => takeDraft<Value>(place));
  const [value, setValue] = useState<{ of: Value }>({ of: kept ? kept.value : begun });
  const leave = useRef(() => {});
  leave.current = () => {
    if (isOfTab || !hasDraft(place)) return;
    // A dialog that closes because it was saved forgets it right afterwards.
    setTimeout(() => hasDraft(place) && tell.done(t.left), afterLeavingMilliseconds);
  };
  useEffect(() => () => leave.current(), []);

  const set = (next: Value) => {
    setValue({ of: next });
    const kept = toKeep(next);
    if (isSame(kept, first.current)) forgetDraft(place);
    else keepDraft(place, kept);
  };
  const settle = (next = value.of) => {
    first.current = next;
    setKept(null);
    set(next);
  };
  return {
    value: value.of,
    set,
    settle,
    back:
      kept === null || isSame(value.of, first.current)
        ? null
        : { at: kept.at, discard: () => settle(first.current) },
  };
}

/** Whether a form of this tab was left with something in it: its dialog opens again by itself. */
export function useIsKept(name: string): boolean {
  const personId = useMe().person.id;
  const [isKept] = useState(() => hasDraft({ personId, path: location.pathname, name }));
  return isKept;
}

/** Forgets what was written into forms of this page whose names begin like this: it is stored now. */
export function useForgetKept(): (name: string) => void {
  const personId = useMe().person.id;
  return (name) => forgetDrafts({ personId, path: location.pathname, name });
}
