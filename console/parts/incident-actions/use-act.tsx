import { Button, List, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { problemOf } from '../../api/problem.ts';
import { announce } from '../announce.ts';
import { hideNotice, showNotice } from '../notices.ts';
import { sharedTexts } from '../shared-texts.ts';
import { useTell } from '../tell.tsx';
import { useTexts } from '../texts.tsx';
import { type ActResult, act, remove, type Target } from './act.ts';
import { actionTexts } from './action-texts.ts';
import { type ActionName, actions } from './actions.ts';
import type { Deed } from './incident.ts';

/** The action that takes another one back, where a slip is likely: with keys, or with a thumb in the dark. */
const undoing: Partial<Record<ActionName, ActionName>> = {
  resolve: 'unresolve',
  note: 'unresolve',
  archive: 'unarchive',
  merge: 'unmerge',
};

/** Does an action and tells how it went: of one incident why not, of many of which ones. */
export function useAct() {
  const t = useTexts(actionTexts);
  const shared = useTexts(sharedTexts);
  const tell = useTell();
  const [pending, setPending] = useState<ActionName | null>(null);
  // Known before anything is drawn anew: a second tap may come first.
  const isRunning = useRef(false);

  async function run(
    name: ActionName,
    targets: readonly Target[],
    deed: Deed | undefined = actions[name].operations,
  ): Promise<ActResult[]> {
    if (isRunning.current) return [];
    isRunning.current = true;
    setPending(name);
    try {
      const results = name === 'delete' ? await remove(targets) : await act(targets, deed ?? {});
      report(name, results);
      return results;
    } finally {
      isRunning.current = false;
      setPending(null);
    }
  }

  function report(name: ActionName, results: readonly ActResult[]): void {
    const done = results.filter(({ error }) => error === null);
    const refused = results.filter(({ error }) => error !== null);
    if (done.length > 0) {
      const back = undoing[name];
      const text = done.length === 1 ? t.done[name] : t.doneOfMany(t.done[name], done.length);
      announce(text);
      const id = showNotice({
        tone: 'done',
        milliseconds: back ? 8000 : 4000,
        message: back ? (
          <Undo
            text={text}
            label={t.undo}
            onUndo={() => {
              hideNotice(id);
              void run(back, done);
            }}
          />
        ) : (
          text
        ),
      });
    }
    if (refused.length === 1 && results.length === 1) tell.refused(refused[0]?.error);
    else if (refused.length > 0) {
      const title = t.refusedOfMany(refused.length);
      announce(title);
      showNotice({
        tone: 'refused',
        milliseconds: null,
        title,
        message: (
          <List size="sm">
            {refused.slice(0, 10).map((one) => (
              <List.Item key={one.id} className="breaks-anywhere">
                <b>{one.title}</b>: {problemOf(one.error)?.detail ?? shared.offline}
              </List.Item>
            ))}
            {refused.length > 10 && <List.Item>…</List.Item>}
          </List>
        ),
      });
    }
  }

  return { run, pending };
}

function Undo({ text, label, onUndo }: { text: string; label: string; onUndo(): void }) {
  return (
    <Stack gap={6} align="flex-start">
      <Text size="sm">{text}</Text>
      <Button size="compact-sm" variant="default" onClick={onUndo}>
        {label}
      </Button>
    </Stack>
  );
}
