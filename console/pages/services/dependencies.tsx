import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { readAll } from '../../parts/names.ts';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

type Service = components['schemas']['Service'];

/** The services that a service depends on, and those that depend on it. */
export function Dependencies({ service: { id, dependsOn } }: { service: Service }) {
  const t = useTexts(texts);
  const services = useQuery({
    queryKey: ['service-dependencies'],
    queryFn: ({ signal }) => readAll<Service>('Service', signal),
  });
  const needed = (dependsOn ?? []).map((one) => one.toLowerCase());
  return (
    <Stack gap={6} component="section" aria-label={t.dependencies}>
      <Title order={2} size="h4">
        {t.dependencies}
      </Title>
      <Loaded query={services} lines={1}>
        {(all) => (
          <>
            <Links label={t.needs} services={all.filter((one) => needed.includes(one.id))} />
            <Links
              label={t.neededBy}
              services={all.filter((one) =>
                one.dependsOn?.some((other) => other.toLowerCase() === id),
              )}
            />
            <TextLink to="/" search={{ view: 'held' }}>
              {t.showHeld}
            </TextLink>
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function Links({ label, services }: { label: string; services: readonly Service[] }) {
  const t = useTexts(texts);
  return (
    <Group gap="xs" className="breaks-anywhere">
      <Text size="sm">{label}</Text>
      {services.map(({ id, displayName }) => (
        <TextLink key={id} to="/services/$serviceId" params={{ serviceId: id }}>
          {displayName}
        </TextLink>
      ))}
      {services.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.noService}
        </Text>
      )}
    </Group>
  );
}
