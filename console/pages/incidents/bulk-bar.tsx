import { Button, CloseButton, Text } from '@mantine/core';
import { Icon } from '../../parts/icon.tsx';
import { actionTexts } from '../../parts/incident-actions/action-texts.ts';
import { type ActionName, actions, isAllowed } from '../../parts/incident-actions/actions.ts';
import type { Incident } from '../../parts/incident-actions/incident.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export interface BulkBarProps {
  selected: readonly Incident[];
  onAction(name: ActionName): void;
  onClear(): void;
}

const offered = ['acknowledge', 'resolve', 'archive', 'unarchive'] as const;

/** What can be done with all that are selected, or with some of them. */
export default function BulkBar({ selected, onAction, onClear }: BulkBarProps) {
  const t = useTexts(texts);
  const { names } = useTexts(actionTexts);
  return (
    <section className="action-bar" aria-label={t.selected(selected.length)}>
      <CloseButton aria-label={t.clearSelection} onClick={onClear} />
      <Text fw={600}>{t.selected(selected.length)}</Text>
      {offered
        .filter((name) => selected.some((incident) => isAllowed(name, incident)))
        .map((name) => (
          <Button
            key={name}
            variant={name === 'acknowledge' ? 'filled' : 'default'}
            leftSection={<Icon name={actions[name].icon} />}
            onClick={() => onAction(name)}
          >
            {names[name]}
          </Button>
        ))}
    </section>
  );
}
