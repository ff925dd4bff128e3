import { Text, Title } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useNames } from '../names.ts';
import { useTexts } from '../texts.tsx';
import { Branch, Heard, Step } from './boxes.tsx';
import { drawnFlow, type Flow } from './flow.ts';
import { Missed, RouteSteps } from './route-steps.tsx';
import { texts } from './texts.ts';

export interface CallFlowProps {
  phoneNumber: string | null;
  /** The team of the integration. */
  teamId: string;
  flow: Flow | undefined;
}

/** The path of a caller, from the first ring to the end: lists that are drawn as a picture, and read as lists. */
export function CallFlow({ phoneNumber, teamId, flow }: CallFlowProps) {
  const t = useTexts(texts);
  const teams = useNames('Team');
  const { welcome, allowed, blocked, missedSeconds, menu, routes } = drawnFlow(flow, teamId);
  const teamIds = [...new Set(routes.map((route) => route.teamId))].toSorted();
  const onCall = api.useQuery(
    'get',
    '/on-call',
    { params: { query: { TeamIds: teamIds } } },
    { staleTime: 60_000 },
  );
  const steps = (place: number) => {
    const route = routes[place];
    return (
      route && (
        <RouteSteps
          route={route}
          teamName={teams.data?.get(route.teamId) ?? t.aTeam}
          memberships={onCall.data?.memberships.filter(({ team }) => team.id === route.teamId)}
        />
      )
    );
  };
  return (
    <section className="call-flow" aria-label={t.title}>
      <Title order={2} size="h4">
        {t.title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t.lead}
      </Text>
      <ol className="flow-steps">
        <Step title={t.calls(phoneNumber ?? t.noNumber)}>
          {blocked > 0 && <p>{t.blocked(blocked)}</p>}
          {allowed > 0 && <p>{t.allowed(allowed)}</p>}
        </Step>
        {welcome !== null && (
          <Step title={t.welcome}>
            <Heard prompt={welcome} />
          </Step>
        )}
        {menu === null ? (
          steps(0)
        ) : (
          <li className="flow-fork">
            <div className="flow-box">
              <strong>{t.menu}</strong>
              <p>{t.menuWaits(menu.attempts, menu.keySeconds)}</p>
              {routes.length === 0 && <p>{t.noOptions}</p>}
            </div>
            <ul className="flow-branches">
              {routes.map(({ key }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: while it is edited a key may be there twice
                <Branch key={place} title={t.key(key ?? '')}>
                  {steps(place)}
                </Branch>
              ))}
              <Branch title={t.noKey}>
                <Step title={t.noKeyThen} isEnd>
                  <Missed seconds={missedSeconds} />
                </Step>
              </Branch>
            </ul>
          </li>
        )}
      </ol>
    </section>
  );
}
