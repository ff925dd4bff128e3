import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { isSame } from '../../api/is-same.ts';
import { leavingForSignIn } from '../../api/patient-fetch.ts';
import { problemOf } from '../../api/problem.ts';
import { useMe } from '../../api/session.tsx';
import { useTell } from '../tell.tsx';
import { draftOf, forgetDraft, keepDraft } from './kept.ts';
import { type Merged, mergeChanges } from './merge.ts';

export interface Draft<Value extends object> {
  /** What is being written, or what is stored as long as nothing is. */
  value: Value;
  isChanged: boolean;
  isSaving: boolean;
  /** Written before signing in again. */
  isBack: boolean;
  error: unknown;
  /** Somebody else saved meanwhile. */
  conflict: Conflict<Value> | null;
  change(value: Value): void;
  discard(): void;
  submit(): Promise<void>;
}

export interface Conflict<Value> extends Pick<Merged<Value>, 'theirs' | 'both'> {
  /** What is stored by now. */
  stored: Value;
  error: unknown;
  /** Goes on writing with the changes of both. */
  merge(): void;
  /** Saves what was written over what others changed. */
  overwrite(): Promise<void>;
}

export interface DraftOptions<Value> {
  /** What is stored, as it is known now. */
  stored: Value;
  /** Stores it, if it is still as it was `seen` when the writing began. */
  save(value: Value, seen: Value): Promise<unknown>;
  /** Tells drafts of one page apart. */
  name: string;
  /** Asked before what was written is left. */
  question: string;
  /** Said when it is stored. */
  saved?: string;
}

interface Written<Value> {
  seen: Value;
  value: Value;
}

/**
 * What somebody writes over something stored, from the first change until it is saved. Leaving asks first; who has to sign in again finds it
 * there afterwards; and when somebody else saves meanwhile, nothing of either is lost.
 */
export function useDraft<Value extends object>(options: DraftOptions<Value>): Draft<Value> {
  const { stored, save, name, question, saved } = options;
  const personId = useMe().person.id;
  const place = { personId, name };
  const queries = useQueryClient();
  const tell = useTell();
  const [kept] = useState(() => draftOf<Written<Value>>(place));
  const [written, setWritten] = useState<Written<Value> | null>(kept);
  const [error, setError] = useState<unknown>(null);
  const [isSaving, setIsSaving] = useState(false);
  const latest = useRef({ written, isLeaving: false });
  latest.current.written = written;

  useEffect(() => {
    forgetDraft({ personId, name });
    const keep = () => {
      latest.current.isLeaving = true;
      if (latest.current.written) keepDraft({ personId, name }, latest.current.written);
    };
    addEventListener(leavingForSignIn, keep);
    return () => removeEventListener(leavingForSignIn, keep);
  }, [personId, name]);

  useBlocker({
    shouldBlockFn: () => written !== null && !isSaving && !window.confirm(question),
    enableBeforeUnload: () => written !== null && !latest.current.isLeaving,
  });

  async function store(value: Value, seen: Value) {
    setIsSaving(true);
    setError(null);
    try {
      await save(value, seen);
      setWritten(null);
      tell.done(saved);
    } catch (thrown) {
      // What the others made of it, for the comparison.
      if (isConflict(thrown)) await queries.refetchQueries({ type: 'active' });
      setError(thrown);
    } finally {
      setIsSaving(false);
    }
  }

  return {
    value: written?.value ?? stored,
    isChanged: written !== null,
    isSaving,
    isBack: kept !== null && written !== null && isSame(written.value, kept.value),
    error: isConflict(error) ? null : error,
    conflict: conflictOf(),
    change: (value) => setWritten({ seen: written?.seen ?? stored, value }),
    discard() {
      setWritten(null);
      setError(null);
    },
    submit: () => store(written?.value ?? stored, written?.seen ?? stored),
  };

  function conflictOf(): Conflict<Value> | null {
    if (!isConflict(error) || !written || isSaving) return null;
    const { value, theirs, both } = mergeChanges(written.seen, written.value, stored);
    return {
      stored,
      error,
      theirs,
      both,
      merge() {
        setWritten({ seen: stored, value });
        setError(null);
      },
      overwrite: () => store(written.value, stored),
    };
  }
}

export function isConflict(error: unknown): boolean {
  return problemOf(error)?.code === 'changed-meanwhile';
}
