import { Select, Stack, Textarea } from '@mantine/core';
import { useLanguage, useTexts } from '../texts.tsx';
import { updateTexts } from './texts.ts';
import { type UpdateState, updateStates, type Words } from './words.ts';

export interface WordsFieldsProps {
  words: Words;
  isReadOnly?: boolean;
  errors?: Readonly<Record<string, string>>;
  change(words: Words): void;
}

/** How far we are, and the text: in the language of the writer first. */
export function WordsFields({ words, isReadOnly = false, errors = {}, change }: WordsFieldsProps) {
  const t = useTexts(updateTexts);
  const { language } = useLanguage();
  const order = language === 'de' ? (['de', 'en'] as const) : (['en', 'de'] as const);
  return (
    <Stack gap="md">
      <Select
        label={t.state}
        placeholder={t.noState}
        disabled={isReadOnly}
        clearable={!isReadOnly}
        clearButtonProps={{ 'aria-label': t.noState }}
        data={updateStates.map((value) => ({ value, label: t.states[value] }))}
        value={words.state}
        onChange={(state) => change({ ...words, state: state as UpdateState | null })}
      />
      {order.map((one, place) => (
        <Textarea
          key={one}
          label={one === 'en' ? t.english : t.german}
          description={place === 0 ? t.textHelp : t.otherHelp}
          disabled={isReadOnly}
          autosize
          minRows={place === 0 ? 4 : 2}
          maxRows={14}
          maxLength={5000}
          error={place === 0 ? errors.messages : undefined}
          value={words[one]}
          onChange={({ currentTarget }) => change({ ...words, [one]: currentTarget.value })}
        />
      ))}
    </Stack>
  );
}
