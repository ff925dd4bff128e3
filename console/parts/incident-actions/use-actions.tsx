import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMe } from '../../api/session.tsx';
import { useForgetKept, useKept } from '../draft/use-kept.ts';
import { Later, later } from '../later/index.ts';
import { hideNotices } from '../notices.ts';
import { useTell } from '../tell.tsx';
import { useTexts } from '../texts.tsx';
import type { ActResult } from './act.ts';
import { actionTexts } from './action-texts.ts';
import { type ActionName, actions, isAllowed } from './actions.ts';
import type { Incident } from './incident.ts';
import { useAct } from './use-act.tsx';

const ActionDialog = later(() => import('./action-dialog.tsx'));

/** An address has no room for more. */
const toldAtOnceMax = 50;

interface Asked {
  name: ActionName;
  targets: readonly Incident[];
}

/**
 * Does at once what needs no more words, and asks for the rest in a dialog, which the page shows: `dialog`; what
 * customers are told has a page of its own.
 */
export function useActions(onDone: (results: readonly ActResult[], name: ActionName) => void) {
  const { run, pending } = useAct();
  const me = useMe();
  const navigate = useNavigate();
  const t = useTexts(actionTexts);
  const tell = useTell();
  // A person who has to sign in again while writing finds the dialog open.
  const { value: asked, set: setAsked } = useKept<Asked | null>('asked', null, { isOfTab: true });
  const forget = useForgetKept();

  function perform(name: ActionName, incidents: readonly Incident[]): void {
    const targets = incidents.filter((incident) => isAllowed(name, incident, me));
    if (targets.length === 0) return;
    if (pending !== null) {
      // A second tap on the same one is a slip.
      if (pending !== name) tell.notYet(t.stillBeingDone(t.names[pending]));
      return;
    }
    // The result of the last action must not cover the next question.
    hideNotices();
    // One text for all of them, on a page of its own: with what customers will see.
    if (name === 'public')
      void navigate({
        to: '/status-pages/updates/new',
        search: { incident: targets.slice(0, toldAtOnceMax).map(({ id }) => id) },
      });
    else if (actions[name].operations === undefined) setAsked({ name, targets });
    else void run(name, targets).then((results) => results.length > 0 && onDone(results, name));
  }

  const dialog: ReactNode = asked && (
    <Later onMissing={() => setAsked(null)}>
      <ActionDialog
        name={asked.name}
        targets={asked.targets}
        isPending={pending !== null}
        onClose={() => setAsked(null)}
        onRun={async (operations) => {
          const results = await run(asked.name, asked.targets, operations);
          if (results.every(({ error }) => error !== null)) return;
          forget('fields ');
          setAsked(null);
          onDone(results, asked.name);
        }}
      />
    </Later>
  );
  return { perform, pending, dialog };
}
