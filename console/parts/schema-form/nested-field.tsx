import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import type { Schema } from '../../../openapi/types/request-schemas.ts';
import { FieldError } from '../field-errors.tsx';
import { useLanguage, useTexts } from '../texts.tsx';
import type { MemberFieldProps } from './fields.ts';
import { FoldedSections } from './folded-sections.tsx';
import { foldOf, foldTexts } from './folds.ts';
import { helpOf } from './help.ts';
import { labelOf } from './labels.ts';
import { formTexts } from './texts.ts';
import { emptyValue, isSet } from './values.ts';

/** An object within the request. One that may be null is added and removed as a whole. */
export function NestedField(props: MemberFieldProps & { label: string }) {
  const { Form, schema, label, value, onChange, errors, path, isDisabled } = props;
  const t = useTexts(formTexts);
  const { language } = useLanguage();
  const help = helpOf(schema, language);
  const mayBeAbsent = !props.isFixed && (schema.nullable || !props.isRequired);
  if (typeof value !== 'object' || value === null)
    return (
      <Group justify="space-between">
        <Stack gap={0} flex="1 1 240px">
          <Text size="sm" fw={600}>
            {label}
          </Text>
          {help && (
            <Text size="xs" c="dimmed">
              {help}
            </Text>
          )}
          <FieldError error={errors[path]} />
        </Stack>
        <Button
          variant="default"
          size="xs"
          disabled={isDisabled}
          onClick={() => onChange(emptyValue({ ...schema, nullable: false }))}
        >
          {t.add(label)}
        </Button>
      </Group>
    );
  return (
    <Fieldset legend={label}>
      <Stack gap="md">
        {help && (
          <Text size="xs" c="dimmed">
            {help}
          </Text>
        )}
        <Inside
          Form={Form}
          name={props.name}
          schema={schema}
          value={value as Record<string, unknown>}
          onChange={onChange}
          errors={errors}
          path={path}
          isDisabled={isDisabled}
        />
        {mayBeAbsent && (
          <Group justify="flex-end">
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              disabled={isDisabled}
              onClick={() => onChange(null)}
            >
              {t.remove(label)}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}

type InsideProps = Pick<MemberFieldProps, 'Form' | 'name' | 'path' | 'errors' | 'isDisabled'> & {
  schema: Schema;
  value: Record<string, unknown>;
  onChange: (value: Record<string, unknown>) => void;
};

/** Its members; of large objects most are folded, in a line each that says what is set. */
function Inside({ name, ...form }: InsideProps) {
  const t = useTexts(formTexts);
  const titles = useTexts(foldTexts);
  const { language } = useLanguage();
  const { Form, schema, value } = form;
  const fold = foldOf(name, Object.keys(schema.properties ?? {}));
  if (!fold) return <Form {...form} />;
  return (
    <>
      {fold.shown.length > 0 && <Form {...form} members={fold.shown} />}
      <FoldedSections
        {...form}
        sections={fold.folded.map(([key, members]) => {
          const set = members.filter((member) => isSet(value[member]));
          return {
            key,
            title: titles[key],
            words: set.map((member) => labelOf(member, language)).join(', ') || t.notSet,
            members,
            // Open while no account is set: it is the next thing to fill in.
            isOpen: key === 'account' && set.length === 0,
          };
        })}
      />
    </>
  );
}
