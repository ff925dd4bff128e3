import { Stack, Table, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ByCodeBadge, ByCodeNotice, useIsReadOnly } from '../../as-code/by-code.tsx';
import { LoadedPage } from '../../parts/loaded.tsx';
import { useNames } from '../../parts/names.ts';
import { ObjectForm } from '../../parts/object-form.tsx';
import { Page } from '../../parts/page.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { AgentActs } from './agent-acts.tsx';
import { AgentRights } from './agent-rights.tsx';
import { agentTexts } from './agent-texts.ts';
import { AgentUse } from './agent-use.tsx';
import { ConnectAgent } from './connect-agent.tsx';
import {
  type ApiKey,
  Expiry,
  isEnded,
  KeyActions,
  MadeKey,
  useRefreshKeys,
} from './key-dialogs.tsx';
import { agentMembers } from './new-agent.tsx';

export default function AgentPage() {
  const t = useTexts(agentTexts);
  const { id } = useParams({ from: '/settings/agents/$id' });
  const [made, setMade] = useState<string | null>(null);
  const key = api.useQuery('get', '/api-key/{id}', { params: { path: { id } } });
  return (
    <LoadedPage query={key}>
      {(data) => (
        <Page
          title={data.displayName}
          above={[{ title: t.title, to: '/settings/agents' }]}
          mark={<ByCodeBadge isProvisioned={data.isProvisioned} />}
          actions={
            <>
              <AsCodeButton type="tocsin_api_key" id={id} />
              <KeyActions apiKey={data} onMade={setMade} />
            </>
          }
        >
          <MadeKey text={made} onClose={() => setMade(null)}>
            <ConnectAgent />
          </MadeKey>
          <Stack gap="xl">
            <ByCodeNotice isProvisioned={data.isProvisioned} />
            <Facts apiKey={data} />
            <AgentActs keyId={id} />
            {!isEnded(data) && <Change apiKey={data} />}
          </Stack>
        </Page>
      )}
    </LoadedPage>
  );
}

function Facts({ apiKey }: { apiKey: ApiKey }) {
  const t = useTexts(agentTexts);
  const people = useNames('User');
  const teams = useNames(apiKey.teamIds ? 'Team' : null);
  const { displayName, agent, teamIds, prefix, last4 } = apiKey;
  const facts: [string, ReactNode][] = [
    [t.owner, people.data?.get(agent?.ownerId ?? '') ?? '…'],
    [t.rights, <AgentRights key="rights" apiKey={apiKey} />],
    [t.teams, teamIds?.map((id) => teams.data?.get(id) ?? '…').join(', ') ?? t.everyTeam],
    // The usual limits of the document.
    [t.limits, t.limitsAre(agent?.callsPerMinute ?? 60, agent?.writesPerHour ?? 20)],
    [t.lastUsed, <AgentUse key="use" apiKey={apiKey} />],
    [t.expires, <Expiry key="expiry" apiKey={apiKey} />],
    [t.key, `${prefix}…${last4}`],
  ];
  return (
    <Table maw={760} verticalSpacing="xs" aria-label={displayName}>
      <Table.Tbody>
        {facts.map(([title, value]) => (
          <Table.Tr key={title}>
            <Table.Th scope="row" w="30%">
              {title}
            </Table.Th>
            <Table.Td className="breaks-anywhere">{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Change({ apiKey }: { apiKey: ApiKey }) {
  const t = useTexts(agentTexts);
  const refresh = useRefreshKeys();
  const isReadOnly = useIsReadOnly(apiKey.isProvisioned);
  return (
    <Stack gap="sm" maw={760}>
      <Title order={2} size="h4">
        {t.change}
      </Title>
      <ObjectForm
        schema="ApiKeyUpdate"
        stored={{ ...apiKey }}
        members={agentMembers}
        fixed={['agent']}
        isReadOnly={isReadOnly}
        save={async (body, seen) => {
          const { error } = await publicApi.PUT('/api-key/{id}', {
            params: { path: { id: apiKey.id }, header: asSeen(seen) },
            body: body as components['schemas']['ApiKeyUpdate'],
          });
          if (error) throw error;
          await refresh();
        }}
      />
    </Stack>
  );
}
