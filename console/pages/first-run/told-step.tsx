import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { wayName } from '../../parts/channels.ts';
import { nameOf } from '../../parts/incident-actions/incident.ts';
import { linkTo } from '../../parts/link-to.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Said } from '../../parts/said/index.ts';
import { TextLink } from '../../parts/text-link.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { Mends } from './mends.tsx';
import { mendsOf } from './mends-of.ts';
import { outcomeOf } from './outcome-of.ts';
import { texts } from './texts.ts';
import { useTest } from './use-test.tsx';

type Told = components['schemas']['IncidentNotification'];

export interface ToldStepProps {
  teamId: string;
  integrationId: string;
  incidentId: string;
  /** Called with the incident of another test. */
  onAgain(incidentId: string): void;
}

/** Deciding who is told takes a moment; after it, nobody means nobody. */
const patienceMilliseconds = 8_000;

const tones = {
  Queued: 'gray',
  Sent: 'blue',
  Delivered: 'teal',
  Answered: 'teal',
  PerhapsSent: 'orange',
  Failed: 'red',
  Dropped: 'red',
} as const;

/** How the test ended: who was told by what and whether it arrived, or that nobody was, why, and what mends that. */
export function ToldStep({ teamId, integrationId, incidentId, onAgain }: ToldStepProps) {
  const t = useTexts(texts);
  const told = api.useQuery('get', '/incident/search/{id}/notifications', {
    params: { path: { id: incidentId }, query: { Limit: 100 } },
  });
  const [isLate, setIsLate] = useState(false);
  useTimeout(() => setIsLate(true), patienceMilliseconds, { autoInvoke: true });
  const test = useTest(integrationId);
  const again = () => test.again(incidentId).then((id) => id && onAgain(id));
  return (
    <Loaded query={told} lines={3}>
      {({ notifications }) => {
        const outcome = outcomeOf(notifications, isLate);
        const isGood = outcome === 'arrived' || outcome === 'sent';
        return (
          <Stack gap="sm" maw={640}>
            <Alert color={colours[outcome]} title={t.outcomes[outcome]} role="status">
              <Text size="sm">{t.outcomeHelp[outcome]}</Text>
            </Alert>
            {notifications.length > 0 && (
              <ul className="told-list">
                {once(notifications).map((one) => (
                  <Message key={one.id} told={one} />
                ))}
              </ul>
            )}
            <Mends
              needs={mendsOf(notifications)}
              teamId={teamId}
              isNobody={
                outcome === 'instead' || (outcome === 'nobody' && notifications.length === 0)
              }
              isTold={isGood}
            />
            {test.problem}
            <Group gap="sm">
              <Button
                variant={isGood ? 'default' : 'filled'}
                loading={test.isPending}
                onClick={() => void again()}
              >
                {t.testAgain}
              </Button>
              <Button variant={isGood ? 'filled' : 'default'} renderRoot={linkTo({ to: '/' })}>
                {t.end}
              </Button>
              <TextLink to="/incidents/$incidentId" params={{ incidentId }}>
                {t.toIncident}
              </TextLink>
            </Group>
          </Stack>
        );
      }}
    </Loaded>
  );
}

const colours = {
  arrived: 'teal',
  sent: 'teal',
  instead: 'orange',
  waits: 'blue',
  tried: 'orange',
  nobody: 'red',
} as const;

/** Each person and tool once for each way: what follows says the same. */
function once(notifications: readonly Told[]): Told[] {
  const seen = new Map<string, Told>();
  for (const one of notifications) {
    const key = `${one.user?.id} ${one.outboundIntegration?.id} ${one.channel} ${one.status}`;
    if (!seen.has(key)) seen.set(key, one);
  }
  return [...seen.values()];
}

function Message({ told }: { told: Told }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { user, outboundIntegration, channel, recipient, status, reason, attempts, dueAt } = told;
  const last = attempts.at(-1);
  const problem = reason ?? last?.error;
  const sentence = reason ? told.reasonSentence : (last?.errorSentence ?? null);
  // A message that was not even tried has no time: the one that was planned may not have come.
  const at = last?.at ?? (status === 'Queued' ? dueAt : null);
  const who = outboundIntegration?.displayName ?? (user && nameOf(user)) ?? '';
  return (
    <li className="breaks-anywhere">
      <Group gap="xs">
        <Text span size="sm" fw={600}>
          {who}
        </Text>
        <Badge variant="light" color={tones[status]} className="whole">
          {wayName(channel, language)}: {t.deliveries[status]}
        </Badge>
        <Text span size="sm" c="dimmed">
          {recipient} {at && <Moment at={at} absolute />}
        </Text>
      </Group>
      {problem && (
        <Text size="sm">
          <Said text={problem} sentence={sentence} />
        </Text>
      )}
    </li>
  );
}
