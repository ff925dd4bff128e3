import { ActionIcon, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Icon, type IconName } from '../../parts/icon.tsx';
import {
  isTargetKind,
  namedBy,
  newTarget,
  picksOf,
  type Target,
  type TargetKind,
  targetKinds,
} from '../../parts/policies/policy.ts';
import { texts } from '../../parts/policies/texts.ts';
import { useTargetNames } from '../../parts/policies/use-target-names.ts';
import { useTexts } from '../../parts/texts.tsx';

const icons: Readonly<Record<TargetKind, IconName>> = {
  userId: 'person',
  scheduleId: 'calendar',
  teamId: 'people',
  policyId: 'split',
  outboundIntegrationId: 'send',
};

/** Beyond it nobody reads a list of choices; typing narrows it. */
const choicesMax = 60;

export interface TargetsProps {
  /** The title of the step, for screen readers. */
  title: string;
  targets: readonly Target[];
  onChange: (targets: Target[]) => void;
  /** By path within the targets: `0.pick`; of all of them under the empty one. */
  errors: Readonly<Record<string, string>>;
  /** The id of the policy that is being written: a policy cannot start itself. */
  ownId: string | null;
  isDisabled: boolean;
}

/** Whom a step tells: a line each, and one field that finds people, schedules, teams, policies and tools. */
export function Targets(props: TargetsProps) {
  const { title, targets, onChange, errors, ownId, isDisabled } = props;
  const t = useTexts(texts);
  const names = useTargetNames();
  return (
    <Stack gap={8}>
      <Text size="sm" fw={600}>
        {t.targets}
      </Text>
      {targets.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.noTargets}
        </Text>
      )}
      {targets.length > 0 && (
        <Stack gap={8} component="ul" className="plain-list">
          {targets.map((target, place) => (
            <TargetLine
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is what identifies a target
              key={place}
              target={target}
              names={names}
              error={errors[`${place}.pick`] ?? errors[String(place)]}
              isDisabled={isDisabled}
              onChange={(next) => onChange(targets.with(place, next))}
              onRemove={() => onChange(targets.toSpliced(place, 1))}
            />
          ))}
        </Stack>
      )}
      {!isDisabled && (
        <AddTarget
          label={`${t.addTarget}: ${title}`}
          names={names}
          ownId={ownId}
          error={errors['']}
          onAdd={(target) => onChange([...targets, target])}
        />
      )}
    </Stack>
  );
}

interface TargetLineProps {
  target: Target;
  names: ReturnType<typeof useTargetNames>;
  error: string | undefined;
  isDisabled: boolean;
  onChange: (target: Target) => void;
  onRemove: () => void;
}

function TargetLine({ target, names, error, isDisabled, onChange, onRemove }: TargetLineProps) {
  const t = useTexts(texts);
  const named = namedBy(target);
  const kind = named?.kind;
  const name = (named && names[named.kind].get(named.id.toLowerCase())) ?? t.gone;
  const picks = kind ? picksOf(kind) : [];
  return (
    <li>
      <Group gap="xs" wrap="nowrap" align="center" className="policy-target">
        {kind && <Icon name={icons[kind]} />}
        <div className="policy-target-words">
          <Text size="sm" fw={600} className="breaks-anywhere">
            {name}
            {kind && (
              <Text span size="xs" c="dimmed" fw={400}>
                {' '}
                {t.kinds[kind]}
              </Text>
            )}
          </Text>
          {picks.length > 0 && (
            <Select
              size="xs"
              aria-label={t.pickOf(name)}
              data={picks.map((value) => ({ value, label: t.picks[value] }))}
              value={target.pick ?? picks[0] ?? null}
              allowDeselect={false}
              disabled={isDisabled}
              onChange={(chosen) =>
                onChange({ ...target, pick: picks.find((one) => one === chosen) ?? null })
              }
            />
          )}
        </div>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t.removeTarget(name)}
          disabled={isDisabled}
          onClick={onRemove}
        >
          <Icon name="cross" />
        </ActionIcon>
      </Group>
      {error && (
        <Text size="xs" c="red">
          {error}
        </Text>
      )}
    </li>
  );
}

interface AddTargetProps {
  label: string;
  names: ReturnType<typeof useTargetNames>;
  ownId: string | null;
  error: string | undefined;
  onAdd: (target: Target) => void;
}

function AddTarget({ label, names, ownId, error, onAdd }: AddTargetProps) {
  const t = useTexts(texts);
  const [term, setTerm] = useState('');
  const data = Object.keys(targetKinds)
    .filter(isTargetKind)
    .map((kind) => ({
      group: t.groups[kind],
      items: [...names[kind]]
        .filter(([id]) => id !== ownId)
        .map(([id, name]) => ({ value: `${kind} ${id}`, label: name })),
    }))
    .filter(({ items }) => items.length > 0);
  return (
    <Select
      aria-label={label}
      placeholder={t.addTargetHint}
      leftSection={<Icon name="plus" size={14} />}
      data={data}
      limit={choicesMax}
      searchable
      searchValue={term}
      onSearchChange={setTerm}
      error={error}
      value={null}
      onChange={(chosen) => {
        const [kind, id] = (chosen ?? '').split(' ');
        if (!isTargetKind(kind) || !id) return;
        onAdd(newTarget(kind, id));
        setTerm('');
      }}
    />
  );
}
