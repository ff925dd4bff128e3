import {
  Button,
  Group,
  MultiSelect,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { FieldError, useFieldErrors } from '../../../parts/field-errors.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { DragHandle, moved, PlaceButtons, useReorder } from '../../../parts/order/index.ts';
import { useLanguage, useTexts } from '../../../parts/texts.tsx';
import type { Member } from '../use-members.ts';
import { type Rotation, type RotationSettings, type Schedule, weekdays } from './draft.ts';
import { texts } from './texts.ts';
import { nameOfDay } from './window-list.tsx';

export interface RotationFieldsProps {
  name: string;
  schedule: Schedule;
  members: readonly Member[];
  onChange: (schedule: Schedule) => void;
  isDisabled: boolean;
}

const repeats = ['daily', 'weekly', 'biweekly', 'monthly', 'custom'] as const;
const units = ['hours', 'days', 'weeks', 'months'] as const;
const manners = ['all', 'turns', 'auto'] as const;

/** Several rotations without settings change weekly on Monday. */
const weekly: RotationSettings = { repeats: 'weekly', startsOnDayOfWeek: 'mon' };

type Manner = (typeof manners)[number];

function mannerOf({ rotations, rotationSettings }: Schedule): Manner {
  if (rotationSettings?.rotationMode === 'auto') return 'auto';
  return rotations.length > 1 ? 'turns' : 'all';
}

/** Who is on call in a schedule: all of them at once, in turns, or so many at a time from one list. */
export function RotationFields(props: RotationFieldsProps) {
  const { name, schedule, members, onChange, isDisabled } = props;
  const t = useTexts(texts);
  const { errorOf } = useFieldErrors();
  const manner = mannerOf(schedule);
  const { rotations, rotationSettings } = schedule;
  const settings = rotationSettings ?? weekly;
  const everybody = rotations.flatMap((rotation) => rotation.members);
  const choose = (chosen: Manner) => {
    if (chosen === manner) return;
    if (chosen === 'all')
      onChange({ ...schedule, rotations: [{ members: everybody }], rotationSettings: null });
    else if (chosen === 'auto')
      onChange({
        ...schedule,
        rotations: [{ members: everybody }],
        rotationSettings: {
          ...settings,
          rotationMode: 'auto',
          autoRotationSize: settings.autoRotationSize ?? 1,
        },
      });
    else {
      const { rotationMode: _mode, autoRotationSize: _size, ...turns } = settings;
      const apart = everybody.map((member) => ({ members: [member] }));
      while (apart.length < 2) apart.push({ members: [] });
      onChange({ ...schedule, rotations: apart, rotationSettings: turns });
    }
  };
  return (
    <Stack gap="sm">
      <Select
        label={t.whoTakesTurns}
        data={[
          { value: 'all', label: t.noRotation },
          { value: 'turns', label: t.rotation },
          { value: 'auto', label: t.autoRotation },
        ]}
        value={manner}
        allowDeselect={false}
        disabled={isDisabled}
        onChange={(chosen) => choose(manners.find((one) => one === chosen) ?? manner)}
      />
      {manner === 'turns' ? (
        <Turns {...{ name, schedule, members, onChange, isDisabled }} />
      ) : (
        <MembersSelect
          label={t.members}
          error={errorOfRotation(errorOf, 0)}
          rotation={{ members: everybody }}
          members={members}
          isDisabled={isDisabled}
          onChange={(rotation) => onChange({ ...schedule, rotations: [rotation] })}
        />
      )}
      {manner === 'auto' && (
        <NumberInput
          label={t.atATime}
          error={errorOf('rotationSettings.autoRotationSize')}
          min={1}
          max={500}
          value={settings.autoRotationSize ?? 1}
          disabled={isDisabled}
          onChange={(size) =>
            onChange({
              ...schedule,
              rotationSettings: {
                ...settings,
                autoRotationSize: typeof size === 'number' ? size : 1,
              },
            })
          }
        />
      )}
      {manner !== 'all' && (
        <HandOver
          settings={settings}
          isDisabled={isDisabled}
          onChange={(changes) =>
            onChange({ ...schedule, rotationSettings: { ...settings, ...changes } })
          }
        />
      )}
    </Stack>
  );
}

function Turns({ name, schedule, members, onChange, isDisabled }: RotationFieldsProps) {
  const t = useTexts(texts);
  const { errorOf } = useFieldErrors();
  const { rotations } = schedule;
  const change = (next: Rotation[]) =>
    onChange({
      ...schedule,
      rotations: next,
      rotationSettings: schedule.rotationSettings ?? weekly,
    });
  const move = (from: number, to: number) => change(moved(rotations, from, to));
  const reorder = useReorder(move);
  return (
    <Stack gap={6} data-list>
      <FieldError error={errorOf('rotations')} />
      {rotations.map((rotation, place) => {
        const turn = `${name}, ${t.turn(place + 1)}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what identifies a turn
          <Group key={place} gap={4} wrap="nowrap" align="center" {...reorder.target(place)}>
            {!isDisabled && <DragHandle {...reorder.handle(place)} />}
            <Text size="sm" c="dimmed" className="tier-place" aria-hidden="true">
              {place + 1}.
            </Text>
            <div className="tier-grows">
              <MembersSelect
                ariaLabel={t.membersOfTurn(place + 1)}
                error={errorOfRotation(errorOf, place)}
                rotation={rotation}
                members={members}
                isDisabled={isDisabled}
                onChange={(next) => change(rotations.with(place, next))}
              />
            </div>
            <PlaceButtons
              title={turn}
              place={place}
              count={rotations.length}
              isDisabled={isDisabled}
              onMove={(to) => move(place, to)}
              onRemove={
                rotations.length > 2 ? () => change(rotations.toSpliced(place, 1)) : undefined
              }
            />
          </Group>
        );
      })}
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
          disabled={isDisabled}
          onClick={() => change([...rotations, { members: [] }])}
        >
          {t.addTurn}
        </Button>
      </Group>
    </Stack>
  );
}

/** The error of a turn, or of the people in it. */
function errorOfRotation(
  errorOf: ReturnType<typeof useFieldErrors>['errorOf'],
  place: number,
): string | undefined {
  const path = `rotations.${place}`;
  return errorOf(`${path}.members`) ?? errorOf(path);
}

const fewMembers = 12;

interface MembersSelectProps {
  label?: string;
  ariaLabel?: string;
  error: string | undefined;
  rotation: Rotation;
  members: readonly Member[];
  onChange: (rotation: Rotation) => void;
  isDisabled: boolean;
}

function MembersSelect({
  label,
  ariaLabel,
  error,
  rotation,
  members,
  onChange,
  isDisabled,
}: MembersSelectProps) {
  const t = useTexts(texts);
  const chosen = rotation.members.map(({ teamMembershipId }) => teamMembershipId);
  const known = new Set(members.map(({ id }) => id));
  const data = [
    ...members.map(({ id, name }) => ({ value: id, label: name })),
    ...[...new Set(chosen)]
      .filter((id) => !known.has(id))
      .map((id) => ({ value: id, label: `${t.formerMember} (${id.slice(0, 8)})` })),
  ];
  return (
    <MultiSelect
      label={label}
      aria-label={ariaLabel}
      error={error}
      data={data}
      value={[...new Set(chosen)]}
      // Few need no search, whose field takes a line of its own.
      searchable={members.length > fewMembers}
      disabled={isDisabled}
      onChange={(ids) =>
        onChange({ members: ids.map((teamMembershipId) => ({ teamMembershipId })) })
      }
    />
  );
}

interface HandOverProps {
  settings: RotationSettings;
  onChange: (changes: Partial<RotationSettings>) => void;
  isDisabled: boolean;
}

function HandOver({ settings, onChange, isDisabled }: HandOverProps) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { errorOf } = useFieldErrors();
  const wrong = (member: keyof RotationSettings) => errorOf(`rotationSettings.${member}`);
  const unit = settings.customRepeatUnit ?? 'days';
  const isCustom = settings.repeats === 'custom';
  const inWeeks =
    settings.repeats === 'weekly' ||
    settings.repeats === 'biweekly' ||
    (isCustom && unit === 'weeks');
  const inMonths = settings.repeats === 'monthly' || (isCustom && unit === 'months');
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <Select
        label={t.handOver}
        error={wrong('repeats')}
        data={repeats.map((value) => ({ value, label: t.repeats[value] }))}
        value={settings.repeats}
        allowDeselect={false}
        disabled={isDisabled}
        onChange={(chosen) => {
          const next = repeats.find((one) => one === chosen) ?? settings.repeats;
          onChange({
            repeats: next,
            ...(next === 'custom' && settings.customRepeatUnit == null
              ? { customRepeatUnit: 'days', customRepeatValue: 2 }
              : {}),
          });
        }}
      />
      {isCustom && (
        <CustomInterval settings={settings} onChange={onChange} isDisabled={isDisabled} />
      )}
      {inWeeks && (
        <Select
          label={t.onDay}
          error={wrong('startsOnDayOfWeek')}
          data={weekdays.map((value) => ({ value, label: nameOfDay(value, language) }))}
          value={settings.startsOnDayOfWeek ?? 'mon'}
          allowDeselect={false}
          disabled={isDisabled}
          onChange={(chosen) =>
            onChange({ startsOnDayOfWeek: weekdays.find((one) => one === chosen) ?? 'mon' })
          }
        />
      )}
      {inMonths && (
        <NumberInput
          label={t.onDate}
          error={wrong('startsOnDateOfMonth')}
          min={1}
          max={31}
          value={(settings.startsOnDateOfMonth ?? 0) + 1}
          disabled={isDisabled}
          onChange={(value) =>
            onChange({ startsOnDateOfMonth: typeof value === 'number' ? value - 1 : null })
          }
        />
      )}
      <TextInput
        type="time"
        step={900}
        label={t.atTime}
        error={wrong('startsOnTime')}
        description={t.atTimeHelp}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={settings.startsOnTime ?? ''}
        disabled={isDisabled}
        onChange={(event) => onChange({ startsOnTime: event.currentTarget.value || null })}
      />
      <TextInput
        type="date"
        label={t.countsFrom}
        error={wrong('effectiveFrom')}
        description={t.countsFromHelp}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={settings.effectiveFrom ?? ''}
        disabled={isDisabled}
        onChange={(event) => onChange({ effectiveFrom: event.currentTarget.value || null })}
      />
    </SimpleGrid>
  );
}

function CustomInterval({ settings, onChange, isDisabled }: HandOverProps) {
  const t = useTexts(texts);
  const { errorOf } = useFieldErrors();
  const unit = settings.customRepeatUnit ?? 'days';
  return (
    <Group gap="xs" wrap="nowrap" align="flex-end">
      <NumberInput
        label={t.every}
        error={errorOf('rotationSettings.customRepeatValue')}
        min={1}
        max={365}
        value={settings.customRepeatValue ?? 1}
        disabled={isDisabled}
        onChange={(value) =>
          onChange({ customRepeatValue: typeof value === 'number' ? value : null })
        }
      />
      <Select
        label={t.unit}
        error={errorOf('rotationSettings.customRepeatUnit')}
        data={units.map((value) => ({ value, label: t.units[value] }))}
        value={unit}
        allowDeselect={false}
        disabled={isDisabled}
        onChange={(chosen) =>
          onChange({ customRepeatUnit: units.find((one) => one === chosen) ?? unit })
        }
      />
    </Group>
  );
}
