import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { resolved, type Schema } from '../../../openapi/types/request-schemas.ts';
import { FieldError } from '../field-errors.tsx';
import { Icon } from '../icon.tsx';
import { DragHandle, moved, PlaceButtons, useReorder } from '../order/index.ts';
import { useLanguage, useTexts } from '../texts.tsx';
import type { MemberFieldProps } from './fields.ts';
import { helpOf } from './help.ts';
import { formTexts } from './texts.ts';
import { emptyValue, listAsSent } from './values.ts';

/** A list of objects, in order. */
export function ListField(props: MemberFieldProps & { items: Schema; label: string }) {
  const { Form, schema, items, label, value, onChange, errors, path, isDisabled } = props;
  const t = useTexts(formTexts);
  const { language } = useLanguage();
  const help = helpOf(schema, language);
  const list = Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
  const isFull = list.length >= (schema.maxItems ?? Number.POSITIVE_INFINITY);
  const move = (from: number, to: number) => onChange(moved(list, from, to));
  const reorder = useReorder(move);
  return (
    <Fieldset legend={label}>
      <Stack gap="md" data-list>
        {help && (
          <Text size="xs" c="dimmed">
            {help}
          </Text>
        )}
        <FieldError error={errors[path]} />
        {list.map((item, place) => {
          const title = t.numbered(label, place + 1);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what identifies an item of a list without ids
            <Fieldset key={place} legend={title} {...reorder.target(place)}>
              <Form
                schema={items}
                value={item}
                onChange={(next) => onChange(list.with(place, next))}
                errors={errors}
                path={`${path}.${place}`}
                isDisabled={isDisabled}
                isRow={isSmall(items)}
              />
              <Group justify="flex-end" gap={4} mt="sm">
                {!isDisabled && <DragHandle {...reorder.handle(place)} />}
                <PlaceButtons
                  title={title}
                  place={place}
                  count={list.length}
                  onMove={(to) => move(place, to)}
                  onRemove={() => onChange(listAsSent(schema, value, list.toSpliced(place, 1)))}
                  isDisabled={isDisabled}
                />
              </Group>
            </Fieldset>
          );
        })}
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" size={14} />}
            disabled={isDisabled || isFull}
            onClick={() => onChange([...list, emptyValue(items)])}
          >
            {t.addOne(label)}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

const smallMembersMax = 4;

/** A few fields without objects in them. */
function isSmall({ properties = {} }: Schema): boolean {
  const members = Object.values(properties).map(resolved);
  const hasObjects = members.some(
    ({ type, items }) => type === 'object' || (items && resolved(items).type === 'object'),
  );
  return !hasObjects && members.length <= smallMembersMax;
}
