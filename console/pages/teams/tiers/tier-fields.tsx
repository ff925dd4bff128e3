import { MultiSelect, NumberInput, Select, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { useFieldErrors } from '../../../parts/field-errors.tsx';
import { useNames } from '../../../parts/names.ts';
import { type Severity, useSeverityTexts } from '../../../parts/severity-badge.tsx';
import { useTexts } from '../../../parts/texts.tsx';
import { escalates, type StopMode, type Tier } from './draft.ts';
import { texts } from './texts.ts';
import { WindowList } from './window-list.tsx';

export interface TierFieldsProps {
  tier: Tier;
  onChange: (changes: Partial<Tier>) => void;
  isDisabled: boolean;
}

const minutesMax = 2_629_746;

/** When the next tier follows by itself. */
export function EscalationFields({
  tier,
  onChange,
  isDisabled,
  isLast,
}: TierFieldsProps & { isLast: boolean }) {
  const t = useTexts(texts);
  const isOn = escalates(tier);
  return (
    <Stack gap="sm">
      <Switch
        label={t.escalates}
        description={isLast ? t.escalatesLast : undefined}
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => {
          const isNowOn = event.currentTarget.checked;
          onChange({
            autoEscalationEnabled: isNowOn,
            autoEscalationAfterMinutes: tier.autoEscalationAfterMinutes ?? (isNowOn ? 15 : null),
          });
        }}
      />
      {isOn && (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <Minutes
              member="autoEscalationAfterMinutes"
              value={tier.autoEscalationAfterMinutes}
              min={0}
              isDisabled={isDisabled}
              onChange={(autoEscalationAfterMinutes) => onChange({ autoEscalationAfterMinutes })}
            />
            <StopModeSelect
              member="autoEscalationMode"
              value={tier.autoEscalationMode}
              isDisabled={isDisabled}
              onChange={(autoEscalationMode) => onChange({ autoEscalationMode })}
            />
          </SimpleGrid>
          <Severities
            member="autoEscalationSeverities"
            value={tier.autoEscalationSeverities}
            isDisabled={isDisabled}
            onChange={(autoEscalationSeverities) => onChange({ autoEscalationSeverities })}
          />
          <Text size="sm" fw={600}>
            {t.onlyAt}
          </Text>
          <WindowList
            member="autoEscalationTimeFilters"
            label={`${t.escalation}: ${t.onlyAt}`}
            windows={tier.autoEscalationTimeFilters ?? []}
            isDisabled={isDisabled}
            onChange={(windows) =>
              onChange({ autoEscalationTimeFilters: windows.length > 0 ? windows : null })
            }
          />
        </>
      )}
    </Stack>
  );
}

/** How often a tier is told again before the next one. */
export function RepeatFields({ tier, onChange, isDisabled }: TierFieldsProps) {
  const t = useTexts(texts);
  const { errorOf } = useFieldErrors();
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
      <NumberInput
        label={t.times}
        min={0}
        max={16}
        error={errorOf('repeats')}
        value={tier.repeats ?? 0}
        disabled={isDisabled}
        onChange={(repeats) =>
          onChange({
            repeats: typeof repeats === 'number' ? repeats : null,
            ...(typeof repeats === 'number' && repeats > 0 && tier.repeatsAfterMinutes == null
              ? { repeatsAfterMinutes: 5 }
              : {}),
          })
        }
      />
      <Minutes
        member="repeatsAfterMinutes"
        value={tier.repeatsAfterMinutes}
        min={1}
        isDisabled={isDisabled}
        onChange={(repeatsAfterMinutes) => onChange({ repeatsAfterMinutes })}
      />
      <StopModeSelect
        member="repeatsTierEscalationMode"
        value={tier.repeatsTierEscalationMode}
        isDisabled={isDisabled}
        onChange={(repeatsTierEscalationMode) => onChange({ repeatsTierEscalationMode })}
      />
    </SimpleGrid>
  );
}

/** Which other teams get the incident when a tier has not answered. */
export function AssignFields({ tier, onChange, isDisabled }: TierFieldsProps) {
  const t = useTexts(texts);
  const teams = useNames('Team');
  const { errorOf } = useFieldErrors();
  const chosen = tier.autoAssignToTeams ?? [];
  const known = [...(teams.data ?? [])].map(([value, label]) => ({ value, label }));
  const gone = chosen
    .filter((id) => !teams.data?.has(id))
    .map((id) => ({ value: id, label: id.slice(0, 8) }));
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t.assignHelp}
      </Text>
      <MultiSelect
        label={t.assignTeams}
        data={[...known, ...gone]}
        value={chosen}
        searchable
        error={errorOf('autoAssignToTeams')}
        disabled={isDisabled}
        onChange={(ids) => onChange({ autoAssignToTeams: ids.length > 0 ? ids : null })}
      />
      {chosen.length > 0 && (
        <>
          <Switch
            label={t.repeatAlerts}
            checked={tier.autoAssignToTeamsRepeatAlerts ?? true}
            disabled={isDisabled}
            onChange={(event) =>
              onChange({ autoAssignToTeamsRepeatAlerts: event.currentTarget.checked })
            }
          />
          <Severities
            member="autoAssignToTeamsSeverities"
            value={tier.autoAssignToTeamsSeverities}
            isDisabled={isDisabled}
            onChange={(autoAssignToTeamsSeverities) => onChange({ autoAssignToTeamsSeverities })}
          />
          <Text size="sm" fw={600}>
            {t.onlyAt}
          </Text>
          <WindowList
            member="autoAssignToTeamsTimeFilters"
            label={`${t.assign}: ${t.onlyAt}`}
            windows={tier.autoAssignToTeamsTimeFilters ?? []}
            isDisabled={isDisabled}
            onChange={(windows) =>
              onChange({ autoAssignToTeamsTimeFilters: windows.length > 0 ? windows : null })
            }
          />
        </>
      )}
    </Stack>
  );
}

interface FieldProps<Value> {
  /** A member of the part around it. */
  member: string;
  value: Value | null | undefined;
  onChange: (value: Value | null) => void;
  isDisabled: boolean;
}

export function Minutes({
  member,
  value,
  onChange,
  isDisabled,
  min,
}: FieldProps<number> & { min: number }) {
  const t = useTexts(texts);
  const { errorOf } = useFieldErrors();
  return (
    <NumberInput
      label={t.afterMinutes}
      error={errorOf(member)}
      min={min}
      max={minutesMax}
      value={value ?? ''}
      disabled={isDisabled}
      onChange={(minutes) => onChange(typeof minutes === 'number' ? minutes : null)}
    />
  );
}

const modes = ['acknowledged', 'resolved'] as const;

export function StopModeSelect({ member, value, onChange, isDisabled }: FieldProps<StopMode>) {
  const t = useTexts(texts);
  const { errorOf } = useFieldErrors();
  return (
    <Select
      label={t.stopMode}
      error={errorOf(member)}
      data={modes.map((mode) => ({ value: mode, label: t.modes[mode] }))}
      value={value ?? 'acknowledged'}
      allowDeselect={false}
      disabled={isDisabled}
      onChange={(mode) => onChange(modes.find((one) => one === mode) ?? null)}
    />
  );
}

const severities = ['Critical', 'Warning', 'Minor'] as const;

function Severities({ member, value, onChange, isDisabled }: FieldProps<Severity[]>) {
  const t = useTexts(texts);
  const { errorOf } = useFieldErrors();
  const names = useSeverityTexts();
  return (
    <MultiSelect
      label={t.severities}
      error={errorOf(member)}
      placeholder={(value ?? []).length === 0 ? t.everySeverity : undefined}
      data={severities.map((severity) => ({ value: severity, label: names[severity] }))}
      value={value ?? []}
      disabled={isDisabled}
      onChange={(chosen) =>
        onChange(chosen.length > 0 ? severities.filter((one) => chosen.includes(one)) : null)
      }
    />
  );
}
