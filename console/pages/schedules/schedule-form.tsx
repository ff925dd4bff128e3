import { Button, Fieldset, Group, Stack, Title } from '@mantine/core';
import { createPortal } from 'react-dom';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { Icon } from '../../parts/icon.tsx';
import { KindForm, type KindFormProps } from '../../parts/objects/index.ts';
import { moved, useReorder } from '../../parts/order/index.ts';
import { SchemaForm } from '../../parts/schema-form/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import { ComingWeeks, type ComingWeeksProps } from './coming-weeks.tsx';
import { type Layer, LayerCard } from './layer-card.tsx';
import { layerTexts } from './layer-texts.ts';

export type ScheduleInput = components['schemas']['OnCallScheduleInput'];

export interface ScheduleFormProps
  extends Pick<KindFormProps, 'id' | 'stored' | 'save' | 'saveLabel' | 'isReadOnly'>,
    Pick<ComingWeeksProps, 'onChosen'> {
  /** Where the weeks are shown, if not above the fields. */
  weeksIn?: HTMLElement | null;
}

const general = ['displayName', 'description', 'teamId', 'timeZoneId', 'labels'] as const;

/** A schedule as it is written, below the weeks that it would give: its layers, then what is of the whole. */
export function ScheduleForm({ onChosen, weeksIn, ...form }: ScheduleFormProps) {
  const t = useTexts(layerTexts);
  const { id, isReadOnly = false } = form;
  return (
    <KindForm {...form} kind="schedule" members={[]}>
      {(draft, change, found) => {
        // Begins as a schedule, and changes by the fields of one.
        const schedule = draft as unknown as ScheduleInput;
        const errors = found as Record<string, string>;
        const fields = {
          schema: 'OnCallScheduleInput',
          value: draft,
          onChange: change,
          errors,
          isDisabled: isReadOnly,
        };
        const weeks = (
          <ComingWeeks id={id} draft={inputOf(schedule)} {...(onChosen && { onChosen })} />
        );
        return (
          <Stack gap="lg">
            {weeksIn === undefined ? (
              <div className="schedule-weeks">{weeks}</div>
            ) : (
              weeksIn && createPortal(weeks, weeksIn)
            )}
            {weeksIn !== undefined && (
              <Title order={2} size="h4">
                {t.settings}
              </Title>
            )}
            <SchemaForm
              {...fields}
              members={general.filter((name) => id === null || name !== 'teamId')}
            />
            <Layers
              layers={schedule.layers}
              errors={errors}
              isDisabled={isReadOnly}
              onChange={(layers) => change({ ...draft, layers })}
            />
            <Fieldset legend={t.rest}>
              {/* All that there is beside them, also what the document gains. */}
              <SchemaForm {...fields} without={[...general, 'layers']} />
            </Fieldset>
          </Stack>
        );
      }}
    </KindForm>
  );
}

interface LayersProps {
  layers: readonly Layer[];
  errors: Record<string, string>;
  isDisabled: boolean;
  onChange: (layers: Layer[]) => void;
}

const layersMax = 100;

function Layers({ layers, errors, isDisabled, onChange }: LayersProps) {
  const t = useTexts(layerTexts);
  const move = (from: number, to: number) => onChange(moved(layers, from, to));
  const reorder = useReorder(move);
  return (
    <Stack gap="md" data-list>
      <Title order={2} size="h4">
        {t.layers}
      </Title>
      {layers.map((layer, place) => (
        <LayerCard
          key={layer.id ?? place}
          place={place}
          count={layers.length}
          {...{ layer, errors, reorder, isDisabled }}
          onChange={(next) => onChange(layers.with(place, next))}
          onMove={(to) => move(place, to)}
          onRemove={() => onChange(layers.toSpliced(place, 1))}
        />
      ))}
      {!isDisabled && (
        <Group>
          <Button
            variant="default"
            leftSection={<Icon name="plus" />}
            disabled={layers.length >= layersMax}
            onClick={() => onChange([...layers, { groups: [{ userIds: [] }] }])}
          >
            {t.addLayer}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** The members that a request takes: operations of schedules refuse members that they do not know. */
function inputOf(schedule: ScheduleInput): ScheduleInput {
  const { displayName, description, labels, teamId, timeZoneId, layers } = schedule;
  const { holidayCalendarIds, onLeave, noticesBeforeMinutes } = schedule;
  return {
    displayName: displayName || '–',
    ...{ description, labels, teamId, timeZoneId, layers, holidayCalendarIds, onLeave },
    noticesBeforeMinutes,
  };
}
