import { Button, CloseButton, Text } from '@mantine/core';
import { useMe } from '../../api/session.tsx';
import { Icon } from '../../parts/icon.tsx';
import { actionTexts } from '../../parts/incident-actions/action-texts.ts';
import {
  type ActionName,
  actionNames,
  actions,
  isAllowed,
} from '../../parts/incident-actions/actions.ts';
import type { Incident } from '../../parts/incident-actions/incident.ts';
import { MoreActions } from '../../parts/incident-actions/more-actions.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export interface BulkBarProps {
  selected: readonly Incident[];
  onAction(name: ActionName): void;
  onClear(): void;
}

const foremost: readonly ActionName[] = ['acknowledge', 'resolve'];
/** A title is of one incident only, and so is who takes it over and what customers read. */
const ofOne: readonly ActionName[] = ['title', 'handOver', ...foremost];

/** The actions for all selected incidents, or for some of them. */
export default function BulkBar({ selected, onAction, onClear }: BulkBarProps) {
  const t = useTexts(texts);
  const { names } = useTexts(actionTexts);
  const me = useMe();
  const able = actionNames.filter((name) => selected.some((one) => isAllowed(name, one, me)));
  return (
    <section className="action-bar bulk-bar" aria-label={t.selected(selected.length)}>
      <CloseButton aria-label={t.clearSelection} onClick={onClear} />
      <Text fw={600} className="bulk-count">
        {t.selected(selected.length)}
      </Text>
      {foremost
        .filter((name) => able.includes(name))
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
      <MoreActions
        size="sm"
        names={able.filter((name) => !ofOne.includes(name))}
        onAction={onAction}
      />
    </section>
  );
}
