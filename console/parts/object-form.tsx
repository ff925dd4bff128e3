import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { schemaNamed } from '../../openapi/types/request-schemas.ts';
import { fieldErrors } from '../api/problem.ts';
import { BackNotice, ConflictNotice, useDraft } from './draft/index.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { SchemaForm, withoutSecrets } from './schema-form/index.ts';
import { sharedTexts } from './shared-texts.ts';
import { defineTexts, useTexts } from './texts.tsx';

const texts = defineTexts({
  en: { discard: 'Discard changes' },
  de: { discard: 'Änderungen verwerfen' },
});

type Fields = Record<string, unknown>;

export interface ObjectFormProps {
  /** The name of the schema of the request that saves the object. */
  schema: string;
  /** The object as it is stored, or as a new one begins. */
  stored: Fields;
  /** Only these members, in this order. All others of the request are sent as they are stored. */
  members?: readonly string[];
  without?: readonly string[];
  /** Objects that nobody can remove. */
  fixed?: readonly string[];
  /** Stores it; of an object that is there already under the condition that it is still as it was `seen`. */
  save: (body: Fields, seen: Fields) => Promise<unknown>;
  /** The text of the button for a new object, which can be saved unchanged. */
  saveLabel?: string;
  isReadOnly?: boolean;
  /** Fields that the page draws itself. */
  children?: (draft: Fields, change: (draft: Fields) => void, errors: Fields) => ReactNode;
  /** Beside the buttons, with what is about to be saved: its code, for example. */
  beside?: (body: Fields) => ReactNode;
  /** Beside the form, where there is room: what comes of it. */
  aside?: (body: Fields, isChanged: boolean) => ReactNode;
}

/** A form over the request body of an object: draft, errors by field, and a question before changes are lost. */
export function ObjectForm(props: ObjectFormProps) {
  const { schema, stored, members, without, save, saveLabel, isReadOnly = false } = props;
  const shared = useTexts(sharedTexts);
  const t = useTexts(texts);
  const draft = useDraft<Fields>({
    stored,
    save: (value, seen) => save(requestOf(schema, value), requestOf(schema, seen)),
    name: draftNameOf(props),
    toKeep: (value, seen) => withoutSecrets(schemaNamed(schema), value, seen) as Fields,
  });
  const { value, isChanged, isSaving, error, conflict, change, discard } = draft;
  const errors = fieldErrors(error);

  return (
    <form
      noValidate
      className={props.aside && 'with-preview'}
      onSubmit={(event) => {
        event.preventDefault();
        void draft.submit();
      }}
    >
      <Stack gap="lg">
        <BackNotice back={draft.back} />
        {props.children?.(value, change, errors)}
        <SchemaForm
          schema={schema}
          value={value}
          onChange={change}
          errors={errors}
          members={members}
          without={without}
          fixed={props.fixed}
          isDisabled={isReadOnly}
        />
        {error !== null && <ProblemNotice error={error} />}
        {conflict && <ConflictNotice conflict={conflict} discard={discard} />}
        {!isReadOnly && (
          <Group>
            <Button type="submit" loading={isSaving} disabled={!isChanged && !saveLabel}>
              {saveLabel ?? shared.save}
            </Button>
            {isChanged && (
              <Button variant="default" onClick={discard}>
                {t.discard}
              </Button>
            )}
            {/* The page itself has the code of the stored object. */}
            {(isChanged || saveLabel) && props.beside?.(requestOf(schema, value))}
          </Group>
        )}
      </Stack>
      {props.aside?.(requestOf(schema, value), isChanged)}
    </form>
  );
}

/**
 * The name of the draft in the form. A dialog opens again if the form was left for the sign-in page:
 * `useIsKept(draftNameOf(…))`.
 */
export function draftNameOf({
  schema,
  stored,
  members,
}: Pick<ObjectFormProps, 'schema' | 'stored' | 'members'>): string {
  return [schema, stored.id, members?.join()].join(' ');
}

/** The members of an answered object that a request takes. */
export function requestOf(schema: string, object: Fields): Fields {
  const { properties = {} } = schemaNamed(schema);
  return Object.fromEntries(
    Object.entries(object).filter(([name]) => properties[name] && !properties[name].readOnly),
  );
}
