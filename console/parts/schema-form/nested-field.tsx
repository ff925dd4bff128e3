import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { useLanguage, useTexts } from '../texts.tsx';
import type { MemberFieldProps } from './fields.ts';
import { helpOf } from './help.ts';
import { formTexts } from './texts.ts';
import { emptyValue } from './values.ts';

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
          {errors[path] && (
            <Text size="xs" c="red">
              {errors[path]}
            </Text>
          )}
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
        <Form
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
