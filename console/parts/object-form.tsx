import { Button, Group, Stack } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { fieldErrors } from '../api/problem.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { SchemaForm, schemaNamed } from './schema-form/index.ts';
import { sharedTexts } from './shared-texts.ts';
import { useTell } from './tell.tsx';
import { defineTexts, useTexts } from './texts.tsx';

const texts = defineTexts({
  en: { discard: 'Discard changes', leave: 'Leave without saving your changes?' },
  de: {
    discard: 'Änderungen verwerfen',
    leave: 'Seite verlassen, ohne die Änderungen zu speichern?',
  },
});

type Fields = Record<string, unknown>;

export interface ObjectFormProps {
  /** Of the request body that saves the object. */
  schema: string;
  /** The object as it is stored, or as a new one begins. */
  stored: Fields;
  /** Only these members, in this order. All others of the request are sent as they are stored. */
  members?: readonly string[];
  without?: readonly string[];
  /** Objects that nobody can remove. */
  fixed?: readonly string[];
  save: (body: Fields) => Promise<unknown>;
  /** Of a new object, which can be saved unchanged. */
  saveLabel?: string;
  isReadOnly?: boolean;
  /** Fields that the page draws itself. */
  children?: (draft: Fields, change: (draft: Fields) => void, errors: Fields) => ReactNode;
  /** Beside the buttons, with what is about to be saved: its code, for example. */
  beside?: (body: Fields) => ReactNode;
}

/** A form over the request body of an object: draft, errors by field, and a question before changes are lost. */
export function ObjectForm(props: ObjectFormProps) {
  const { schema, stored, members, without, save, saveLabel, isReadOnly = false } = props;
  const shared = useTexts(sharedTexts);
  const t = useTexts(texts);
  const tell = useTell();
  const [draft, setDraft] = useState<Fields | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isSaving, setIsSaving] = useState(false);
  const value = draft ?? stored;
  const errors = fieldErrors(error);
  const body = requestOf(schema, value);

  useBlocker({
    shouldBlockFn: () => draft !== null && !isSaving && !window.confirm(t.leave),
    enableBeforeUnload: () => draft !== null,
  });

  async function submit() {
    setIsSaving(true);
    setError(null);
    try {
      await save(body);
      setDraft(null);
      tell.done();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="lg">
        {props.children?.(value, setDraft, errors)}
        <SchemaForm
          schema={schema}
          value={value}
          onChange={setDraft}
          errors={errors}
          members={members}
          without={without}
          fixed={props.fixed}
          isDisabled={isReadOnly}
        />
        {error !== null && <ProblemNotice error={error} />}
        {!isReadOnly && (
          <Group>
            <Button type="submit" loading={isSaving} disabled={draft === null && !saveLabel}>
              {saveLabel ?? shared.save}
            </Button>
            {draft !== null && (
              <Button
                variant="default"
                onClick={() => {
                  setDraft(null);
                  setError(null);
                }}
              >
                {t.discard}
              </Button>
            )}
            {/* Of what is stored the page itself has the code. */}
            {(draft !== null || saveLabel) && props.beside?.(body)}
          </Group>
        )}
      </Stack>
    </form>
  );
}

/** What a request takes of an object as it was answered. */
function requestOf(schema: string, object: Fields): Fields {
  const { properties = {} } = schemaNamed(schema);
  return Object.fromEntries(
    Object.entries(object).filter(([name]) => properties[name] && !properties[name].readOnly),
  );
}
