import { Group, Stack, Text } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import type { Team } from '../../api/save-team.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { ByCodeBadge } from '../../as-code/by-code.tsx';
import { Empty } from '../../parts/empty.tsx';
import { MomentField } from '../../parts/moment-field.tsx';
import { ObjectActions, ObjectDialogButton } from '../../parts/objects/index.ts';
import { byOffset, PagedTable, pageSize } from '../../parts/paged-table.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { WindowTimes } from '../../parts/window-times.tsx';
import { silenceTexts } from './silence-texts.ts';

type Silence = components['schemas']['Silence'];
type Input = components['schemas']['SilenceInput'];

/** Times in which incidents that match are opened without telling anybody. */
export function Silences({ team }: { team: Team }) {
  const t = useTexts(silenceTexts);
  const mayChange = useMayAdminister(team.id);
  const list = api.useInfiniteQuery(
    'get',
    '/silence/search/list',
    { params: { query: { TeamId: team.id, Limit: pageSize } } },
    byOffset,
  );
  const fresh = newSilence(team.id);
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" maw={560}>
          {t.help}
        </Text>
        {mayChange && <SilenceButton silence={fresh} zone={team.timeZoneId} />}
      </Group>
      <PagedTable
        list={list}
        itemsOf={(page) => page.silences}
        empty={<Empty title={t.none}>{t.noneHelp}</Empty>}
        label={t.title}
        columns={[
          {
            title: t.name,
            cell: ({ displayName, reason, isProvisioned }) => (
              <Stack gap={2} className="breaks-anywhere">
                <Group gap="xs">
                  <Text size="sm" fw={600}>
                    {displayName}
                  </Text>
                  <ByCodeBadge isProvisioned={isProvisioned} />
                </Group>
                {reason && (
                  <Text size="sm" c="dimmed">
                    {reason}
                  </Text>
                )}
              </Stack>
            ),
          },
          {
            title: t.when,
            cell: (silence) => <WindowTimes times={silence} zone={team.timeZoneId ?? 'UTC'} />,
          },
          { title: t.what, isExtra: true, cell: (silence) => <What silence={silence} /> },
          {
            title: t.actions,
            isPlain: true,
            cell: (silence) => (
              <ObjectActions
                kind="silence"
                object={silence}
                of={silence.displayName}
                mayChange={mayChange}
                removeQuestion={t.removeQuestion}
              >
                <SilenceButton silence={silence} of={silence.displayName} zone={team.timeZoneId} />
              </ObjectActions>
            ),
          },
        ]}
      />
    </Stack>
  );
}

const hour = 3_600_000;

function newSilence(teamId: string): Input {
  const now = Math.floor(Date.now() / 60_000) * 60_000;
  return {
    displayName: '',
    reason: null,
    teamId,
    integrationIds: null,
    matchers: null,
    effect: 'mute',
    inverted: false,
    start: new Date(now).toISOString(),
    recurrences: null,
    noticeOutboundIntegrationIds: null,
    end: new Date(now + 2 * hour).toISOString(),
  };
}

function What({ silence: { matchers, integrationIds, effect } }: { silence: Silence }) {
  const t = useTexts(silenceTexts);
  return (
    <Stack gap={2} className="breaks-anywhere">
      {(matchers ?? []).map(({ name, operator, value }) => (
        <Text size="sm" key={`${name} ${operator} ${value}`}>
          {`${name} ${operator} ${value ?? ''}`}
        </Text>
      ))}
      {integrationIds && integrationIds.length > 0 && (
        <Text size="sm">{t.integrations(integrationIds.length)}</Text>
      )}
      {effect === 'openNothing' && <Text size="sm">{t.opensNothing}</Text>}
    </Stack>
  );
}

interface SilenceButtonProps {
  silence: Input & { id?: string };
  /** Its name, of one that is there. */
  of?: string;
  zone: string | null | undefined;
}

function SilenceButton({ silence, of, zone }: SilenceButtonProps) {
  const t = useTexts(silenceTexts);
  const shared = useTexts(sharedTexts);
  return (
    <ObjectDialogButton
      kind="silence"
      object={silence}
      members={[
        'displayName',
        'reason',
        'matchers',
        'integrationIds',
        'effect',
        'recurrences',
        'inverted',
        'noticeOutboundIntegrationIds',
      ]}
      label={of === undefined ? t.add : shared.edit}
      title={of ?? t.add}
      {...(of !== undefined && { of })}
    >
      {(draft, change, errors) => (
        <Group grow align="flex-start">
          {(['start', 'end'] as const).map((name) => (
            <MomentField
              key={name}
              label={t[name]}
              zone={zone ?? undefined}
              error={errors[name] as string | undefined}
              value={typeof draft[name] === 'string' ? draft[name] : null}
              onChange={(value) => change({ ...draft, [name]: value })}
            />
          ))}
        </Group>
      )}
    </ObjectDialogButton>
  );
}
