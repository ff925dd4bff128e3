import { Alert, Button, Card, Grid, Group, Stack, Text, Title } from '@mantine/core';
import { asSeen } from '../../../api/as-seen.ts';
import { api } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Team } from '../../../api/save-team.ts';
import { useMayAdminister } from '../../../api/session.tsx';
import { AsCodeButton } from '../../../as-code/as-code.tsx';
import { ByCodeNotice, useIsReadOnly } from '../../../as-code/by-code.tsx';
import { Confirm } from '../../../parts/confirm.tsx';
import { BackNotice, ConflictNotice, useDraft } from '../../../parts/draft/index.ts';
import { Empty } from '../../../parts/empty.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { sharedTexts } from '../../../parts/shared-texts.ts';
import { useTell } from '../../../parts/tell.tsx';
import { useTexts } from '../../../parts/texts.tsx';
import { type Member, useMembers } from '../use-members.ts';
import { AllTiers } from './all-tiers.tsx';
import { type Draft, emptySchedule, emptyTier, moved, type Tier } from './draft.ts';
import { Preview } from './preview.tsx';
import { texts } from './texts.ts';
import { TierCard } from './tier-card.tsx';

/** Who is told first, and who when nobody answers, with the resulting timeline beside it. */
export default function TiersEditor({ team }: { team: Team }) {
  // The list: for one, no tiers at all would be an error.
  const stored = api.useQuery(
    'get',
    '/team-escalations/search/list',
    { params: { query: { TeamId: team.id, Limit: 1 } } },
    // What is being written is not replaced by what somebody else saves meanwhile.
    { refetchOnWindowFocus: false },
  );
  const members = useMembers(team.id);
  return (
    <Loaded query={stored}>
      {({ teamEscalations: [escalations] }) => (
        <Loaded query={members}>
          {(list) => (
            <Editor
              team={team}
              members={list}
              isStored={escalations !== undefined}
              isProvisioned={escalations?.isProvisioned ?? false}
              stored={{
                teamId: team.id,
                escalationTiers: escalations?.escalationTiers ?? [],
                tierSettings: escalations?.tierSettings ?? null,
              }}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

interface EditorProps {
  team: Team;
  members: readonly Member[];
  isStored: boolean;
  isProvisioned: boolean;
  stored: Draft;
}

function Editor({ team, members, isStored, isProvisioned, stored }: EditorProps) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const tell = useTell();
  const isReadOnly = useIsReadOnly(isProvisioned);
  const mayAdminister = useMayAdminister(team.id) && !isReadOnly;
  const create = api.useMutation('post', '/team-escalations');
  const replace = api.useMutation('put', '/team-escalations/{id}');
  const remove = api.useMutation('delete', '/team-escalations/{id}');
  const params = { path: { id: team.id } };
  const writing = useDraft<Draft>({
    stored,
    async save(body, seen) {
      if (isStored)
        await replace.mutateAsync({ params: { ...params, header: asSeen(seen) }, body });
      else await create.mutateAsync({ body });
      await refreshTiers();
    },
    name: 'tiers',
    saved: t.saved,
  });
  const { error, conflict, isChanged: isDirty } = writing;
  const draft = writing.value;
  const setDraft = writing.change;
  const tiers = draft.escalationTiers;
  const setTiers = (escalationTiers: Tier[]) => setDraft({ ...draft, escalationTiers });
  if (tiers.length === 0 && !mayAdminister) return <Empty title={t.none}>{t.noneHelp}</Empty>;
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <Stack gap="lg">
          <ByCodeNotice isProvisioned={isProvisioned && !team.isProvisioned} />
          {!mayAdminister && !isReadOnly && (
            <Text size="sm" c="dimmed">
              {t.readOnly}
            </Text>
          )}
          {tiers.length === 0 && (
            <Card withBorder padding="xl" radius="md">
              <Stack align="center" gap="sm" ta="center">
                <Title order={2} size="h4">
                  {t.none}
                </Title>
                <Text c="dimmed">{members.length === 0 ? t.noMembers : t.noneHelp}</Text>
                {members.length > 0 && (
                  <Group justify="center">
                    <Button onClick={() => setTiers([firstTier(members, true)])}>
                      {t.startRotation}
                    </Button>
                    <Button variant="default" onClick={() => setTiers([firstTier(members, false)])}>
                      {t.startAll}
                    </Button>
                  </Group>
                )}
              </Stack>
            </Card>
          )}
          {tiers.map((tier, place) => (
            <TierCard
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is what identifies a tier
              key={place}
              place={place}
              count={tiers.length}
              tier={tier}
              members={members}
              isDisabled={!mayAdminister}
              onChange={(next) => setTiers(tiers.with(place, next))}
              onMove={(to) => setTiers(moved(tiers, place, to))}
              onRemove={() => setTiers(tiers.toSpliced(place, 1))}
            />
          ))}
          {mayAdminister && (
            <Group>
              <Button
                variant="default"
                leftSection={<Icon name="plus" />}
                onClick={() => setTiers([...tiers, emptyTier()])}
              >
                {t.addTier}
              </Button>
            </Group>
          )}
          {tiers.length > 0 && (
            <AllTiers
              settings={draft.tierSettings ?? null}
              isDisabled={!mayAdminister}
              onChange={(tierSettings) => setDraft({ ...draft, tierSettings })}
            />
          )}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <Stack className="tier-beside" gap="sm">
          <Preview draft={draft} zone={team.timeZoneId ?? 'UTC'} isDirty={isDirty} />
          {writing.isBack && <BackNotice />}
          {Boolean(error) && <ProblemNotice error={error} />}
          {conflict && <ConflictNotice conflict={conflict} discard={writing.discard} />}
          {isDirty && (
            <Alert color="blue" variant="light" p="xs" role="status">
              {t.unsaved}
            </Alert>
          )}
          {mayAdminister && (
            <Group justify="flex-end">
              {isStored && !isDirty && (
                <Confirm
                  label={t.deleteAll}
                  question={t.deleteAllQuestion}
                  action={t.deleteAll}
                  mutation={remove}
                  onConfirm={async () => {
                    await remove.mutateAsync({ params: { ...params, header: asSeen(stored) } });
                    await refreshTiers();
                    tell.done(t.deletedAll);
                  }}
                />
              )}
              <AsCodeButton
                type="tocsin_team_escalations"
                id={isStored ? team.id : null}
                value={draft}
              />
              <Button variant="default" disabled={!isDirty} onClick={writing.discard}>
                {t.reset}
              </Button>
              <Button
                disabled={!isDirty}
                loading={writing.isSaving}
                onClick={() => void writing.submit()}
              >
                {shared.save}
              </Button>
            </Group>
          )}
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

function firstTier(members: readonly Member[], inTurns: boolean): Tier {
  const all = members.map(({ id }) => ({ teamMembershipId: id }));
  const schedule = emptySchedule();
  return {
    ...emptyTier(),
    schedules: [
      inTurns && all.length > 1
        ? {
            ...schedule,
            rotations: all.map((member) => ({ members: [member] })),
            rotationSettings: {
              repeats: 'weekly',
              startsOnDayOfWeek: 'mon',
              startsOnTime: '09:00',
            },
          }
        : { ...schedule, rotations: [{ members: all }] },
    ],
  };
}

async function refreshTiers(): Promise<void> {
  await Promise.all(
    [
      ['get', '/team-escalations/search/list'],
      ['get', '/on-call'],
      ['get', '/on-call/timeline'],
      ['post', '/on-call/timeline/preview'],
      ['get', '/coverage'],
      ['get', '/team/{id}'],
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
