import { Badge, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { publicApi } from '../../api/client.ts';
import { ByCodeBadge } from '../../as-code/by-code.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ObjectTable } from '../../parts/object-table.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { InvitePerson } from './invite-person.tsx';
import { useOrganizationMemberships } from './memberships.ts';
import { SettingsFrame } from './settings-frame.tsx';
import { texts } from './texts.ts';

const pageSize = 50;

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
        <Loaded query={people}>
          {({ pages }) => {
            const items = pages.flatMap((page) => page.users);
            if (items.length === 0) return <Empty title={t.noPeople}>{t.noPeopleHelp}</Empty>;
            return (
              <ObjectTable
                label={t.people}
                items={items}
                keyOf={({ id }) => id}
                hasMore={people.hasNextPage}
                isLoadingMore={people.isFetchingNextPage}
                onMore={() => people.fetchNextPage()}
                columns={[
                  {
                    title: t.name,
                    cell: ({ id, displayName, email }) => (
                      <TextLink isStrong to="/settings/people/$userId" params={{ userId: id }}>
                        {displayName ?? email}
                      </TextLink>
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
            );
          }}
        </Loaded>
      </Stack>
    </SettingsFrame>
  );
}

/** People whose mail address has this in it. */
function usePeople(wanted: string, onlySuspended: boolean) {
  return useInfiniteQuery({
    queryKey: ['get', '/user/search/list', wanted, onlySuspended],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await publicApi.GET('/user/search/list', {
        params: {
          query: {
            Limit: pageSize,
            Offset: pageParam,
            ...(wanted === '' ? {} : { Email: wanted }),
            ...(onlySuspended ? { IsSuspended: true } : {}),
          },
        },
        signal,
      });
      if (error) throw error;
      return data;
    },
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length * pageSize : undefined),
  });
}
