import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { useTypes } from '../../parts/integration-types.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { filterOfTools } from '../../parts/tool-search.ts';
import { texts } from './texts.ts';

export interface IntegrationStepProps {
  teamId: string;
  onDone(integrationId: string): void;
}

/** The tool that alerts, by its name or one of its other names; Enter takes the likeliest. */
export function IntegrationStep({ teamId, onDone }: IntegrationStepProps) {
  const t = useTexts(texts);
  const types = useTypes();
  const make = api.useMutation('post', '/inbound-integration');
  const [chosen, setChosen] = useState<string | null>(null);
  const items = types.data?.items ?? [];
  const type = items.find(({ id }) => id === chosen);
  async function connect(): Promise<void> {
    if (!type) return;
    const made = await make.mutateAsync({
      body: { displayName: type.displayName, type: type.id, teamId },
    });
    await queryClient.invalidateQueries({ queryKey: ['names', 'InboundIntegration'] });
    onDone(made.id);
  }
  return (
    <Stack gap="sm" maw={480}>
      <Text size="sm">{t.integrationHelp}</Text>
      <Group align="flex-end" gap="xs">
        <Select
          label={t.type}
          placeholder={t.typeExample}
          searchable
          limit={60}
          flex="1 1 200px"
          nothingFoundMessage={types.isPending ? t.loading : t.noType}
          data={items.map(({ id, displayName }) => ({ value: id, label: displayName }))}
          selectFirstOptionOnChange
          filter={filterOfTools(items)}
          value={chosen}
          onChange={setChosen}
        />
        <Button
          disabled={!type}
          loading={make.isPending}
          onClick={() => connect().catch(() => undefined)}
        >
          {t.connect}
        </Button>
      </Group>
      {Boolean(make.error) && <ProblemNotice error={make.error} />}
    </Stack>
  );
}
