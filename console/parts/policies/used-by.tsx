import { Group, Stack, Text, Title } from '@mantine/core';
import { Loaded } from '../loaded.tsx';
import { TextLink } from '../text-link.tsx';
import { useTexts } from '../texts.tsx';
import type { Policy } from './policy.ts';
import { texts } from './texts.ts';
import { type Use, useKinds, useUses } from './use-uses.ts';

/** In a list: how many objects of each kind name the policy. */
export function UsedByCounts({ policy: { id, isDefault } }: { policy: Policy }) {
  const t = useTexts(texts);
  const { data } = useUses();
  if (!data) return null;
  const counts = [
    ...(isDefault ? [t.theTeam] : []),
    ...useKinds.flatMap((kind) => {
      const { length } = data.of(id).filter((use) => use.kind === kind);
      return length > 0 ? [t.counts[kind](length)] : [];
    }),
  ];
  return counts.join(', ') || t.nowhere;
}

/** On a page: everything that names the policy. */
export function UsedBy({ policy: { id, isDefault, teamId } }: { policy: Policy }) {
  const t = useTexts(texts);
  const uses = useUses();
  return (
    <Stack gap={6} component="section" aria-label={t.usedBy}>
      <Title order={2} size="h4">
        {t.usedBy}
      </Title>
      <Loaded query={uses} lines={1}>
        {({ of, hasMore }) => (
          <Group gap="xs" className="breaks-anywhere">
            {isDefault && (
              <TextLink to="/teams/$teamId" params={{ teamId }} search={{ tab: 'policies' }}>
                {t.ofTeam}
              </TextLink>
            )}
            {of(id).map((use) => (
              <UseLink key={use.id} use={use} />
            ))}
            {!isDefault && of(id).length === 0 && <Text size="sm">{t.nowhere}</Text>}
            {hasMore && (
              <Text size="xs" c="dimmed">
                {t.moreUses}
              </Text>
            )}
          </Group>
        )}
      </Loaded>
    </Stack>
  );
}

function UseLink({ use: { kind, id, name } }: { use: Use }) {
  switch (kind) {
    case 'integrations':
      return (
        <TextLink
          to="/integrations/$integrationId"
          params={{ integrationId: id }}
          search={{ tab: 'settings' }}
        >
          {name}
        </TextLink>
      );
    case 'services':
      return (
        <TextLink to="/services/$serviceId" params={{ serviceId: id }}>
          {name}
        </TextLink>
      );
    case 'routings':
      return (
        <TextLink to="/routing/$routingId" params={{ routingId: id }}>
          {name}
        </TextLink>
      );
    case 'policies':
      return (
        <TextLink to="/on-call/policies/$id" params={{ id }}>
          {name}
        </TextLink>
      );
  }
}
