import { Button } from '@mantine/core';
import { Icon } from '../../parts/icon.tsx';
import { actionTexts } from '../../parts/incident-actions/action-texts.ts';
import { type ActionName, actions, isAllowed } from '../../parts/incident-actions/actions.ts';
import type { Incident } from '../../parts/incident-actions/incident.ts';
import { useAct } from '../../parts/incident-actions/use-act.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { useKeys } from '../../parts/use-keys.ts';

const first = ['acknowledge', 'resolve', 'unresolve', 'unsnooze', 'archive'] as const;

/** What can be done now, where a thumb reaches it. */
export function ActionBar({ incident }: { incident: Incident }) {
  const { names } = useTexts(actionTexts);
  const { run, pending } = useAct();
  const perform = (name: ActionName) => {
    if (isAllowed(name, incident) && pending === null) void run(name, [incident]);
  };
  useKeys({ a: () => perform('acknowledge'), r: () => perform('resolve') });
  return (
    <section className="action-bar incident-bar">
      {first
        .filter((name) => isAllowed(name, incident))
        .map((name) => (
          <Button
            key={name}
            size="md"
            variant={name === 'acknowledge' && incident.unattended ? 'filled' : 'default'}
            loading={pending === name}
            leftSection={<Icon name={actions[name].icon} />}
            onClick={() => perform(name)}
          >
            {names[name]}
          </Button>
        ))}
    </section>
  );
}
