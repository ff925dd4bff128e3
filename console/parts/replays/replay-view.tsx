import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { useSay } from '../announce.ts';
import { numberFormat } from '../formats.ts';
import { Icon } from '../icon.tsx';
import { formatMoment } from '../moment.tsx';
import { Part } from '../part.tsx';
import { ProblemNotice } from '../problem-notice.tsx';
import { Said } from '../said/index.ts';
import { useLanguage, useTexts } from '../texts.tsx';
import { ChangedObjects } from './changed-objects.tsx';
import { Groups } from './groups.tsx';
import { KindBadges } from './state-badge.tsx';
import { texts } from './texts.ts';
import { isGoing, type Replay } from './types.ts';

const runningMilliseconds = 1500;

/** A replay, asked for again as long as it waits or runs. */
export function useReplay(id: string | null) {
  return api.useQuery(
    'get',
    '/replay/{id}',
    { params: { path: { id: id ?? '' } } },
    {
      enabled: id !== null,
      refetchInterval: ({ state }) => (isGoing(state.data) ? runningMilliseconds : false),
    },
  );
}

/** The findings of a replay, which may still be running. */
export function ReplayView({ replay }: { replay: Replay }) {
  return (
    <Stack gap="md">
      <Outcome replay={replay} />
      {replay.groups.length > 0 && <Groups replay={replay} />}
      <Belief replay={replay} />
    </Stack>
  );
}

function Outcome({ replay }: { replay: Replay }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { state, reason, reasonSentence, different, compared, couldNotDiffer } = replay;
  const moment = (at: string) => formatMoment(new Date(at), language);
  const isOver = state === 'Done';
  const isWaiting = state === 'Waiting';
  useSay(`${t.states[state]}. ${isOver ? t.differ(different, compared) : ''}`);
  const notes = [
    t.payloads(replay.payloads),
    ...(couldNotDiffer > 0 ? [t.unable(couldNotDiffer)] : []),
    ...(replay.isCut ? [t.isCut] : []),
    ...(replay.people === 'Nobody' ? [t.nobodyActs] : []),
    ...(replay.asItWas ? [t.wasAsItWas] : []),
    ...(replay.openBefore > 0 ? [t.openBefore(replay.openBefore)] : []),
    ...(replay.hidden > 0 ? [t.hidden(replay.hidden)] : []),
  ];
  return (
    <Alert
      color={state === 'Stopped' ? 'orange' : isOver && different === 0 ? 'teal' : 'blue'}
      variant="light"
      icon={<Icon name={isWaiting ? 'clock' : isOver && different === 0 ? 'check' : 'alert'} />}
      title={
        isWaiting ? t.states.Waiting : (isOver ? t.differ : t.runningDiffer)(different, compared)
      }
      className="breaks-anywhere"
    >
      <Stack gap={6}>
        {!isOver && !isWaiting && (
          <Text size="sm">
            {t.states[state]}. {t.reached(moment(replay.reachedAt))}.{' '}
            {reason !== null && <Said text={reason} sentence={reasonSentence} />}
          </Text>
        )}
        {isGoing(replay) && <Running replay={replay} />}
        <Text size="sm">{t.span(moment(replay.from), moment(replay.until))}</Text>
        <Text size="sm">
          {t.change}: <ChangedObjects replay={replay} />
        </Text>
        {isOver && different === 0 && compared > 0 && <Text size="sm">{t.same}</Text>}
        <Group gap={6}>
          <KindBadges kinds={replay.kinds} />
        </Group>
        {!isWaiting && <Text size="sm">{notes.join(' ')}</Text>}
      </Stack>
    </Alert>
  );
}

/** How far it has come or what it waits for, and how to end it. */
export function Running({ replay }: { replay: Replay }) {
  const { id, state, progress, ahead, isBehindOthers } = replay;
  const t = useTexts(texts);
  const behindOwn = ahead > 0 ? t.waitsFor(ahead) : t.beginsSoon;
  const waitsFor = isBehindOthers ? t.waitsForOthers : behindOwn;
  const cancelling = api.useMutation('post', '/replay/{id}/cancel', {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['get', '/replay/{id}'] }),
  });
  return (
    <Stack gap={6}>
      {state === 'Waiting' ? (
        <Text size="sm">{waitsFor}</Text>
      ) : (
        <Progress value={100 * progress} aria-label={t.states.Running} />
      )}
      <Group>
        <Button
          variant="default"
          size="compact-sm"
          loading={cancelling.isPending}
          onClick={() => cancelling.mutate({ params: { path: { id } } })}
        >
          {t.cancel}
        </Button>
      </Group>
      {cancelling.error && <ProblemNotice error={cancelling.error} />}
    </Stack>
  );
}

/** How much of what was really sent a replay of the present configuration sends, too, and why it may be less. */
export function Belief({ replay: { calibration } }: { replay: Replay }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  if (!calibration) return null;
  const { share, sent, reproduced, additional, failed, changedSince } = calibration;
  const changed = changedSince.reduce((sum, { count }) => sum + count, 0);
  const percent = numberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const sentences = [
    share === null ? t.nothingSent : t.reproduced(reproduced, sent, percent.format(share)),
    ...(additional > 0 ? [t.additional(additional)] : []),
    ...(failed > 0 ? [t.failed(failed)] : []),
    ...(changed > 0 ? [t.changedSince(changed)] : []),
  ];
  return (
    <Part title={t.calibration}>
      <Text size="sm">{sentences.join(' ')}</Text>
    </Part>
  );
}
