import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isSame } from '../../api/is-same.ts';
import { isConflict } from '../../api/problem.ts';
import { useTell } from '../tell.tsx';
import { type Merged, mergeChanges } from './merge.ts';
import { type Back, useKept } from './use-kept.ts';

export interface Draft<Value extends object> {
  /** The value being written, or the stored one while nothing is being written. */
  value: Value;
  isChanged: boolean;
  isSaving: boolean;
  /** Written before, and there again. */
  back: Back | null;
  error: unknown;
  /** Somebody else saved meanwhile. */
  conflict: Conflict<Value> | null;
  change(value: Value): void;
  discard(): void;
  submit(): Promise<void>;
}

export interface Conflict<Value> extends Pick<Merged<Value>, 'theirs' | 'both'> {
  /** The value that is stored by now. */
  stored: Value;
  error: unknown;
  /** Goes on writing with the changes of both. */
  merge(): void;
  /** Saves what was written over what others changed. */
  overwrite(): Promise<void>;
}

export interface DraftOptions<Value> {
  /** The stored value, as it is known now. */
  stored: Value;
  /** Stores it, if it is still as it was `seen` when the writing began. */
  save(value: Value, seen: Value): Promise<unknown>;
  /** Tells drafts of one page apart. */
  name: string;
  /** Said when it is stored. */
  saved?: string | (() => string | undefined);
  /** Takes out of the value what a browser must not keep: secrets. */
  toKeep?(value: Value, seen: Value): Value;
}

interface Written<Value> {
  seen: Value;
  value: Value;
}

/**
 * Keeps the changes to a stored object, from the first one until they are saved or discarded. A person who leaves,
 * loads the page again or signs in again finds them there; and when somebody else saves meanwhile, no change of either
 * is lost.
 */
export function useDraft<Value extends object>(options: DraftOptions<Value>): Draft<Value> {
  const { stored, save, name, saved, toKeep } = options;
  const queries = useQueryClient();
  const tell = useTell();
  const {
    value: written,
    set: setWritten,
    back,
  } = useKept<Written<Value> | null>(name, null, {
    toKeep: (given) => {
      const value = given && toKeep ? toKeep(given.value, given.seen) : given?.value;
      return given && value && !isSame(value, given.seen) ? { ...given, value } : null;
    },
  });
  const [error, setError] = useState<unknown>(null);
  const [isSaving, setIsSaving] = useState(false);

  // Saved meanwhile, in another tab for example: nothing is left to write.
  const isStored = back !== null && written !== null && isSame(written.value, stored);
  const settle = useRef(() => {});
  settle.current = () => setWritten(null);
  useEffect(() => {
    if (isStored) settle.current();
  }, [isStored]);

  async function store(value: Value, seen: Value) {
    setIsSaving(true);
    setError(null);
    try {
      await save(value, seen);
      setWritten(null);
      tell.done(typeof saved === 'function' ? saved() : saved);
    } catch (thrown) {
      // The stored value as others changed it, for the comparison.
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
    back,
    error: isConflict(error) ? null : error,
    conflict: conflictOf(),
    change(value) {
      const seen = written?.seen ?? stored;
      setWritten(isSame(value, seen) ? null : { seen, value });
    },
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
