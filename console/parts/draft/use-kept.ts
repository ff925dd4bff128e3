import { useEffect, useRef, useState } from 'react';
import { isSame } from '../../api/is-same.ts';
import { leavingForSignIn } from '../../api/patient-fetch.ts';
import { useMe } from '../../api/session.tsx';
import { draftOf, forgetDraft, keepDraft } from './kept.ts';

export interface Kept<Value> {
  value: Value;
  set(value: Value): void;
  /** Written before signing in again. */
  isBack: boolean;
  /** The page is being left for the sign-in page, where nothing is lost. */
  isLeaving(): boolean;
}

/**
 * What somebody writes into a form, in place of `useState`: it is there again after signing in again. For this tab,
 * this page and this person only; `name` tells forms of one page apart. Not for secrets.
 */
export function useKept<Value>(name: string, initial: Value | (() => Value)): Kept<Value> {
  const personId = useMe().person.id;
  const [first] = useState(initial);
  const [kept] = useState(() => draftOf<Value>({ personId, name }));
  const [value, set] = useState<{ of: Value }>({ of: kept ?? first });
  const latest = useRef({ value: value.of, isLeaving: false });
  latest.current.value = value.of;

  useEffect(() => {
    const place = { personId, name };
    forgetDraft(place);
    const keep = () => {
      latest.current.isLeaving = true;
      if (!isSame(latest.current.value, first)) keepDraft(place, latest.current.value);
    };
    addEventListener(leavingForSignIn, keep);
    return () => removeEventListener(leavingForSignIn, keep);
  }, [personId, name, first]);

  return {
    value: value.of,
    set: (next) => set({ of: next }),
    isBack: kept !== null && isSame(value.of, kept),
    isLeaving: () => latest.current.isLeaving,
  };
}

/** Whether a form was left for the sign-in page with something in it: its dialog opens again by itself. */
export function useIsKept(name: string): boolean {
  const personId = useMe().person.id;
  const [isKept] = useState(() => draftOf({ personId, name }) !== null);
  return isKept;
}
