import { Group, MultiSelect, SegmentedControl, Select, Stack, useMatches } from '@mantine/core';
import { useMe } from '../../api/session.tsx';
import { MomentField } from '../../parts/moment-field.tsx';
import { useNames } from '../../parts/names.ts';
import { useTexts } from '../../parts/texts.tsx';
import type { Override, Schedule } from './override-dialog.tsx';
import { overrideTexts } from './override-texts.ts';

const kinds = ['replace', 'absent', 'extra', 'alone'] as const;
type OverrideKind = (typeof kinds)[number];

export function kindOf({ type, mode, replacementUserIds }: Override): OverrideKind {
  if (type === 'online') return mode === 'replace' ? 'alone' : 'extra';
  return replacementUserIds ? 'replace' : 'absent';
}

const ofKind: Record<OverrideKind, Partial<Override>> = {
  replace: { type: 'offline', mode: null, replacementUserIds: [] },
  absent: { type: 'offline', mode: null, replacementUserIds: null },
  extra: { type: 'online', mode: 'add', replacementUserIds: null, layerIds: null },
  alone: { type: 'online', mode: 'replace', replacementUserIds: null },
};

export interface OverrideFieldsProps {
  schedule: Schedule;
  override: Override;
  /** A person who does not administer the schedule writes overrides for themselves only. */
  onlySelf: boolean;
  errors: Record<string, unknown>;
  onChange: (changes: Partial<Override>) => void;
}

export function OverrideFields(props: OverrideFieldsProps) {
  const { schedule, override, onlySelf, errors, onChange } = props;
  const t = useTexts(overrideTexts);
  const { person } = useMe();
  const names = useNames('User');
  const orientation = useMatches<'horizontal' | 'vertical'>({ base: 'vertical', sm: 'horizontal' });
  const people = [...(names.data ?? [])].map(([value, label]) => ({ value, label }));
  const kind = kindOf(override);
  const errorOf = (name: string) => errors[name] as string | undefined;
  return (
    <Stack>
      <SegmentedControl
        aria-label={t.kind}
        data={kinds.map((one) => ({ value: one, label: t.kinds[one] }))}
        value={kind}
        onChange={(chosen) => onChange(ofKind[kinds.find((one) => one === chosen) ?? kind])}
        orientation={orientation}
        fullWidth
      />
      <Select
        label={override.type === 'online' ? t.onCall : t.takenOff}
        data={onlySelf ? people.filter(({ value }) => value === person.id) : people}
        value={override.userId}
        searchable
        allowDeselect={false}
        error={errorOf('userId')}
        onChange={(userId) => userId && onChange({ userId })}
      />
      {kind === 'replace' && (
        <MultiSelect
          label={t.standsIn}
          data={people.filter(({ value }) => value !== override.userId)}
          value={override.replacementUserIds ?? []}
          searchable
          error={errorOf('replacementUserIds')}
          onChange={(replacementUserIds) => onChange({ replacementUserIds })}
        />
      )}
      <Group grow align="flex-start">
        {(['start', 'end'] as const).map((name) => (
          <MomentField
            key={name}
            label={t[name]}
            zone={schedule.timeZoneId ?? 'UTC'}
            value={override[name] ?? null}
            error={errorOf(name)}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
      </Group>
      {kind !== 'extra' && schedule.layers.length > 1 && (
        <MultiSelect
          label={t.layers}
          placeholder={override.layerIds?.length ? undefined : t.allLayers}
          data={schedule.layers.map(({ id, displayName }) => ({
            value: id ?? '',
            label: displayName ?? id ?? '',
          }))}
          value={override.layerIds ?? []}
          error={errorOf('layerIds')}
          onChange={(layerIds) => onChange({ layerIds: layerIds.length > 0 ? layerIds : null })}
        />
      )}
    </Stack>
  );
}
