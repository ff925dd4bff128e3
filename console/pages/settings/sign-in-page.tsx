import { Badge, Group } from '@mantine/core';
import { api } from '../../api/client.ts';
import { ByCodeBadge } from '../../as-code/by-code.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { NewButton } from '../../parts/new-button.tsx';
import { ObjectTable } from '../../parts/object-table.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { texts } from './texts.ts';

export default function SignInPage() {
  const t = useTexts(texts);
  const connections = api.useQuery('get', '/oidc-connection/search/list', {
    params: { query: { Limit: 100 } },
  });
  return (
    <SettingsFrame
      title={t.signIn}
      lead={t.signInLead}
      actions={<NewButton begin={{ to: '/settings/sign-in/new' }}>{t.newConnection}</NewButton>}
    >
      <Loaded query={connections}>
        {({ oidcConnections }) =>
          oidcConnections.length === 0 ? (
            <Empty
              title={t.noConnections}
              action={
                <NewButton isQuiet begin={{ to: '/settings/sign-in/new' }}>
                  {t.newConnection}
                </NewButton>
              }
            >
              {t.noConnectionsHelp}
            </Empty>
          ) : (
            <ObjectTable
              label={t.signIn}
              items={oidcConnections}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: t.name,
                  cell: ({ id, displayName, isProvisioned }) => (
                    <Group gap="xs">
                      <TextLink
                        isStrong
                        to="/settings/sign-in/$connectionId"
                        params={{ connectionId: id }}
                      >
                        {displayName}
                      </TextLink>
                      <ByCodeBadge isProvisioned={isProvisioned} />
                    </Group>
                  ),
                },
                {
                  title: t.domains,
                  isExtra: true,
                  cell: ({ domains }) => domains?.join(', ') ?? '',
                },
                {
                  title: t.state,
                  cell: ({ isEnabled, isRequired }) => (
                    <Group gap="xs">
                      <Badge variant="default">{isEnabled ? t.enabled : t.disabled}</Badge>
                      {isRequired && <Badge variant="default">{t.required}</Badge>}
                    </Group>
                  ),
                },
                {
                  title: t.lastSignIn,
                  isExtra: true,
                  cell: ({ lastSignInAt }) =>
                    lastSignInAt === null ? t.never : <Moment at={lastSignInAt} />,
                },
              ]}
            />
          )
        }
      </Loaded>
    </SettingsFrame>
  );
}
