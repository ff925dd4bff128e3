import { Stack, Tabs, Text } from '@mantine/core';
import { AsCode } from '../../as-code/as-code.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export interface CodeStepProps {
  teamId: string;
  integrationId: string;
}

/** The objects that were just made, as code that somebody could have written. */
export default function CodeStep({ teamId, integrationId }: CodeStepProps) {
  const t = useTexts(texts);
  return (
    <Stack gap="sm">
      <Text size="sm">{t.codeHelp}</Text>
      <Tabs defaultValue="integration" variant="outline" keepMounted={false}>
        <Tabs.List aria-label={t.code}>
          <Tabs.Tab value="integration">{t.integration}</Tabs.Tab>
          <Tabs.Tab value="team">{t.team}</Tabs.Tab>
          <Tabs.Tab value="escalations">{t.escalations}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="integration" pt="sm">
          <AsCode type="tocsin_integration" id={integrationId} />
        </Tabs.Panel>
        <Tabs.Panel value="team" pt="sm">
          <AsCode type="tocsin_team" id={teamId} />
        </Tabs.Panel>
        <Tabs.Panel value="escalations" pt="sm">
          <AsCode type="tocsin_team_escalations" id={teamId} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
