import { Button, Group, Stack, Text } from '@mantine/core';
import { FieldError } from '../../parts/field-errors.tsx';
import { Icon } from '../../parts/icon.tsx';
import { DragHandle, moved, PlaceButtons, useLiveReorder } from '../../parts/order/index.ts';
import { ReferenceField } from '../../parts/schema-form/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import type { Layer } from './layer-card.tsx';
import { layerTexts } from './layer-texts.ts';

interface GroupsProps {
  groups: Layer['groups'];
  errors: Record<string, string>;
  path: string;
  isDisabled: boolean;
  onChange: (groups: Layer['groups']) => void;
}

const groupsMax = 500;

/** Who is on duty together, in the order of turns: a line each. */
export function Groups({ groups, errors, path, isDisabled, onChange }: GroupsProps) {
  const t = useTexts(layerTexts);
  const reorder = useLiveReorder(groups, onChange);
  return (
    <Stack gap={8} data-list role="group" aria-label={t.groups}>
      <Text size="sm" fw={600}>
        {t.groups}
      </Text>
      <FieldError error={errors[path]} />
      {groups.map(({ userIds }, place) => {
        const title = t.group(place + 1);
        const error = errors[`${path}.${place}.userIds`] ?? errors[`${path}.${place}`];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what identifies a group
          <Group key={place} wrap="nowrap" align="flex-end" gap="xs" {...reorder.target(place)}>
            {!isDisabled && groups.length > 1 && <DragHandle {...reorder.handle(place)} />}
            <Stack flex={1} miw={0} gap={0}>
              <ReferenceField
                label={title}
                kind="User"
                isList
                isNullable={false}
                required={false}
                disabled={isDisabled}
                {...(error !== undefined && { error })}
                value={userIds}
                onChange={(next) => onChange(groups.with(place, { userIds: next as string[] }))}
              />
            </Stack>
            <PlaceButtons
              title={title}
              place={place}
              count={groups.length}
              isDisabled={isDisabled}
              onMove={(to) => onChange(moved(groups, place, to))}
              onRemove={groups.length > 1 ? () => onChange(groups.toSpliced(place, 1)) : undefined}
            />
          </Group>
        );
      })}
      {!isDisabled && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" size={14} />}
            disabled={groups.length >= groupsMax}
            onClick={() => onChange([...groups, { userIds: [] }])}
          >
            {t.addGroup}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
