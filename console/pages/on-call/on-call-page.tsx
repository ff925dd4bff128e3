import { Anchor, Button, Stack } from '@mantine/core';
import { type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useMe } from '../../api/session.tsx';
import { useKept } from '../../parts/draft/use-kept.ts';
import { Empty } from '../../parts/empty.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { linkTo } from '../../parts/link-to.tsx';
import { Loaded, Waiting } from '../../parts/loaded.tsx';
import { dateOf, ownZone } from '../../parts/local-time.ts';
import { useNames } from '../../parts/names.ts';
import { Page } from '../../parts/page.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { usePatience } from '../../parts/use-patience.ts';
import { CalendarsOfPeople } from './calendars-of-people.tsx';
import { OnCallFilters, teamsShown } from './on-call-filters.tsx';
import type { Draft } from './override-draft.ts';
import { OwnCover, useOpenCover } from './own-cover.tsx';
import { OwnDuty } from './own-duty.tsx';
import { defaults, type OnCallSearch } from './search.ts';
import { TeamCard } from './team-card.tsx';
import { texts } from './texts.ts';
import { useNow } from './use-now.ts';
import { useOwnTimeline, useTimeline } from './use-timeline.ts';

const OverrideDialog = lazy(() => import('./override-dialog.tsx'));

export default function OnCallPage() {
  const t = useTexts(texts);
  const me = useMe();
  const now = useNow();
  const search = useSearch({ from: '/on-call' });
  const navigate = useNavigate({ from: '/on-call' });
  const names = useNames('Team');
  const { value: draft, set: setDraft } = useKept<Draft | null>('override dialog', null, {
    isOfTab: true,
  });

  const own = me.teams.map(({ id }) => id);
  const known = [...(names.data?.keys() ?? [])];
  const usual = (own.length > 0 ? own : known).slice(0, teamsShown);
  const chosen = search.team?.length ? search.team : usual;
  const today = dateOf(now, ownZone());
  const from = search.from ?? today;
  const count = search.days ?? defaults.days;
  const view = search.view ?? defaults.view;
  const timeline = useTimeline(chosen, from, count);
  const isWhole = useIsWhole(now);
  const show = (changes: Partial<OnCallSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });

  return (
    <Page
      title={t.title}
      actions={
        <>
          <Button
            leftSection={<Icon name="plus" />}
            disabled={!timeline.data?.teams.length}
            onClick={() => {
              const [team] = timeline.data?.teams ?? [];
              if (team)
                setDraft({ team, bar: null, start: null, end: null, tier: null, userId: null });
            }}
          >
            {t.addOverride}
          </Button>
          <CalendarsOfPeople />
          <FurtherPages />
        </>
      }
    >
      {isWhole ? (
        <>
          <OwnDuty now={now} />
          <OwnCover />
          <OnCallFilters search={search} names={names.data} today={today} show={show} />
          {chosen.length === 0 && names.data ? (
            <NoTeams />
          ) : (
            <Loaded query={timeline}>
              {(data) => (
                <Stack gap="lg">
                  {data.teams.map((team) => (
                    <TeamCard
                      key={team.team.id}
                      team={team}
                      users={data.users}
                      from={from}
                      count={count}
                      view={view}
                      now={now}
                      asked={data}
                      onDraft={setDraft}
                    />
                  ))}
                </Stack>
              )}
            </Loaded>
          )}
        </>
      ) : (
        <Waiting lines={12} />
      )}
      {draft && timeline.data && (
        <Suspense>
          <OverrideDialog
            draft={draft}
            teams={timeline.data.teams}
            users={timeline.data.users}
            onClose={() => setDraft(null)}
          />
        </Suspense>
      )}
    </Page>
  );
}

/** What stands above the teams comes in one step, so that nothing moves. */
function useIsWhole(now: number): boolean {
  const isComing = [useOwnTimeline(now), useOpenCover()].some(({ isLoading }) => isLoading);
  return !usePatience() || !isComing;
}

function FurtherPages() {
  const t = useTexts(texts);
  return (
    <>
      <PageButton to="/on-call/schedules" icon="layers" text={t.schedules} />
      <PageButton to="/on-call/policies" icon="split" text={t.policies} />
      <PageButton to="/on-call/support-hours" icon="clock" text={t.supportHours} />
      <PageButton to="/on-call/guarantees" icon="shield" text={t.guarantees} />
      <PageButton to="/on-call/replays" icon="refresh" text={t.replays} />
      <PageButton to="/on-call/simulation" icon="play" text={t.simulate} />
    </>
  );
}

function PageButton({ to, icon, text }: { to: LinkProps['to']; icon: IconName; text: string }) {
  return (
    <Button variant="default" leftSection={<Icon name={icon} />} renderRoot={linkTo({ to })}>
      {text}
    </Button>
  );
}

function NoTeams() {
  const t = useTexts(texts);
  return (
    <Empty title={t.noTeams}>
      <Stack align="center" gap="xs">
        {t.noTeamsHelp}
        <Anchor href="/teams">{t.toTeams}</Anchor>
      </Stack>
    </Empty>
  );
}
