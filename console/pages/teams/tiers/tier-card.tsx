import { Accordion, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { ErrorsAt, FieldError, useFieldErrors } from '../../../parts/field-errors.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { moved, PlaceButtons } from '../../../parts/order/index.ts';
import { useOpenSections } from '../../../parts/schema-form/index.ts';
import { useTexts } from '../../../parts/texts.tsx';
import type { Member } from '../use-members.ts';
import { emptySchedule, escalates, type Schedule, type Tier } from './draft.ts';
import { ScheduleCard } from './schedule-card.tsx';
import { texts } from './texts.ts';
import { AssignFields, EscalationFields, RepeatFields } from './tier-fields.tsx';

export interface TierCardProps {
  place: number;
  count: number;
  tier: Tier;
  members: readonly Member[];
  onChange: (tier: Tier) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  isDisabled: boolean;
}

export function TierCard({
  place,
  count,
  tier,
  members,
  onChange,
  onMove,
  onRemove,
  isDisabled,
}: TierCardProps) {
  const t = useTexts(texts);
  const title = t.tier(place + 1);
  const { schedules } = tier;
  const { errorOf } = useFieldErrors();
  const setSchedules = (next: Schedule[]) => onChange({ ...tier, schedules: next });
  return (
    <Card withBorder padding="md" radius="md" component="section" aria-label={title}>
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {title}
          </Title>
          <PlaceButtons {...{ title, place, count, onMove, onRemove, isDisabled }} />
        </Group>
        <FieldError error={errorOf('schedules')} />
        <Stack gap="md" data-list>
          {schedules.map((schedule, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what identifies a schedule
            <ErrorsAt key={index} path={`schedules.${index}`}>
              <ScheduleCard
                tier={place + 1}
                place={index}
                count={schedules.length}
                schedule={schedule}
                members={members}
                isDisabled={isDisabled}
                onChange={(next) => setSchedules(schedules.with(index, next))}
                onMove={(to) => setSchedules(moved(schedules, index, to))}
                onRemove={() => setSchedules(schedules.toSpliced(index, 1))}
              />
            </ErrorsAt>
          ))}
        </Stack>
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            aria-label={`${t.addSchedule}: ${title}`}
            disabled={isDisabled}
            onClick={() => setSchedules([...schedules, emptySchedule()])}
          >
            {t.addSchedule}
          </Button>
        </Group>
        <TierSections {...{ tier, isDisabled, onChange }} isLast={place === count - 1} />
      </Stack>
    </Card>
  );
}

const sectionNames = ['escalation', 'repeats', 'assign'] as const;

const sectionMembers = {
  escalation: [
    'autoEscalationEnabled',
    'autoEscalationAfterMinutes',
    'autoEscalationMode',
    'autoEscalationSeverities',
    'autoEscalationTimeFilters',
  ],
  repeats: ['repeats', 'repeatsAfterMinutes', 'repeatsTierEscalationMode'],
  assign: [
    'autoAssignToTeams',
    'autoAssignToTeamsRepeatAlerts',
    'autoAssignToTeamsSeverities',
    'autoAssignToTeamsTimeFilters',
  ],
} as const;

/** The settings of a tier beside its schedules: folded, as most tiers leave them as they are. */
function TierSections({
  tier,
  isLast,
  onChange,
  isDisabled,
}: Pick<TierCardProps, 'tier' | 'onChange' | 'isDisabled'> & { isLast: boolean }) {
  const t = useTexts(texts);
  const fields = {
    tier,
    isDisabled,
    onChange: (changes: Partial<Tier>) => onChange({ ...tier, ...changes }),
  };
  const { isWrong } = useFieldErrors();
  const wrong = sectionNames.filter((name) => isWrong(sectionMembers[name]));
  const [open, setOpen] = useOpenSections([], wrong);
  const repeats = tier.repeats ?? 0;
  const teams = (tier.autoAssignToTeams ?? []).length;
  const sections = [
    {
      key: 'escalation',
      title: t.escalation,
      summary: escalates(tier)
        ? t.sumEscalates(
            tier.autoEscalationAfterMinutes ?? 0,
            t.modes[tier.autoEscalationMode ?? 'acknowledged'],
          )
        : t.off,
      content: <EscalationFields {...fields} isLast={isLast} />,
    },
    {
      key: 'repeats',
      title: t.repeatsTier,
      summary: repeats > 0 ? t.sumRepeats(repeats, tier.repeatsAfterMinutes ?? 0) : t.off,
      content: <RepeatFields {...fields} />,
    },
    {
      key: 'assign',
      title: t.assign,
      summary: teams > 0 ? t.sumTeams(teams) : t.off,
      content: <AssignFields {...fields} />,
    },
  ];
  return (
    <Accordion variant="separated" multiple order={3} value={open} onChange={setOpen}>
      {sections.map(({ key, title: name, summary, content }) => (
        <Accordion.Item key={key} value={key}>
          <Accordion.Control>
            <Group justify="space-between" pr="sm" gap={4}>
              <Text size="sm" fw={600} c={wrong.some((one) => one === key) ? 'red' : undefined}>
                {name}
              </Text>
              <Text size="sm" c="dimmed">
                {summary}
              </Text>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>{content}</Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}
