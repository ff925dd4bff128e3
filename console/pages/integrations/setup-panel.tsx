import { Alert, Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { Code } from '../../parts/code.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SafeLink } from '../../parts/safe-link.tsx';
import { Said } from '../../parts/said/index.ts';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import type { Integration, IntegrationType } from './integration-page.tsx';
import { invalidatePayloads } from './invalidate.ts';
import { ReplaceAddress } from './replace-address.tsx';
import { texts } from './texts.ts';

export interface SetupPanelProps {
  integration: Integration;
  type: IntegrationType;
  mayChange: boolean;
}

/** Instructions for the tool, with the real addresses, and a first alert to see that the rest works. */
export function SetupPanel({ integration, type, mayChange }: SetupPanelProps) {
  const t = useTexts(texts);
  const mailAddress = integration.integrationSettings?.email?.emailAddress;
  return (
    <Stack gap="xl" maw={860}>
      <Part title={t.steps}>
        {type.steps.length === 0 ? (
          <Text>{t.noSteps}</Text>
        ) : (
          <List type="ordered" spacing="xs">
            {type.steps.map((step, at) => (
              <List.Item key={step} className="breaks-anywhere">
                <Said text={step} sentence={type.stepSentences[at] ?? null} />
              </List.Item>
            ))}
          </List>
        )}
        {!type.sendsResolve && (
          <Alert color="blue" variant="light">
            {t.sendsNoResolve}
          </Alert>
        )}
      </Part>
      {(type.webhookUrl ?? type.receiverUrl ?? mailAddress) && (
        <Part title={t.addresses}>
          {type.webhookUrl && <Address label={t.webhookUrl} text={type.webhookUrl} />}
          {type.receiverUrl && <Address label={t.receiverUrl} text={type.receiverUrl} />}
          {mailAddress && <Address label={t.mailAddress} text={mailAddress} />}
          {mayChange ? (
            <Group>
              <ReplaceAddress integration={integration} />
            </Group>
          ) : (
            <Text>{t.addressHidden}</Text>
          )}
        </Part>
      )}
      {type.pasteTexts.map(({ fileName, text }) => (
        <Part key={fileName} title={t.paste(fileName)}>
          <Code text={text} label={t.paste(fileName)} />
        </Part>
      ))}
      <Part title={t.verification}>
        {type.verification && (
          <Text>
            <Said
              text={type.verification.description}
              sentence={type.verification.descriptionSentence}
            />
          </Text>
        )}
        <Text>
          <Said text={type.authentication.note} sentence={type.authentication.noteSentence} />
        </Text>
      </Part>
      {mayChange && type.sample && <Sample integrationId={integration.id} request={type.sample} />}
      {type.unconfirmed.length > 0 && (
        <Part title={t.unconfirmed}>
          <List>
            {type.unconfirmed.map((fact, at) => (
              <List.Item key={fact}>
                <Said text={fact} sentence={type.unconfirmedSentences[at] ?? null} />
              </List.Item>
            ))}
          </List>
        </Part>
      )}
      <SafeLink to={type.documentation}>{t.documentation}</SafeLink>
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  );
}

function Address({ label, text }: { label: string; text: string }) {
  return (
    <Stack gap={0}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Code text={text} label={label} />
    </Stack>
  );
}

type Request = NonNullable<components['schemas']['NullableSentRequest']>;

function Sample({ integrationId, request }: { integrationId: string; request: Request }) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const sending = api.useMutation('post', '/inbound-integration/{id}/payloads', {
    onSuccess: () => invalidatePayloads(queries),
  });
  return (
    <Part title={t.sample}>
      <Text>{t.sampleHelp}</Text>
      <Group>
        <Button
          loading={sending.isPending}
          onClick={() => sending.mutate({ params: { path: { id: integrationId } }, body: {} })}
        >
          {t.sendSample}
        </Button>
        {sending.data && (
          <Group gap="xs" role="status">
            <Text>{t.sent(t.outcomes[sending.data.outcome])}</Text>
            <TextLink
              to="/integrations/$integrationId"
              params={{ integrationId }}
              search={{ tab: 'payloads', payload: sending.data.payloadId }}
            >
              {t.showPayload}
            </TextLink>
          </Group>
        )}
      </Group>
      {sending.error && <ProblemNotice error={sending.error} />}
      <details>
        <summary>{t.showSample}</summary>
        <Code text={request.body} label={t.sample} />
      </details>
    </Part>
  );
}
