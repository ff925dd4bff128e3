import { Button, Skeleton, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { useMe } from '../../api/session.tsx';
import { useKept } from '../../parts/draft/use-kept.ts';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Later, later } from '../../parts/later/index.ts';
import { linkTo } from '../../parts/link-to.tsx';
import { Loaded, Waiting } from '../../parts/loaded.tsx';
import { dateOf, ownZone } from '../../parts/local-time.ts';
import { useNames } from '../../parts/names.ts';
import { navigation, navigationTexts } from '../../parts/navigation.ts';
import { Page } from '../../parts/page.tsx';
import { PhoneFold } from '../../parts/phone-fold.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { useNow } from '../../parts/use-now.ts';
import { usePatience } from '../../parts/use-patience.ts';
import { CalendarsOfPeople } from './calendars-of-people.tsx';
import type { Draft } from './override-draft.ts';
import { OwnDuty } from './own-duty.tsx';
import { defaults, type OnCallSearch } from './search.ts';
import { TeamCard } from './team-card.tsx';
import { texts } from './texts.ts';
import { useOpenCover } from './use-open-cover.ts';
import { shownOf, useOwnTimeline, useTimeline } from './use-timeline.ts';

const OnCallFilters = later(() => import('./on-call-filters.tsx'));
const OwnCover = later(() => import('./own-cover.tsx'));
const OverrideDialog = later(() => import('./override-dialog.tsx'));

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
  const shown = shownOf(search, own.length > 0 ? own : known, now);
  const { chosen, from, count } = shown;
  const view = search.view ?? defaults.view;
  const timeline = useTimeline(shown);
  const isWhole = useIsWhole(now);
  const show = (changes: Partial<OnCallSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });

  return (
    <Page
      title={t.title}
      actions={
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
      }
      below={<Below />}
    >
      {isWhole ? (
        <>
          <OwnDuty now={now} />
          <Cover />
          <PhoneFold icon="calendar" label={`${t.spans[count]} · ${t.views[view]}`}>
            {/* As high as one row of fields, so that nothing moves. */}
            <Later fallback={<Skeleton height={58} />}>
              <OnCallFilters
                search={search}
                names={names.data}
                today={dateOf(now, ownZone())}
                show={show}
              />
            </Later>
          </PhoneFold>
          {chosen.length === 0 && names.data ? (
            <NoTeams />
          ) : (
            <Loaded query={timeline}>
              {(data) => (
                <Stack gap="lg">
                  {data.teams.map((team) => (
                    <TeamCard
                      key={team.team.id}
                      {...{ team, from, count, view, now }}
                      users={data.users}
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
        <Later onMissing={() => setDraft(null)}>
          <OverrideDialog
            draft={draft}
            teams={timeline.data.teams}
            users={timeline.data.users}
            onClose={() => setDraft(null)}
          />
        </Later>
      )}
    </Page>
  );
}

/** Whether the parts above the teams can be shown: all of them in one step, so that nothing moves. */
function useIsWhole(now: number): boolean {
  const isComing = [useOwnTimeline(now), useOpenCover()].some(({ isLoading }) => isLoading);
  // Most of the page, drawn in slices.
  return useDeferredValue(!usePatience() || !isComing);
}

/** Comes when there is any. */
function Cover() {
  const open = useOpenCover();
  if (!open.data?.coverRequests.length) return null;
  return (
    <Later>
      <OwnCover />
    </Later>
  );
}

function Below() {
  const names = useTexts(navigationTexts);
  return (
    <>
      {navigation
        .filter(({ under }) => under === '/on-call')
        .map(({ to, text }) => (
          <Button key={text} variant="subtle" size="compact-sm" px={6} renderRoot={linkTo({ to })}>
            {names[text]}
          </Button>
        ))}
      <CalendarsOfPeople />
    </>
  );
}

function NoTeams() {
  const t = useTexts(texts);
  return (
    <Empty title={t.noTeams}>
      <Stack align="center" gap="xs">
        {t.noTeamsHelp}
        <TextLink to="/teams">{t.toTeams}</TextLink>
      </Stack>
    </Empty>
  );
}
