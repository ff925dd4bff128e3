import { lazy, type ReactNode, Suspense } from 'react';
import { useKept } from '../draft/use-kept.ts';
import type { ActResult } from './act.ts';
import { type ActionName, actions, isAllowed } from './actions.ts';
import type { Incident } from './incident.ts';
import { useAct } from './use-act.tsx';

const ActionDialog = lazy(() => import('./action-dialog.tsx'));

interface Asked {
  name: ActionName;
  targets: readonly Incident[];
}

/** Does at once what needs no more words, and asks for the rest in a dialog, which the page shows: `dialog`. */
export function useActions(onDone: (results: readonly ActResult[], name: ActionName) => void) {
  const { run, pending } = useAct();
  // Whoever has to sign in again while they write finds the dialog open.
  const { value: asked, set: setAsked } = useKept<Asked | null>('asked', null);

  function perform(name: ActionName, incidents: readonly Incident[]): void {
    const targets = incidents.filter((incident) => isAllowed(name, incident));
    if (targets.length === 0 || pending !== null) return;
    if (actions[name].operations === undefined) setAsked({ name, targets });
    else void run(name, targets).then((results) => results.length > 0 && onDone(results, name));
  }

  const dialog: ReactNode = asked && (
    <Suspense>
      <ActionDialog
        name={asked.name}
        targets={asked.targets}
        isPending={pending !== null}
        onClose={() => setAsked(null)}
        onRun={async (operations) => {
          const results = await run(asked.name, asked.targets, operations);
          if (results.every(({ error }) => error !== null)) return;
          setAsked(null);
          onDone(results, asked.name);
        }}
      />
    </Suspense>
  );
  return { perform, pending, dialog };
}
