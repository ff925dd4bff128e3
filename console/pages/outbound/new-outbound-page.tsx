import { Select, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { resolved, schemaNamed } from '../../../openapi/types/request-schemas.ts';
import { api, publicApi } from '../../api/client.ts';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ObjectForm } from '../../parts/object-form.tsx';
import { Page } from '../../parts/page.tsx';
import { emptyValue } from '../../parts/schema-form/index.ts';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { filterOfTools } from '../../parts/tool-search.ts';
import { texts } from './texts.ts';
import { settingsMemberOf, sharedMembers } from './tool-settings.ts';

export default function NewOutboundPage() {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const types = api.useQuery('get', '/outbound-integration/types', undefined, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [type, setType] = useState<string | null>(null);
  return (
    <Page title={t.create} above={[{ title: t.title, to: '/outbound' }]}>
      <Loaded query={types}>
        {({ items }) => (
          <Stack gap="lg" maw={760}>
            <Select
              label={t.chooseTool}
              description={t.onlyOf}
              searchable
              selectFirstOptionOnChange
              data={items.map(({ id, displayName }) => ({ value: id, label: displayName }))}
              filter={filterOfTools(items)}
              value={type}
              onChange={setType}
            />
            {type !== null && (
              <ObjectForm
                key={type}
                schema="OutboundIntegrationInput"
                stored={newOf(type, items.find(({ id }) => id === type)?.displayName ?? type)}
                members={['displayName', 'teamId', ...settingsMembers(type), ...rest]}
                fixed={settingsMembers(type)}
                saveLabel={shared.create}
                beside={(body) => (
                  <AsCodeButton type="tocsin_outbound_integration" id={null} value={body} />
                )}
                save={async (body) => {
                  const { data, error } = await publicApi.POST('/outbound-integration', {
                    body: body as components['schemas']['OutboundIntegrationInput'],
                  });
                  if (error) throw error;
                  await queries.invalidateQueries({
                    queryKey: ['get', '/outbound-integration/search/list'],
                  });
                  await navigate({ to: '/outbound/$outboundId', params: { outboundId: data.id } });
                }}
              />
            )}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

const rest = sharedMembers().filter((name) => !['displayName', 'teamId', 'type'].includes(name));

function settingsMembers(type: string): string[] {
  const member = settingsMemberOf(type);
  return member === undefined ? [] : [member];
}

function newOf(type: string, displayName: string): Record<string, unknown> {
  const member = settingsMemberOf(type);
  const schema = member && schemaNamed('OutboundIntegrationInput').properties?.[member];
  return {
    displayName,
    type,
    ...(member && schema ? { [member]: emptyValue({ ...resolved(schema), nullable: false }) } : {}),
  };
}
