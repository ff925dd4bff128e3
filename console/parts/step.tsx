import { Button, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { defineTexts, useTexts } from './texts.tsx';

const texts = defineTexts({
  en: { again: 'Change', againWith: (step: string) => `${step}: change` },
  de: { again: 'Ändern', againWith: (step: string) => `${step}: ändern` },
});

export interface StepProps {
  title: string;
  /** Says what the step is for, until its turn comes. */
  note: string;
  /** When its turn is. */
  at: number;
  now: number;
  number?: number;
  /** The choice that was made, or the object, once the step is done. */
  chosen?: string | undefined;
  onBack?(): void;
  children: ReactNode;
}

/** One step: what to do now, what was done, or what comes. */
export function Step({
  title,
  note,
  at,
  now,
  number = at + 1,
  chosen,
  onBack,
  children,
}: StepProps) {
  const t = useTexts(texts);
  const state = at === now ? 'now' : at < now ? 'done' : 'later';
  return (
    <li className="step" data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className="step-number">
        {state === 'done' ? <Icon name="check" size={18} /> : number}
      </span>
      <Group justify="space-between">
        <Title order={2} size="h5">
          {title}
        </Title>
        {state === 'done' && onBack && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t.againWith(title)}
            onClick={onBack}
          >
            {t.again}
          </Button>
        )}
      </Group>
      {state === 'now' ? (
        <div>{children}</div>
      ) : (
        <Text
          size="sm"
          c={state === 'done' && chosen ? undefined : 'dimmed'}
          className="breaks-anywhere"
        >
          {(state === 'done' && chosen) || note}
        </Text>
      )}
    </li>
  );
}
