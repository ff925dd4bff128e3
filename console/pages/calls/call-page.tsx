import { Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import {
  CallBack,
  callerOf,
  callTexts,
  isCalledBack,
  OutcomeBadge,
  takerOf,
  Voicemail,
} from '../../parts/call/index.ts';
import { formatDuration } from '../../parts/duration.ts';
import { LoadedPage } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Page } from '../../parts/page.tsx';
import { Said } from '../../parts/said/index.ts';
import { TextLink } from '../../parts/text-link.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { CallLog } from './call-log.tsx';
import { DeleteCalls, Deleted } from './delete-calls.tsx';
import { Facts } from './facts.tsx';
import { texts } from './texts.ts';

type Call = components['schemas']['CallSessionDetail'];
type Deletion = components['schemas']['CallerDeletion'];

/** While there is more to come. */
const refetchInterval = 5_000;

export default function CallPage() {
  const { callId } = useParams({ from: '/calls/$callId' });
  const call = api.useQuery(
    'get',
    '/call-session/{id}',
    { params: { path: { id: callId } } },
    {
      refetchInterval: ({ state: { data } }) =>
        data &&
        (data.outcome === 'Ongoing' || data.recording?.state === 'Pending' || isCalledBack(data))
          ? refetchInterval
          : false,
    },
  );
  const t = useTexts(texts);
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  if (deletion)
    return (
      <Page title={t.title} above={[{ title: t.title, to: '/calls' }]}>
        <Deleted deletion={deletion} />
      </Page>
    );
  return (
    <LoadedPage query={call}>{(data) => <Shown call={data} onDeleted={setDeletion} />}</LoadedPage>
  );
}

function Shown({ call, onDeleted }: { call: Call; onDeleted(deletion: Deletion): void }) {
  const t = useTexts(texts);
  const ofCall = useTexts(callTexts);
  const { language } = useLanguage();
  const { integration, incidentId, incidentReason, incidentReasonSentence } = call;
  const duration = (seconds: number | null) =>
    seconds === null ? null : formatDuration(seconds * 1000, language);
  return (
    <Page
      title={t.callFrom(callerOf(call, ofCall))}
      above={[{ title: t.title, to: '/calls' }]}
      mark={<OutcomeBadge outcome={call.outcome} />}
    >
      <Stack gap="xl">
        {call.endReason !== null && (
          <Text>
            <Said text={call.endReason} sentence={call.endReasonSentence} />
          </Text>
        )}
        <Facts
          facts={[
            [t.started, <Moment key="at" at={call.startedAt} absolute />],
            [t.duration, duration(call.durationSeconds)],
            [
              t.called,
              <TextLink
                key="number"
                to="/integrations/$integrationId"
                params={{ integrationId: integration.id }}
              >
                {`${integration.displayName} (${call.calledNumber})`}
              </TextLink>,
            ],
            [t.teams, call.teams.map(({ displayName }) => displayName).join(', ')],
            [t.acceptedBy, takerOf(call, ofCall)],
            [t.secondsToAnswer, duration(call.secondsToAnswer)],
            [t.dialed, call.dialedCount],
            [t.key, call.menuKey],
            [
              t.incident,
              incidentId === null ? (
                incidentReason && (
                  <Said key="reason" text={incidentReason} sentence={incidentReasonSentence} />
                )
              ) : (
                <TextLink key="incident" to="/incidents/$incidentId" params={{ incidentId }}>
                  {t.openIncident}
                </TextLink>
              ),
            ],
            [t.carrierId, `${call.provider} ${call.providerCallId}`],
          ]}
        />
        <CallBack call={call} />
        <Voicemail call={call} />
        <CallLog log={call.log} start={call.startedAt} />
        <DeleteCalls call={call} onDeleted={onDeleted} />
      </Stack>
    </Page>
  );
}
