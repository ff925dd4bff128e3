import { Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { DragHandle, PlaceButtons } from '../../../parts/order/index.ts';
import { useTexts } from '../../../parts/texts.tsx';
import { type Kind, kinds, type StepDraft } from './draft.ts';
import { MapEditor } from './map-editor.tsx';
import { texts } from './texts.ts';

export interface StepEditorProps {
  step: StepDraft;
  place: number;
  count: number;
  /** By member of the step: `regex`. */
  errors: Record<string, string>;
  onChange: (step: StepDraft) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  handle: object;
}

/** One step of an attribute: what is done with the payload, or with what the step before gave. */
export function StepEditor(props: StepEditorProps) {
  const { step, place, count, errors, onChange, onMove, onRemove, handle } = props;
  const t = useTexts(texts);
  const name = t.step(place + 1);
  const isKind = (value: string | null): value is Kind => kinds.some((kind) => kind === value);
  return (
    <Stack gap={6}>
      <Group gap={6} wrap="nowrap" align="center">
        <DragHandle {...handle} />
        <Select
          flex={1}
          size="xs"
          aria-label={t.stepKind(place + 1)}
          allowDeselect={false}
          data={kinds.map((kind) => ({ value: kind, label: t.kinds[kind] }))}
          value={step.kind}
          onChange={(kind) => isKind(kind) && onChange(ofKind(step, kind))}
        />
        <PlaceButtons title={name} {...{ place, count, onMove, onRemove }} />
      </Group>
      {step.kind === 'map' ? (
        <MapEditor
          label={name}
          value={step.value}
          error={errors.map}
          onChange={(value) => onChange({ ...step, value })}
        />
      ) : (
        <Textarea
          size="xs"
          aria-label={name}
          description={t.kindHelp[step.kind]}
          inputWrapperOrder={['input', 'description', 'error']}
          autosize
          minRows={1}
          maxRows={8}
          spellCheck={false}
          classNames={{ input: 'expression' }}
          error={errors[step.kind]}
          value={step.value}
          onChange={(event) => onChange({ ...step, value: event.currentTarget.value })}
        />
      )}
      {step.kind === 'regex' && (
        <TextInput
          size="xs"
          label={t.replace}
          description={t.replaceHelp}
          spellCheck={false}
          error={errors.replace}
          value={step.replace ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...step, replace: value === '' ? null : value })
          }
        />
      )}
    </Stack>
  );
}

/** Begins with a fresh value: a value for one kind is rarely of use to another. */
function ofKind(step: StepDraft, kind: Kind): StepDraft {
  if (kind === step.kind) return step;
  const value = { jsonPath: '$.jsonBody', xPath: '/', regex: '', map: '->', static: '' }[kind];
  return { ...step, kind, value, replace: null };
}
