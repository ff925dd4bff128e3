import { Anchor, Button, Group, MultiSelect, SegmentedControl, Stack } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMe } from '../../api/session.tsx';
import { useKept } from '../../parts/draft/index.ts';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { addDays, dateOf, ownZone } from '../../parts/local-time.ts';
import { useNames } from '../../parts/names.ts';
import { Page } from '../../parts/page.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { useClear } from '../../parts/use-clear.ts';
import { CalendarsOfPeople } from './calendars-of-people.tsx';
import { type Draft, OverrideDialog } from './override-dialog.tsx';
import { OwnDuty } from './own-duty.tsx';
import { type OnCallSearch, spans, views } from './search.ts';
import { TeamCard } from './team-card.tsx';
import { texts } from './texts.ts';
import { useNow } from './use-now.ts';
import { useTimeline } from './use-timeline.ts';

/** More teams at once nobody looks at. */
const teamsShown = 12;

export default function OnCallPage() {
  const t = useTexts(texts);
  const clear = useClear();
  const me = useMe();
  const now = useNow();
  const search = useSearch({ from: '/on-call' });
  const navigate = useNavigate({ from: '/on-call' });
  const names = useNames('Team');
  const { value: draft, set: setDraft } = useKept<Draft | null>('override dialog', null);

  const own = me.teams.map(({ id }) => id);
  const known = [...(names.data?.keys() ?? [])];
  const chosen = search.team?.length
    ? search.team
    : (own.length > 0 ? own : known).slice(0, teamsShown);
  const today = dateOf(now, ownZone());
  const from = search.from ?? today;
  const count = search.days ?? 14;
  const view = search.view ?? 'tiers';
  const timeline = useTimeline(chosen, from, count);
  const show = (changes: Partial<OnCallSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });

  return (
    <Page
      title={t.title}
      actions={
        <>
          <CalendarsOfPeople />
          <Button
            variant="default"
            leftSection={<Icon name="play" />}
            renderRoot={(props) => <Link to="/on-call/simulation" {...props} />}
          >
            {t.simulate}
          </Button>
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
        </>
      }
    >
      <OwnDuty now={now} />
      <Group gap="sm" align="flex-end">
        <MultiSelect
          label={t.teams}
          placeholder={search.team?.length ? undefined : t.allOwn}
          data={[...(names.data ?? [])].map(([value, label]) => ({ value, label }))}
          value={search.team ?? []}
          onChange={(team) => show({ team })}
          searchable
          {...clear(t.teams)}
          maxValues={teamsShown}
          className="on-call-teams"
        />
        <Group gap={4}>
          <Button
            variant="default"
            aria-label={t.earlier}
            px={8}
            onClick={() => show({ from: addDays(from, -count) })}
          >
            <Icon name="left" />
          </Button>
          <Button
            variant="default"
            onClick={() => show({ from: undefined })}
            disabled={from === today}
          >
            {t.today}
          </Button>
          <Button
            variant="default"
            aria-label={t.later}
            px={8}
            onClick={() => show({ from: addDays(from, count) })}
          >
            <Icon name="right" />
          </Button>
        </Group>
        <SegmentedControl
          aria-label={t.spanLabel}
          data={spans.map((days) => ({ value: String(days), label: t.spans[days] }))}
          value={String(count)}
          onChange={(days) => show({ days: spans.find((one) => String(one) === days) })}
        />
        <SegmentedControl
          aria-label={t.viewLabel}
          data={views.map((one) => ({ value: one, label: t.views[one] }))}
          value={view}
          onChange={(chosenView) => show({ view: views.find((one) => one === chosenView) })}
        />
      </Group>
      {chosen.length === 0 && names.data ? (
        <Empty title={t.noTeams}>
          <Stack align="center" gap="xs">
            {t.noTeamsHelp}
            <Anchor href="/teams">{t.toTeams}</Anchor>
          </Stack>
        </Empty>
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
      {draft && timeline.data && (
        <OverrideDialog
          draft={draft}
          teams={timeline.data.teams}
          users={timeline.data.users}
          onClose={() => setDraft(null)}
        />
      )}
    </Page>
  );
}
