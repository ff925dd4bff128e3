import {
  Autocomplete,
  Button,
  Card,
  Checkbox,
  Group,
  Stack,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { Icon } from '../../../parts/icon.tsx';
import { DragHandle, moved, PlaceButtons, useReorder } from '../../../parts/order/index.ts';
import { useTexts } from '../../../parts/texts.tsx';
import { type AttributeDraft, flags, newStep, type StepDraft } from './draft.ts';
import { StepEditor } from './step-editor.tsx';
import { texts } from './texts.ts';

const reserved = [
  'Status',
  'Severity',
  'Title',
  'CorrelationId',
  'Discard',
  'GroupingWindowInSeconds',
];

export interface AttributeEditorProps {
  attribute: AttributeDraft;
  place: number;
  count: number;
  isOpen: boolean;
  /** Below the attribute: `mappings.0.regex`. */
  errors: Record<string, string>;
  onToggle: () => void;
  onChange: (attribute: AttributeDraft) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  onCopy: () => void;
  handle: object;
  target: object;
}

/** One attribute: closed, a line that says what it is; open, its name, its marks and its steps. */
export function AttributeEditor(props: AttributeEditorProps) {
  const { attribute, place, count, isOpen, errors, onToggle, onMove, onRemove, onCopy } = props;
  const t = useTexts(texts);
  const name = attribute.name || t.unnamed;
  const messages = Object.values(errors);
  return (
    <Card withBorder padding="xs" {...props.target}>
      <Stack gap="xs">
        <Group gap={6} wrap="nowrap" align="center">
          <DragHandle {...props.handle} />
          <Stack gap={0} flex={1} miw={0}>
            <UnstyledButton aria-expanded={isOpen} onClick={onToggle}>
              <Text size="sm" fw={600} className="breaks-anywhere">
                {name} <VisuallyHidden component="span">{place + 1}</VisuallyHidden>
              </Text>
            </UnstyledButton>
            {!isOpen && (
              <Text size="xs" c="dimmed" truncate>
                {attribute.steps.map(({ value }) => value).join(' → ') || t.noSteps}
              </Text>
            )}
          </Stack>
          <PlaceButtons title={`${name} ${place + 1}`} {...{ place, count, onMove, onRemove }} />
        </Group>
        {messages.length > 0 && !isOpen && (
          <Text size="xs" c="red">
            {messages.join(' ')}
          </Text>
        )}
        {isOpen && <Details {...props} />}
        {isOpen && (
          <Group gap="xs" justify="flex-end">
            <Button size="compact-xs" variant="default" onClick={onCopy}>
              {t.copy(name)}
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  );
}

function Details({ attribute, errors, onChange }: AttributeEditorProps) {
  const t = useTexts(texts);
  const setSteps = (steps: StepDraft[]) => onChange({ ...attribute, steps });
  const { steps } = attribute;
  const reorder = useReorder((from, to) => setSteps(moved(steps, from, to)));
  return (
    <Stack gap="sm" data-list>
      <Autocomplete
        size="xs"
        label={t.attributeName}
        data={reserved}
        error={errors.name}
        value={attribute.name}
        onChange={(name) => onChange({ ...attribute, name })}
      />
      <Group gap="sm">
        {flags.map((flag) => (
          <Checkbox
            key={flag}
            size="xs"
            label={t.flags[flag]}
            checked={attribute.flags[flag] ?? false}
            onChange={({ currentTarget: { checked } }) =>
              onChange({ ...attribute, flags: { ...attribute.flags, [flag]: checked } })
            }
          />
        ))}
      </Group>
      {errors.mappings && (
        <Text size="xs" c="red">
          {errors.mappings}
        </Text>
      )}
      {steps.map((step, place) => (
        <div key={step.key} {...reorder.target(place)}>
          <StepEditor
            step={step}
            place={place}
            count={steps.length}
            errors={below(errors, `mappings.${place}`)}
            onChange={(next) => setSteps(steps.with(place, next))}
            onMove={(to) => setSteps(moved(steps, place, to))}
            onRemove={() => setSteps(steps.toSpliced(place, 1))}
            handle={reorder.handle(place)}
          />
        </div>
      ))}
      <Group>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => setSteps([...steps, newStep()])}
        >
          {t.addStep}
        </Button>
      </Group>
    </Stack>
  );
}

/** The errors below a path, by the rest of their paths; one of the path itself is under ''. */
export function below(errors: Record<string, string>, path: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([place, message]) => {
      if (place === path) return [['', message]];
      return place.startsWith(`${path}.`) ? [[place.slice(path.length + 1), message]] : [];
    }),
  );
}
