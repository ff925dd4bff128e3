import { Box, Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useMe } from '../../api/session.tsx';
import { Icon } from '../../parts/icon.tsx';
import { actionTexts } from '../../parts/incident-actions/action-texts.ts';
import { type ActionName, actions, allowedActions } from '../../parts/incident-actions/actions.ts';
import { holderOf, isUntaken } from '../../parts/incident-actions/holder.ts';
import { type Incident, statusOf } from '../../parts/incident-actions/incident.ts';
import { MoreActions } from '../../parts/incident-actions/more-actions.tsx';
import { useActions } from '../../parts/incident-actions/use-actions.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { useKeys } from '../../parts/use-keys.ts';
import { texts } from './texts.ts';

/** The action that is needed most in the present state of the incident. */
function foremost(incident: Incident, ownId: string): ActionName {
  if (statusOf(incident) === 'Resolved') return 'comment';
  const holder = holderOf(incident);
  const isGiven = holder?.how === 'assigned' && holder.userIds.includes(ownId);
  return isUntaken(incident) || isGiven ? 'acknowledge' : 'resolve';
}

/** Further actions that one press does. */
const beside: Readonly<Record<'Open' | 'Resolved', readonly ActionName[]>> = {
  Open: ['release', 'note', 'handOver', 'escalate', 'public'],
  Resolved: ['unresolve', 'public'],
};

/** The actions that are possible now: below the title at a desk, where the thumb is on a phone. */
export function ActionBar({ incident }: { incident: Incident }) {
  const t = useTexts(texts);
  const { names, short } = useTexts(actionTexts);
  const me = useMe();
  const navigate = useNavigate();
  const { perform, pending, dialog } = useActions((_results, name) => {
    if (name === 'delete') void navigate({ to: '/' });
  });
  const allowed = allowedActions(incident, me);
  const first = foremost(incident, me.person.id);
  const others = beside[statusOf(incident)].filter((name) => allowed.includes(name));
  const holder = holderOf(incident);
  const isMine = holder?.how === 'acknowledged' && holder.userId === me.person.id;
  const rest = allowed.filter(
    (name) => name !== first && !others.includes(name) && !(name === 'acknowledge' && isMine),
  );
  const start = (name: ActionName) => perform(name, [incident]);
  const hasSettled = useSettled(first);
  // The page may learn what an action did before its answer comes: until then no other one begins.
  const isReady = hasSettled && pending === null;
  useKeys({
    a: () => start('acknowledge'),
    r: () => start('resolve'),
    n: () => start('note'),
    h: () => start('handOver'),
    s: () => start('snooze'),
    c: () => start('comment'),
    e: () => start('escalate'),
    p: () => start('public'),
  });
  const shortName = (name: ActionName) => {
    if (name === 'note') return first === 'resolve' ? short.noted : short.note;
    return name === 'public' ? short.public : names[name];
  };
  return (
    <section className="action-bar incident-bar" aria-label={t.actions}>
      {allowed.includes(first) && (
        <Button
          className="incident-first"
          size="md"
          variant={statusOf(incident) === 'Open' ? 'filled' : 'default'}
          loading={pending === first}
          leftSection={<Icon name={actions[first].icon} />}
          aria-disabled={!isReady}
          onClick={() => isReady && start(first)}
        >
          {names[first]}
        </Button>
      )}
      {others.map((name) => (
        <Button
          key={name}
          className="incident-act"
          size="md"
          variant="default"
          aria-label={names[name]}
          loading={pending === name}
          leftSection={<Icon name={actions[name].icon} />}
          aria-disabled={!isReady}
          onClick={() => isReady && start(name)}
        >
          <Box component="span" hiddenFrom="sm">
            {shortName(name)}
          </Box>
          <Box component="span" visibleFrom="sm">
            {names[name]}
          </Box>
        </Button>
      ))}
      <MoreActions names={rest} onAction={start} />
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
