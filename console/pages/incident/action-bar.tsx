import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Icon } from '../../parts/icon.tsx';
import ActionMenu from '../../parts/incident-actions/action-menu.tsx';
import { actionTexts } from '../../parts/incident-actions/action-texts.ts';
import { type ActionName, actions, allowedActions } from '../../parts/incident-actions/actions.ts';
import { type Incident, statusOf } from '../../parts/incident-actions/incident.ts';
import { useActions } from '../../parts/incident-actions/use-actions.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { useKeys } from '../../parts/use-keys.ts';
import { texts } from './texts.ts';

/** What is needed most, by where the incident stands. */
function foremost(incident: Incident): ActionName[] {
  if (statusOf(incident) === 'Resolved') return ['comment', 'unresolve'];
  return incident.unattended ? ['acknowledge', 'resolve'] : ['resolve', 'comment'];
}

/** What can be done now: below the title at a desk, where the thumb is on a phone. */
export function ActionBar({ incident }: { incident: Incident }) {
  const t = useTexts(texts);
  const { names } = useTexts(actionTexts);
  const navigate = useNavigate();
  const { perform, pending, dialog } = useActions((_results, name) => {
    if (name === 'delete') void navigate({ to: '/' });
  });
  const allowed = allowedActions(incident);
  const first = foremost(incident).filter((name) => allowed.includes(name));
  const rest = allowed.filter((name) => !first.includes(name));
  const start = (name: ActionName) => perform(name, [incident]);
  const isSettled = useSettled(first.join());
  useKeys({
    a: () => start('acknowledge'),
    r: () => start('resolve'),
    s: () => start('snooze'),
    c: () => start('comment'),
    e: () => start('escalate'),
  });
  return (
    <section className="action-bar incident-bar" aria-label={t.actions}>
      {first.map((name, at) => (
        <Button
          key={name}
          size="md"
          variant={at === 0 && statusOf(incident) === 'Open' ? 'filled' : 'default'}
          loading={pending === name}
          leftSection={<Icon name={actions[name].icon} />}
          aria-disabled={!isSettled}
          onClick={() => isSettled && start(name)}
        >
          {names[name]}
        </Button>
      ))}
      <ActionMenu names={rest} onAction={start} />
      {dialog}
    </section>
  );
}

const settleMilliseconds = 1000;

/** False for a moment after other buttons have come: the second tap of two was meant for the one that was there. */
function useSettled(buttons: string): boolean {
  const [settled, setSettled] = useState(buttons);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(buttons), settleMilliseconds);
    return () => clearTimeout(timer);
  }, [buttons]);
  return settled === buttons;
}
