import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import type { Team } from '../../api/save-team.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ByCodeBadge, useIsReadOnly } from '../../as-code/by-code.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { useIsKept } from '../../parts/draft/index.ts';
import { Empty } from '../../parts/empty.tsx';
import { formatMoment } from '../../parts/moment.tsx';
import { MomentField } from '../../parts/moment-field.tsx';
import { NewButton } from '../../parts/new-button.tsx';
import { draftNameOf, ObjectForm } from '../../parts/object-form.tsx';
import { byOffset, PagedTable, pageSize } from '../../parts/paged-table.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { silenceTexts } from './silence-texts.ts';

type Silence = components['schemas']['Silence'];
type Input = components['schemas']['SilenceInput'];

const listPath = '/silence/search/list';

/** Times in which incidents that match are opened without telling anybody. */
export function Silences({ team }: { team: Team }) {
  const t = useTexts(silenceTexts);
  const mayChange = useMayAdminister(team.id);
  const list = api.useInfiniteQuery(
    'get',
    listPath,
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
          { title: t.when, cell: (silence) => <When silence={silence} zone={team.timeZoneId} /> },
          { title: t.what, isExtra: true, cell: (silence) => <What silence={silence} /> },
          {
            title: t.actions,
            isPlain: true,
            cell: (silence) => <Actions silence={silence} team={team} mayChange={mayChange} />,
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
    start: new Date(now).toISOString(),
    recurrences: null,
    end: new Date(now + 2 * hour).toISOString(),
  };
}

/** Where it stands, and until when. */
function When({ silence, zone }: { silence: Silence; zone: string | null | undefined }) {
  const t = useTexts(silenceTexts);
  const { language } = useLanguage();
  const moment = (time: string) => formatMoment(new Date(time), language, zone ?? 'UTC');
  const { isActive, nextStart, nextEnd, recurrences, end } = silence;
  const isOver = nextStart === null || nextEnd === null;
  return (
    <Stack gap={2}>
      <Group gap="xs" wrap="nowrap">
        <span className="badge" data-tone={isOver ? undefined : isActive ? 'Warning' : 'Minor'}>
          {isOver ? t.over : isActive ? t.running : t.planned}
        </span>
        <Text size="sm">
          {isOver
            ? t.since(moment(end))
            : isActive
              ? t.until(moment(nextEnd))
              : `${moment(nextStart)} – ${moment(nextEnd)}`}
        </Text>
      </Group>
      {!isOver && recurrences && recurrences.length > 0 && (
        <Text size="xs" c="dimmed">
          {t.comesAgain(moment(end))}
        </Text>
      )}
    </Stack>
  );
}

function What({ silence: { matchers, integrationIds } }: { silence: Silence }) {
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
    </Stack>
  );
}

interface ActionsProps {
  silence: Silence;
  team: Team;
  mayChange: boolean;
}

function Actions({ silence, team, mayChange }: ActionsProps) {
  const t = useTexts(silenceTexts);
  const shared = useTexts(sharedTexts);
  const isReadOnly = useIsReadOnly(silence.isProvisioned);
  const queries = useQueryClient();
  const removal = api.useMutation('delete', '/silence/{id}');
  const { id, displayName } = silence;
  return (
    <Group gap="xs" justify="flex-end">
      <AsCodeButton type="tocsin_silence" id={id} of={displayName} size="compact-sm" />
      {mayChange && !isReadOnly && (
        <>
          <SilenceButton silence={silence} of={displayName} zone={team.timeZoneId} />
          <Confirm
            label={shared.remove}
            of={displayName}
            size="compact-sm"
            question={t.removeQuestion}
            action={shared.remove}
            mutation={removal}
            onConfirm={async () => {
              await removal.mutateAsync({ params: { path: { id }, header: asSeen(silence) } });
              await queries.invalidateQueries({ queryKey: ['get', listPath] });
            }}
          />
        </>
      )}
    </Group>
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
  const queries = useQueryClient();
  const form = {
    schema: 'SilenceInput',
    stored: silence,
    members: ['displayName', 'reason', 'matchers', 'integrationIds', 'recurrences'],
  };
  const [opened, { open, close }] = useDisclosure(useIsKept(draftNameOf(form)));
  const { id } = silence;
  const label = of === undefined ? t.add : shared.edit;
  return (
    <>
      {of === undefined ? (
        <NewButton onClick={open}>{label}</NewButton>
      ) : (
        <Button variant="default" size="compact-sm" aria-label={`${label}: ${of}`} onClick={open}>
          {label}
        </Button>
      )}
      <Modal
        opened={opened}
        onClose={close}
        title={of === undefined ? label : of}
        size="lg"
        closeButtonProps={{ 'aria-label': shared.close }}
      >
        <ObjectForm
          {...form}
          saveLabel={shared.save}
          beside={(body) => (
            <AsCodeButton type="tocsin_silence" id={id ?? null} value={{ ...silence, ...body }} />
          )}
          save={async (body, seen) => {
            // As checked by the server: the form is made from the same document.
            const input = body as Input;
            const { error } =
              id === undefined
                ? await publicApi.POST('/silence', { body: input })
                : await publicApi.PUT('/silence/{id}', {
                    params: { path: { id }, header: asSeen(seen) },
                    body: input,
                  });
            if (error) throw error;
            await queries.invalidateQueries({ queryKey: ['get', listPath] });
            close();
          }}
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
        </ObjectForm>
      </Modal>
    </>
  );
}
