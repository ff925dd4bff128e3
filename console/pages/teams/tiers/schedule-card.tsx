import {
  Box,
  Fieldset,
  Group,
  NumberInput,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { FieldError, useFieldErrors } from '../../../parts/field-errors.tsx';
import { PlaceButtons } from '../../../parts/order/index.ts';
import { useTexts } from '../../../parts/texts.tsx';
import type { Member } from '../use-members.ts';
import { type Schedule, windowsOf, withDates, withWindows } from './draft.ts';
import { RotationFields } from './rotation-fields.tsx';
import { texts } from './texts.ts';
import { WindowList } from './window-list.tsx';

export interface ScheduleCardProps {
  tier: number;
  place: number;
  count: number;
  schedule: Schedule;
  members: readonly Member[];
  onChange: (schedule: Schedule) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  isDisabled: boolean;
}

/** A schedule of a tier: when it holds, and who is on call in it. Schedules of a tier hold side by side. */
export function ScheduleCard(props: ScheduleCardProps) {
  const { tier, place, count, schedule, members, onChange, onMove, onRemove, isDisabled } = props;
  const t = useTexts(texts);
  const { errorOf } = useFieldErrors();
  const title = `${t.tier(tier)}, ${t.schedule(place + 1)}`;
  const windows = windowsOf(schedule.scheduleSettings);
  return (
    <Fieldset legend={t.schedule(place + 1)} className="tier-schedule">
      <Stack gap="sm">
        <FieldError error={errorOf('scheduleSettings')} />
        <Group gap={4} wrap="nowrap" align="flex-end">
          <TextInput
            className="tier-grows"
            label={t.scheduleName}
            value={schedule.displayName ?? ''}
            maxLength={500}
            error={errorOf('displayName')}
            disabled={isDisabled}
            onChange={(event) =>
              onChange({ ...schedule, displayName: event.currentTarget.value || null })
            }
          />
          <Box mb={4}>
            <PlaceButtons {...{ title, place, count, onMove, onRemove, isDisabled }} />
          </Box>
        </Group>
        <RotationFields
          name={title}
          schedule={schedule}
          members={members}
          onChange={onChange}
          isDisabled={isDisabled}
        />
        <Stack gap={6}>
          <Text size="sm" fw={600}>
            {t.when}: {windows.length === 0 ? t.always : t.windows}
          </Text>
          <WindowList
            member="scheduleSettings.weeklySchedules"
            label={t.when}
            windows={windows}
            isDisabled={isDisabled}
            onChange={(next) =>
              onChange({
                ...schedule,
                scheduleSettings: withWindows(schedule.scheduleSettings, next),
              })
            }
          />
        </Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {(['effectiveFrom', 'effectiveUntil'] as const).map((member) => (
            <TextInput
              key={member}
              type="date"
              label={t[member]}
              error={errorOf(`scheduleSettings.${member}`)}
              value={schedule.scheduleSettings?.[member] ?? ''}
              disabled={isDisabled}
              onChange={(event) =>
                onChange({
                  ...schedule,
                  scheduleSettings: withDates(schedule.scheduleSettings, {
                    [member]: event.currentTarget.value || null,
                  }),
                })
              }
            />
          ))}
        </SimpleGrid>
        <RoundRobinFields {...{ schedule, onChange, isDisabled }} />
      </Stack>
    </Fieldset>
  );
}

function RoundRobinFields({
  schedule,
  onChange,
  isDisabled,
}: Pick<ScheduleCardProps, 'schedule' | 'onChange' | 'isDisabled'>) {
  const t = useTexts(texts);
  const { errorOf } = useFieldErrors();
  const size = schedule.roundRobinSettings?.roundRobinSize ?? null;
  return (
    <Group align="flex-end" gap="md">
      <Switch
        label={t.roundRobin}
        checked={size !== null}
        disabled={isDisabled}
        onChange={(event) =>
          onChange({
            ...schedule,
            roundRobinSettings: event.currentTarget.checked ? { roundRobinSize: 1 } : null,
          })
        }
      />
      {size !== null && (
        <NumberInput
          size="xs"
          label={t.roundRobinSize}
          error={errorOf('roundRobinSettings.roundRobinSize')}
          min={1}
          max={100}
          value={size}
          disabled={isDisabled}
          onChange={(next) =>
            onChange({
              ...schedule,
              roundRobinSettings: { roundRobinSize: typeof next === 'number' ? next : 1 },
            })
          }
        />
      )}
    </Group>
  );
}
