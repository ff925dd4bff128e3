import { Button, List, Stack, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { Code } from '../../parts/code.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Said } from '../../parts/said/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';
import { useTest } from './use-test.tsx';

export interface TestStepProps {
  integrationId: string;
  onDone(incidentId: string): void;
}

/** Instructions for the tool, and an alert as the tool would send one. */
export function TestStep({ integrationId, onDone }: TestStepProps) {
  const t = useTexts(texts);
  const integration = api.useQuery('get', '/inbound-integration/{id}', {
    params: { path: { id: integrationId } },
  });
  const type = api.useQuery(
    'get',
    '/inbound-integration/types/{id}',
    { params: { path: { id: integration.data?.type ?? '' }, query: { integrationId } } },
    { enabled: integration.data !== undefined },
  );
  const test = useTest(integrationId);
  const send = () => test.first().then((id) => id && onDone(id));
  return (
    <Stack gap="sm" maw={640}>
      <Loaded query={type} lines={3}>
        {({ webhookUrl, steps, stepSentences, sample }) => (
          <>
            {webhookUrl && <Code label={t.address} text={webhookUrl} />}
            <Text size="sm" fw={600}>
              {t.inTheTool}
            </Text>
            <List type="ordered" size="sm">
              {steps.map((step, at) => (
                <List.Item key={step} className="breaks-anywhere">
                  <Said text={step} sentence={stepSentences[at] ?? null} />
                </List.Item>
              ))}
            </List>
            <Text size="sm">{sample ? t.testHelp : t.noSample}</Text>
            {sample && (
              <div>
                <Button loading={test.isPending} onClick={() => void send()}>
                  {t.sendTest}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      {test.problem}
    </Stack>
  );
}
