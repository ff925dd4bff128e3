import { Badge, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ByCodeBadge } from '../../as-code/by-code.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Face } from '../../parts/face.tsx';
import { byOffset, PagedTable, pageSize } from '../../parts/paged-table.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { InvitePerson } from './invite-person.tsx';
import { useOrganizationMemberships } from './memberships.ts';
import { SettingsFrame } from './settings-frame.tsx';
import { texts } from './texts.ts';

export default function PeoplePage() {
  const t = useTexts(texts);
  const [text, setText] = useState('');
  const [onlySuspended, setOnlySuspended] = useState(false);
  const [wanted] = useDebouncedValue(text.trim(), 300);
  const memberships = useOrganizationMemberships();
  const people = usePeople(wanted, onlySuspended);
  const roleOf = (id: string) => {
    const role = memberships.data?.get(id)?.effectiveRole;
    return role === undefined ? t.noRole : t.roles[role];
  };
  return (
    <SettingsFrame title={t.people} lead={t.peopleLead} actions={<InvitePerson />}>
      <Stack gap="md">
        <Group align="flex-end">
          <TextInput
            label={t.find}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Checkbox
            label={t.onlySuspended}
            checked={onlySuspended}
            onChange={(event) => setOnlySuspended(event.currentTarget.checked)}
          />
        </Group>
        <PagedTable
          list={people}
          itemsOf={(page) => page.users}
          empty={<Empty title={t.noPeople}>{t.noPeopleHelp}</Empty>}
          label={t.people}
          columns={[
            {
              title: t.name,
              cell: ({ id, displayName, email }) => (
                <Group gap="xs" wrap="nowrap">
                  <Face name={displayName ?? email} size={24} />
                  <TextLink isStrong to="/settings/people/$userId" params={{ userId: id }}>
                    {displayName ?? email}
                  </TextLink>
                </Group>
              ),
            },
            { title: t.email, isExtra: true, cell: ({ email }) => email },
            { title: t.role, cell: ({ id }) => roleOf(id) },
            {
              title: t.source,
              cell: ({ source, isProvisioned }) => (
                <Group gap="xs">
                  {source !== 'InfrastructureAsCode' && t.sources[source]}
                  <ByCodeBadge isProvisioned={isProvisioned} />
                </Group>
              ),
            },
            {
              title: t.state,
              isExtra: true,
              cell: ({ isSuspended }) => (
                <Badge variant="default">{isSuspended ? t.suspended : t.active}</Badge>
              ),
            },
          ]}
        />
      </Stack>
    </SettingsFrame>
  );
}

/** People whose mail address has this in it. */
function usePeople(wanted: string, onlySuspended: boolean) {
  return api.useInfiniteQuery(
    'get',
    '/user/search/list',
    {
      params: {
        query: {
          Limit: pageSize,
          ...(wanted === '' ? {} : { Email: wanted }),
          ...(onlySuspended ? { IsSuspended: true } : {}),
        },
      },
    },
    byOffset,
  );
}
