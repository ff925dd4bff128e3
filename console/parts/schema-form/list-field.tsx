import { ActionIcon, Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { Icon } from '../icon.tsx';
import { useLanguage, useTexts } from '../texts.tsx';
import type { MemberFieldProps } from './fields.ts';
import { helpOf } from './help.ts';
import { emptyValue, resolved, type Schema } from './schema.ts';
import { formTexts } from './texts.ts';

/** A list of objects, in order. */
export function ListField(props: MemberFieldProps & { items: Schema; label: string }) {
  const { Form, schema, items, label, value, onChange, errors, path, isDisabled } = props;
  const t = useTexts(formTexts);
  const { language } = useLanguage();
  const help = helpOf(schema, language);
  const list = Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
  const isFull = list.length >= (schema.maxItems ?? Number.POSITIVE_INFINITY);
  const move = (from: number, to: number) => {
    const next = list.toSpliced(from, 1);
    const moved = list[from];
    if (moved) onChange(next.toSpliced(to, 0, moved));
  };
  return (
    <Fieldset legend={label}>
      <Stack gap="md">
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
        {list.map((item, place) => {
          const title = t.numbered(label, place + 1);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what identifies an item of a list without ids
            <Fieldset key={place} legend={title}>
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
                <ActionIcon
                  variant="subtle"
                  aria-label={t.up(title)}
                  disabled={isDisabled || place === 0}
                  onClick={() => move(place, place - 1)}
                >
                  <Icon name="up" />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  aria-label={t.down(title)}
                  disabled={isDisabled || place === list.length - 1}
                  onClick={() => move(place, place + 1)}
                >
                  <Icon name="down" />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t.remove(title)}
                  disabled={isDisabled}
                  onClick={() => onChange(list.toSpliced(place, 1))}
                >
                  <Icon name="cross" />
                </ActionIcon>
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
