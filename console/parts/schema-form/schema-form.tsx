import { Group, Stack } from '@mantine/core';
import { resolved, type Schema, schemaNamed } from '../../../openapi/types/request-schemas.ts';
import type { SchemaFormProps } from './fields.ts';
import { MemberField } from './member-field.tsx';

/**
 * Fields for members of a request body, as the document describes them: kinds, bounds, choices, help. What the document
 * gains, the form gains. Members that are null or missing stay so until somebody fills them in.
 */
export function SchemaForm(props: SchemaFormProps) {
  const { value, onChange, errors = {}, path = '', isDisabled = false } = props;
  const schema =
    typeof props.schema === 'string' ? schemaNamed(props.schema) : resolved(props.schema);
  const { properties = {}, required = [] } = schema;
  const names = props.members ?? Object.keys(properties);
  const fields = names
    .filter((name) => !props.without?.includes(name))
    .flatMap((name) => {
      const found = properties[name];
      const member = found && resolved(found);
      if (!member || member.readOnly || isSettled(name, member)) return [];
      return (
        <MemberField
          key={name}
          Form={SchemaForm}
          name={name}
          schema={member}
          isRequired={required.includes(name)}
          value={value[name]}
          beside={value}
          onChange={(next) => onChange({ ...value, [name]: next })}
          errors={errors}
          path={path === '' ? name : `${path}.${name}`}
          isDisabled={isDisabled}
          isFixed={props.fixed?.includes(name)}
        />
      );
    });
  return props.isRow ? (
    <Group gap="md" align="flex-end" className="fields-in-a-row">
      {fields}
    </Group>
  ) : (
    <Stack gap="md">{fields}</Stack>
  );
}

/** Ids of parts are the server's, and where there is one choice nobody has to make it. */
function isSettled(name: string, { enum: choices, nullable }: Schema): boolean {
  return name === 'id' || (choices?.length === 1 && !nullable);
}
