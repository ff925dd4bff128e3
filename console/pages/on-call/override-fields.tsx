import {
  Chip,
  Group,
  Input,
  MultiSelect,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
  useMatches,
} from '@mantine/core';
import { useMe } from '../../api/session.tsx';
import type { TimelineTeam } from '../../parts/duty-timeline/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import type { OverrideForm, OverrideKind } from './override-draft.ts';
import { texts } from './texts.ts';

interface Choice {
  value: string;
  label: string;
}

export interface OverrideFieldsProps {
  form: OverrideForm;
  onChange: (form: OverrideForm) => void;
  team: TimelineTeam;
  choices: Choice[];
  /** Members write for themselves only. */
  onlySelf: boolean;
  problems: { until?: string; person?: string };
}

const kinds: readonly OverrideKind[] = ['replace', 'absent', 'extra'];
/** More people than these are found faster in a list that can be searched. */
const chipsMax = 12;

export function OverrideFields({
  form,
  onChange,
  team,
  choices,
  onlySelf,
  problems,
}: OverrideFieldsProps) {
  const t = useTexts(texts);
  const { person } = useMe();
  const orientation = useMatches<'horizontal' | 'vertical'>({ base: 'vertical', sm: 'horizontal' });
  const set = (changes: Partial<OverrideForm>) => onChange({ ...form, ...changes });
  const tiers = Array.from(
    { length: Math.max(1, team.tiers.length, form.tier ?? 1) },
    (_, index) => ({
      value: String(index + 1),
      label: t.tier(index + 1),
    }),
  );
  // With `onlySelf`, the only possible stand-in for somebody else is the person themselves.
  const standIns =
    onlySelf && form.userId !== person.id
      ? choices.filter(({ value }) => value === person.id)
      : choices.filter(({ value }) => value !== form.userId);
  const offered =
    onlySelf && form.kind !== 'replace'
      ? choices.filter(({ value }) => value === person.id)
      : choices;
  return (
    <Stack>
      <SegmentedControl
        aria-label={t.kind}
        data={kinds.map((kind) => ({ value: kind, label: t.kinds[kind] }))}
        value={form.kind}
        onChange={(kind) => {
          const chosen = kinds.find((one) => one === kind) ?? form.kind;
          set({ kind: chosen, ...(onlySelf && chosen !== 'replace' ? { userId: person.id } : {}) });
        }}
        orientation={orientation}
        fullWidth
      />
      <Select
        label={form.kind === 'extra' ? t.extra : t.takenOff}
        data={offered}
        value={form.userId}
        onChange={(userId) =>
          set({ userId, standInIds: form.standInIds.filter((id) => id !== userId) })
        }
        searchable
        allowDeselect={false}
        error={form.userId === null ? problems.person : undefined}
      />
      {form.kind === 'replace' && (
        <StandIns
          choices={standIns}
          value={form.standInIds}
          onChange={(standInIds) => set({ standInIds })}
          problem={form.standInIds.length === 0 ? problems.person : undefined}
        />
      )}
      <Times form={form} set={set} zone={team.team.timeZoneId} problem={problems.until} />
      <Select
        label={t.atTier}
        data={form.kind === 'extra' ? tiers : [{ value: 'all', label: t.allTiers }, ...tiers]}
        value={form.tier === null ? (form.kind === 'extra' ? '1' : 'all') : String(form.tier)}
        allowDeselect={false}
        onChange={(tier) => set({ tier: tier === 'all' || tier === null ? null : Number(tier) })}
      />
    </Stack>
  );
}

function StandIns({
  choices,
  value,
  onChange,
  problem,
}: {
  choices: Choice[];
  value: string[];
  onChange: (ids: string[]) => void;
  problem: string | undefined;
}) {
  const t = useTexts(texts);
  if (choices.length > chipsMax)
    return (
      <MultiSelect
        label={t.standsIn}
        data={choices}
        value={value}
        onChange={onChange}
        searchable
        error={problem}
      />
    );
  return (
    <Input.Wrapper label={t.standsIn} labelElement="div" error={problem}>
      <Chip.Group multiple value={value} onChange={onChange}>
        <Group gap="xs" mt={4} role="group" aria-label={t.standsIn}>
          {choices.map(({ value: id, label }) => (
            <Chip key={id} value={id} radius="sm" variant="outline" className="on-call-chip">
              {label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}

function Times({
  form,
  set,
  zone,
  problem,
}: {
  form: OverrideForm;
  set: (changes: Partial<OverrideForm>) => void;
  zone: string;
  problem: string | undefined;
}) {
  const t = useTexts(texts);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        type="datetime-local"
        step={900}
        label={t.from}
        description={t.inZone(zone)}
        value={form.from}
        onChange={(event) => set({ from: event.currentTarget.value.slice(0, 16) })}
      />
      <TextInput
        type="datetime-local"
        step={900}
        label={t.until}
        description={t.inZone(zone)}
        value={form.until}
        error={problem}
        onChange={(event) => set({ until: event.currentTarget.value.slice(0, 16) })}
      />
    </SimpleGrid>
  );
}
