import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { publicApi } from '../../api/client.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ObjectTable } from '../../parts/object-table.tsx';
import { Said } from '../../parts/said/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

type Role = components['schemas']['RolePreview']['roleBefore'];

export interface MappingPreviewProps {
  /** The id of the mapping that would be deleted. */
  id?: string;
  /** The mapping that would be made. */
  mapping?: components['schemas']['GroupMappingInput'];
}

/** Who would get and lose which role, before anything is saved. */
export function MappingPreview({ id, mapping }: MappingPreviewProps) {
  const t = useTexts(texts);
  const preview = useQuery({
    queryKey: ['post', '/group-mapping/preview', id, mapping],
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const { data, error } = await publicApi.POST('/group-mapping/preview', {
        body: { ...(id === undefined ? {} : { id }), ...(mapping ? { mapping } : {}) },
        signal,
      });
      if (error) throw error;
      return data;
    },
  });
  const named = (role: Role) => (role === null ? t.nothing : t.roles[role]);
  return (
    <Loaded query={preview} lines={3}>
      {({ gets, keeps, loses, changes, isTruncated }) => (
        <Stack gap="sm" role="status">
          <Text size="sm">
            {gets + loses === 0 && keeps === 0
              ? t.previewNobody
              : t.previewCounts(gets, keeps, loses)}
          </Text>
          {changes.length > 0 && (
            <ObjectTable
              label={t.preview}
              items={changes}
              keyOf={({ userId, teamId, effect }) => `${userId} ${teamId} ${effect}`}
              columns={[
                { title: t.person, cell: ({ displayName, email }) => displayName ?? email },
                {
                  title: t.change,
                  cell: ({
                    effect,
                    roleBefore,
                    roleAfter,
                    teamDisplayName,
                    reason,
                    reasonSentence,
                  }) => (
                    <>
                      {[
                        `${t.effects[effect]}: ${t.fromTo(named(roleBefore), named(roleAfter))}`,
                        ...(teamDisplayName === null ? [] : [teamDisplayName]),
                      ].join(' · ')}
                      {reason !== null && (
                        <>
                          {' · '}
                          <Said text={reason} sentence={reasonSentence} />
                        </>
                      )}
                    </>
                  ),
                },
              ]}
            />
          )}
          {isTruncated && <Text size="sm">{t.truncated}</Text>}
        </Stack>
      )}
    </Loaded>
  );
}
