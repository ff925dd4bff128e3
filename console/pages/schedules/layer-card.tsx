import { Card, Group, NumberInput, SimpleGrid, Stack, TextInput, Title } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { FieldError } from '../../parts/field-errors.tsx';
import { DragHandle, PlaceButtons, type useReorder } from '../../parts/order/index.ts';
import { FoldedSections, SchemaForm } from '../../parts/schema-form/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import { Groups } from './groups.tsx';
import { layerTexts } from './layer-texts.ts';

export type Layer = components['schemas']['OnCallLayer'];

export interface LayerCardProps {
  place: number;
  count: number;
  layer: Layer;
  /** By the whole path: `layers.0.turns.every`. */
  errors: Record<string, string>;
  reorder: ReturnType<typeof useReorder>;
  onChange: (layer: Layer) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  isDisabled: boolean;
}

const levelMax = 1000;

/** A layer: who takes turns, and folded below, when, how turns change, and what few layers need. */
export function LayerCard(props: LayerCardProps) {
  const { place, count, layer, errors, reorder, isDisabled } = props;
  const { onChange, onMove, onRemove } = props;
  const t = useTexts(layerTexts);
  const title = t.layer(place + 1);
  const path = `layers.${place}`;
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
              {layer.displayName ? `: ${layer.displayName}` : ''}
            </Title>
          </Group>
          <PlaceButtons {...{ title, place, count, onMove, onRemove, isDisabled }} />
        </Group>
        <FieldError error={errors[path]} />
        <Groups
          groups={layer.groups}
          errors={errors}
          path={`${path}.groups`}
          isDisabled={isDisabled}
          onChange={(groups) => onChange({ ...layer, groups })}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            label={t.layerName}
            maxLength={500}
            error={errors[`${path}.displayName`]}
            value={layer.displayName ?? ''}
            disabled={isDisabled}
            onChange={(event) =>
              onChange({ ...layer, displayName: event.currentTarget.value || null })
            }
          />
          <NumberInput
            label={t.level}
            description={t.levelHelp}
            // In line with the name beside it.
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            min={0}
            max={levelMax}
            error={errors[`${path}.level`]}
            value={layer.level ?? 0}
            disabled={isDisabled}
            onChange={(level) =>
              onChange({ ...layer, level: typeof level === 'number' ? level : null })
            }
          />
        </SimpleGrid>
        <Folded {...{ layer, onChange, errors, path, isDisabled }} />
      </Stack>
    </Card>
  );
}

/** Members of a layer as people fold them away. */
const sections = {
  when: ['hours', 'recurrence', 'onHolidays'],
  turns: ['turns', 'firstGroup', 'groupSize'],
  more: ['startsAt', 'endsAt', 'timeZoneId'],
} as const;

type Section = keyof typeof sections;

type FoldedProps = Pick<LayerCardProps, 'layer' | 'onChange' | 'errors' | 'isDisabled'> & {
  path: string;
};

function Folded({ layer, onChange, ...form }: FoldedProps) {
  const t = useTexts(layerTexts);
  const wordsOf = useSectionWords();
  return (
    <FoldedSections
      {...form}
      Form={SchemaForm}
      order={4}
      schema="OnCallLayer"
      sections={(Object.keys(sections) as Section[]).map((key) => ({
        key,
        title: t.sections[key],
        words: wordsOf(key, layer),
        members: sections[key],
      }))}
      value={layer}
      // As the document describes it: the form is made from it.
      onChange={(next) => onChange(next as Layer)}
    />
  );
}

/** The words for a folded section of the layer. */
function useSectionWords(): (section: Section, layer: Layer) => string {
  const t = useTexts(layerTexts);
  return (section, { hours, recurrence, turns, startsAt, endsAt, timeZoneId }) => {
    switch (section) {
      case 'when':
        if (recurrence) return recurrence.rule;
        return hours ? t.windows(hours.length) : t.always;
      case 'turns':
        return turns ? t.every(turns.every, turns.unit) : t.noTurns;
      case 'more': {
        const set = [startsAt ? t.starts : null, endsAt ? t.ends : null, timeZoneId ?? null];
        return set.filter((one) => one !== null).join(', ') || t.nothing;
      }
    }
  };
}
