import { Textarea } from '@mantine/core';
import { useTexts } from '../texts.tsx';
import type { FieldsProps } from './action-dialog.tsx';
import { dialogTexts } from './dialog-texts.ts';
import { useFields } from './use-fields.ts';

/** Asks how the incident ended, while somebody knows it. Nothing has to be written. */
export function NoteFields({ onChange }: FieldsProps) {
  const d = useTexts(dialogTexts);
  const { value, change } = useFields({
    name: 'note',
    initial: { message: '' },
    toOperations({ message }) {
      const text = message.trim();
      return { appendIntent: { intent: 'Resolved', ...(text === '' ? {} : { message: text }) } };
    },
    onChange,
  });
  return (
    <Textarea
      data-autofocus
      label={d.note}
      description={`${d.noteHelp} ${d.enterResolves}`}
      autosize
      minRows={3}
      maxRows={12}
      maxLength={5000}
      enterKeyHint="done"
      value={value.message}
      onChange={({ currentTarget }) => change({ message: currentTarget.value })}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
        event.preventDefault();
        event.currentTarget.form?.requestSubmit();
      }}
    />
  );
}
