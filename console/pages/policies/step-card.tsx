import {
  Card,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { formatDuration } from '../../parts/duration.ts';
import { FieldError } from '../../parts/field-errors.tsx';
import { DragHandle, PlaceButtons, type useReorder } from '../../parts/order/index.ts';
import { type Section, type Step, sections } from '../../parts/policies/policy.ts';
import { stepMinutesMax } from '../../parts/policies/step-minutes.ts';
import { texts } from '../../parts/policies/texts.ts';
import { FoldedSections, isSet, SchemaForm } from '../../parts/schema-form/index.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { Targets } from './targets.tsx';

export interface StepCardProps {
  place: number;
  count: number;
  step: Step;
  /** After the beginning. */
  dueAfterMinutes: number;
  /** By the whole path: `steps.0.targets`. */
  errors: Record<string, string>;
  ownId: string | null;
  reorder: ReturnType<typeof useReorder>;
  onChange: (step: Step) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  isDisabled: boolean;
}

const stops = ['acknowledged', 'resolved'] as const;

/** A step: when, whom, and folded below, what few steps need. */
export function StepCard(props: StepCardProps) {
  const { place, count, step, dueAfterMinutes, errors, reorder, isDisabled } = props;
  const { onChange, onMove, onRemove } = props;
  const t = useTexts(texts);
  const { language } = useLanguage();
  const title = t.step(place + 1);
  const path = `steps.${place}`;
  return (
    <Card
      withBorder
      padding="md"
      radius="md"
      component="section"
      aria-label={title}
      {...reorder.target(place)}
    >
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Group gap="xs" wrap="nowrap" align="baseline" className="breaks-anywhere">
            {!isDisabled && <DragHandle {...reorder.handle(place)} />}
            <Title order={3} size="h5">
              {title}
              {step.displayName ? `: ${step.displayName}` : ''}{' '}
              <Text span size="sm" c="dimmed" fw={400}>
                {dueAfterMinutes === 0
                  ? t.atOnce
                  : t.at(formatDuration(dueAfterMinutes * 60_000, language))}
              </Text>
            </Title>
          </Group>
          <PlaceButtons
            {...{ title, place, count, onMove, isDisabled }}
            onRemove={count > 1 ? onRemove : undefined}
          />
        </Group>
        <FieldError error={errors[path]} />
        <Targets
          title={title}
          targets={step.targets ?? []}
          errors={within(errors, `${path}.targets`)}
          ownId={props.ownId}
          isDisabled={isDisabled}
          onChange={(targets) => onChange({ ...step, targets })}
        />
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          <NumberInput
            label={t.after}
            min={0}
            max={stepMinutesMax()}
            error={errors[`${path}.afterMinutes`]}
            value={step.afterMinutes ?? 0}
            disabled={isDisabled}
            onChange={(minutes) =>
              onChange({ ...step, afterMinutes: typeof minutes === 'number' ? minutes : 0 })
            }
          />
          <Select
            label={t.stopsWhen}
            data={stops.map((value) => ({ value, label: t.stops[value] }))}
            value={step.stopsWhen ?? 'acknowledged'}
            allowDeselect={false}
            disabled={isDisabled}
            onChange={(chosen) =>
              onChange({ ...step, stopsWhen: stops.find((one) => one === chosen) ?? null })
            }
          />
          <TextInput
            label={t.stepName}
            maxLength={500}
            error={errors[`${path}.displayName`]}
            value={step.displayName ?? ''}
            disabled={isDisabled}
            onChange={(event) =>
              onChange({ ...step, displayName: event.currentTarget.value || null })
            }
          />
        </SimpleGrid>
        <Folded {...{ step, onChange, errors, path, isDisabled }} />
      </Stack>
    </Card>
  );
}

type FoldedProps = Pick<StepCardProps, 'step' | 'onChange' | 'errors' | 'isDisabled'> & {
  path: string;
};

function Folded({ step, onChange, ...form }: FoldedProps) {
  const t = useTexts(texts);
  const wordsOf = useSectionWords();
  return (
    <FoldedSections
      {...form}
      Form={SchemaForm}
      order={4}
      schema="EscalationPolicyStep"
      sections={(Object.keys(sections) as Section[]).map((key) => ({
        key,
        title: t.sections[key],
        words: wordsOf(key, step),
        members: sections[key],
      }))}
      value={step}
      // As the document describes it: the form is made from it.
      onChange={(next) => onChange(next as Step)}
    />
  );
}

/** The words for a folded section of the step. */
function useSectionWords(): (section: Section, step: Step) => string {
  const t = useTexts(texts);
  return (section, step) => {
    const set = sections[section].filter((member) => isSet(step[member]));
    switch (section) {
      case 'repeats':
        return step.repeats ? t.timesEvery(step.repeats, step.repeatsAfterMinutes ?? 5) : t.off;
      case 'conditions': {
        const count = set.filter((member) => member !== 'outsideHours').length;
        return count === 0 ? t.always : t.conditions(count);
      }
      case 'share':
        return step.share ? t.shared(step.share.size) : t.everybody;
      case 'more': {
        const also = Object.entries(t.also).filter(
          ([member]) =>
            set.some((one) => one === member) &&
            (member !== 'ifNobody' || step.ifNobody === 'wait'),
        );
        return also.map(([, words]) => words).join(', ') || t.nothing;
      }
    }
  };
}

/** The errors at a path and below it, by the rest of their paths. */
function within(errors: Record<string, string>, path: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([key]) => key === path || key.startsWith(`${path}.`))
      .map(([key, message]) => [key.slice(path.length + 1), message]),
  );
}
