import { Card, NumberInput, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useFieldErrors } from '../../../parts/field-errors.tsx';
import { useTexts } from '../../../parts/texts.tsx';
import type { TierSettings } from './draft.ts';
import { texts } from './texts.ts';
import { Minutes, StopModeSelect } from './tier-fields.tsx';

export interface AllTiersProps {
  settings: TierSettings | null;
  onChange: (settings: TierSettings) => void;
  isDisabled: boolean;
}

/** How often all tiers are gone through again. */
export function AllTiers({ settings, onChange, isDisabled }: AllTiersProps) {
  const t = useTexts(texts);
  const { errorOf } = useFieldErrors();
  const set = (changes: Partial<TierSettings>) => onChange({ ...settings, ...changes });
  return (
    <Card withBorder padding="md" radius="md" component="section" aria-label={t.allTiers}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t.allTiers}
        </Title>
        <Text size="sm" c="dimmed">
          {t.allTiersHelp}
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          <NumberInput
            label={t.times}
            min={0}
            max={99}
            error={errorOf('repeats')}
            value={settings?.repeats ?? 0}
            disabled={isDisabled}
            onChange={(repeats) => {
              const isOn = typeof repeats === 'number' && repeats > 0;
              set({
                repeats: typeof repeats === 'number' ? repeats : null,
                ...(isOn && settings?.repeatsAfterMinutes == null
                  ? { repeatsAfterMinutes: 30 }
                  : {}),
              });
            }}
          />
          <Minutes
            member="repeatsAfterMinutes"
            min={0}
            value={settings?.repeatsAfterMinutes}
            isDisabled={isDisabled}
            onChange={(repeatsAfterMinutes) => set({ repeatsAfterMinutes })}
          />
          <StopModeSelect
            member="autoEscalationMode"
            value={settings?.autoEscalationMode}
            isDisabled={isDisabled}
            onChange={(autoEscalationMode) => set({ autoEscalationMode })}
          />
        </SimpleGrid>
      </Stack>
    </Card>
  );
}
