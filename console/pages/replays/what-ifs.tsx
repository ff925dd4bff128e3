import { Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { Code } from '../../parts/code.tsx';
import { formatMoment } from '../../parts/moment.tsx';
import { Part } from '../../parts/part.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { isGoing, KindBadges, type Noise, type Replay } from '../../parts/replays/index.ts';
import { Said } from '../../parts/said/index.ts';
import { TextLink } from '../../parts/text-link.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { noiseTexts } from './noise-texts.ts';

type WhatIf = Noise['whatIfs'][number];

/** Changes that were tried, each with what it saves and what it costs. */
export function WhatIfs({ replay, noise: { whatIfs } }: { replay: Replay; noise: Noise }) {
  const t = useTexts(noiseTexts);
  if (whatIfs.length === 0 && isGoing(replay)) return null;
  return (
    <Part title={t.whatIfs} note={t.whatIfsHelp}>
      {whatIfs.length === 0 ? (
        <Text size="sm">{t.noWhatIfs}</Text>
      ) : (
        <ul className="plain-list replay-groups">
          {whatIfs.map((one) => (
            <li key={one.kind + one.text} className="replay-group">
              <OneWhatIf replay={replay} whatIf={one} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function OneWhatIf({ replay, whatIf }: { replay: Replay; whatIf: WhatIf }) {
  const t = useTexts(noiseTexts);
  const { text, textSentence, code, present, changed, kinds, workedOn } = whatIf;
  return (
    <Stack gap={6} className="breaks-anywhere">
      <Text size="sm" fw={600}>
        <Said text={text} sentence={textSentence} />
      </Text>
      <Group gap={6}>
        <span className="badge" data-tone="Resolved">
          {t.saved(present.wakeUps, changed.wakeUps)}
        </span>
        <span className="badge" data-tone="none">
          {t.savedNeedless(present.needless, changed.needless)}
        </span>
        <KindBadges kinds={kinds} />
      </Group>
      {workedOn === 0 ? <Text size="sm">{t.harmless}</Text> : <Harm whatIf={whatIf} />}
      <Code text={code} label={text} />
      <ToReplay replay={replay} whatIf={whatIf} />
    </Stack>
  );
}

/** Incidents that somebody worked on and of which people would have been told otherwise. */
function Harm({ whatIf: { workedOn, workedOnKinds, workedOnExamples } }: { whatIf: WhatIf }) {
  const t = useTexts(noiseTexts);
  const { language } = useLanguage();
  const told = (at: string | null) =>
    at === null ? t.nobody : formatMoment(new Date(at), language);
  return (
    <Stack gap={4}>
      <Group gap={6}>
        <Text size="sm" fw={600}>
          {t.harm(workedOn)}
        </Text>
        <KindBadges kinds={workedOnKinds} />
      </Group>
      <ul className="plain-list">
        {workedOnExamples.map(({ incidentIds, presentAt, changedAt }) => (
          <li key={incidentIds.join()}>
            <Text size="sm">
              {incidentIds.map((id) => (
                <span key={id}>
                  <TextLink to="/incidents/$incidentId" params={{ incidentId: id }} isInText>
                    {t.incident}
                  </TextLink>{' '}
                </span>
              ))}
              {t.told(told(presentAt), told(changedAt))}
            </Text>
          </li>
        ))}
        {workedOn > workedOnExamples.length && (
          <li>
            <Text size="sm">{t.more(workedOn - workedOnExamples.length)}</Text>
          </li>
        )}
      </ul>
    </Stack>
  );
}

/** The same as a replay, with both courses of its examples. */
function ToReplay({ replay: { from, until }, whatIf }: { replay: Replay; whatIf: WhatIf }) {
  const t = useTexts(noiseTexts);
  const navigate = useNavigate();
  const begin = api.useMutation('post', '/replay', {
    onSuccess: ({ id }) => navigate({ to: '/on-call/replays/$id', params: { id } }),
  });
  return (
    <>
      <Group>
        <Button
          variant="default"
          size="compact-sm"
          loading={begin.isPending}
          onClick={() => begin.mutate({ body: { changes: whatIf.changes, from, until } })}
        >
          {t.replay}
        </Button>
      </Group>
      {begin.error && <ProblemNotice error={begin.error} />}
    </>
  );
}
