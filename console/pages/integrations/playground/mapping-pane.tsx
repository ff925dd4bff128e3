import { Button, Group, NumberInput, Stack } from '@mantine/core';
import { Icon } from '../../../parts/icon.tsx';
import { moved, useReorder } from '../../../parts/order/index.ts';
import { useTexts } from '../../../parts/texts.tsx';
import { AttributeEditor, below } from './attribute-editor.tsx';
import { copyOf, type MappingDraft, newAttribute } from './draft.ts';
import { texts } from './texts.ts';

export interface MappingPaneProps {
  draft: MappingDraft;
  /** By path in the mapping: `attributes.0.mappings.1.regex`. */
  errors: Record<string, string>;
  /** Keys of the attributes that are shown with their steps. */
  open: ReadonlySet<number>;
  setOpen: (change: (before: ReadonlySet<number>) => ReadonlySet<number>) => void;
  onChange: (draft: MappingDraft) => void;
}

/** The attributes in their order, which decides which of several with one name is used. */
export function MappingPane({ draft, errors, open, setOpen, onChange }: MappingPaneProps) {
  const t = useTexts(texts);
  const { attributes } = draft;
  const set = (changed: MappingDraft['attributes']) => onChange({ ...draft, attributes: changed });
  const reorder = useReorder((from, to) => set(moved(attributes, from, to)));
  const toggle = (key: number) =>
    setOpen((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  const add = (attribute: MappingDraft['attributes'][number], place: number) => {
    set(attributes.toSpliced(place, 0, attribute));
    setOpen((before) => new Set([...before, attribute.key]));
  };
  return (
    <Stack gap="xs" data-list>
      {attributes.map((attribute, place) => (
        <AttributeEditor
          key={attribute.key}
          attribute={attribute}
          place={place}
          count={attributes.length}
          isOpen={open.has(attribute.key)}
          errors={below(errors, `attributes.${place}`)}
          onToggle={() => toggle(attribute.key)}
          onChange={(changed) => set(attributes.with(place, changed))}
          onMove={(to) => set(moved(attributes, place, to))}
          onRemove={() => set(attributes.toSpliced(place, 1))}
          onCopy={() => add(copyOf(attribute), place + 1)}
          handle={reorder.handle(place)}
          target={reorder.target(place)}
        />
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => add(newAttribute(t.newAttribute), attributes.length)}
        >
          {t.addAttribute}
        </Button>
      </Group>
      <NumberInput
        size="xs"
        label={t.groupingWindow}
        description={t.groupingWindowHelp}
        min={0}
        max={86_400}
        allowDecimal={false}
        error={errors.groupingWindowInSeconds}
        value={draft.groupingWindowInSeconds ?? ''}
        onChange={(value) =>
          onChange({ ...draft, groupingWindowInSeconds: typeof value === 'number' ? value : null })
        }
      />
    </Stack>
  );
}
