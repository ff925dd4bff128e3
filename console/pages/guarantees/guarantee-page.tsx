import { Alert, Paper, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useId } from 'react';
import { api } from '../../api/client.ts';
import { Icon } from '../../parts/icon.tsx';
import { Loaded, LoadedPage } from '../../parts/loaded.tsx';
import { KindForm, ObjectPage } from '../../parts/objects/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import { Example } from './example.tsx';
import { Mendings } from './mendings.tsx';
import { Says } from './says.tsx';
import { Standing } from './standing.tsx';
import { StateBadge } from './state-badge.tsx';
import { Strip } from './strip.tsx';
import { texts } from './texts.ts';
import { WhatIf } from './what-if.tsx';

/** As many times as there are. */
const timesMax = 750;
/** A check comes some seconds after a change. */
const checkingMilliseconds = 4_000;
const restingMilliseconds = 60_000;

/** How a guarantee stands: when it breaks, by which incident, and what decided about it; below it what it says. */
export default function GuaranteePage() {
  const t = useTexts(texts);
  const { id } = useParams({ from: '/on-call/guarantees/$id' });
  const guarantee = api.useQuery('get', '/guarantee/{id}', { params: { path: { id } } });
  const status = api.useQuery(
    'get',
    '/guarantee/{id}/status',
    { params: { path: { id }, query: { Times: timesMax } } },
    {
      refetchInterval: ({ state }) =>
        state.data?.isBeingChecked === false ? restingMilliseconds : checkingMilliseconds,
    },
  );
  const own = useId();
  return (
    <LoadedPage query={guarantee}>
      {(object) => (
        <ObjectPage
          kind="guarantee"
          t={t}
          object={{ ...object, teamId: null }}
          isWide
          mark={
            status.data && (
              <StateBadge
                state={status.data.result?.state ?? null}
                isBeingChecked={status.data.isBeingChecked}
              />
            )
          }
        >
          {(form) => (
            <>
              <Says guarantee={object} />
              {object.isAlarmLost && (
                <Alert color="orange" variant="light" icon={<Icon name="alert" />}>
                  {t.alarmLost}
                </Alert>
              )}
              <Loaded query={status}>
                {({ result, ...same }) => (
                  <>
                    <Standing result={result} {...same} />
                    {result && same.checkedAt !== null && (
                      <Strip result={result} from={same.checkedAt} />
                    )}
                    {result?.counterExample && (
                      <>
                        <Example example={result.counterExample} told={object.told} />
                        <Mendings mendings={result.counterExample.mendings} />
                      </>
                    )}
                  </>
                )}
              </Loaded>
              <WhatIf guarantee={object} />
              <Paper
                component="section"
                withBorder
                p="md"
                radius="md"
                aria-labelledby={own}
                maw={860}
              >
                <Title order={2} size="h4" id={own} mb="md">
                  {t.settings}
                </Title>
                <KindForm kind="guarantee" {...form} stored={object} />
              </Paper>
            </>
          )}
        </ObjectPage>
      )}
    </LoadedPage>
  );
}
