import { Alert, Stack, Text } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { shortMoment } from '../../parts/duty-timeline/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { ownZone } from '../../parts/local-time.ts';
import { Moment, relative } from '../../parts/moment.tsx';
import { Said } from '../../parts/said/index.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

type Schemas = components['schemas'];
type Result = NonNullable<Schemas['GuaranteeStatus']['result']>;

export interface StandingProps {
  result: Schemas['GuaranteeStatus']['result'];
  checkedAt: string | null;
  stateSince: string | null;
  isBeingChecked: boolean;
}

const colors: Record<Result['state'], string> = {
  Broken: 'red',
  BreaksOn: 'orange',
  NotDecided: 'gray',
  Vacuous: 'gray',
  Holds: 'teal',
};

/** In one glance: whether it holds, until when or from when not, and how fresh that is. */
export function Standing({ result, ...same }: StandingProps) {
  const t = useTexts(texts);
  const headline = useHeadline();
  const { checkedAt, stateSince, isBeingChecked } = same;
  if (result === null || checkedAt === null)
    return <Alert color="gray" variant="light" icon={<Icon name="clock" />} title={t.unchecked} />;
  const { state, reason, reasonSentence, incidentClasses, timeClasses } = result;
  return (
    <Alert
      color={colors[state]}
      variant="light"
      icon={<Icon name={state === 'Holds' ? 'check' : 'alert'} />}
      title={headline(result)}
      className="breaks-anywhere"
    >
      <Stack gap={4}>
        {reason && (
          <Text size="sm">
            <Said text={reason} sentence={reasonSentence} />
          </Text>
        )}
        <Text size="sm">
          {isBeingChecked && `${t.isOld} `}
          {t.checked} <Moment at={checkedAt} />
          {stateSince !== null && (
            <>
              {' · '}
              {t.inStateSince} <Moment at={stateSince} absolute />
            </>
          )}
          {incidentClasses > 0 && ` · ${t.played(incidentClasses, timeClasses)}`}
        </Text>
      </Stack>
    </Alert>
  );
}

function useHeadline() {
  const t = useTexts(texts);
  const { language } = useLanguage();
  return ({ state, firstBreakAt, holes, until }: Result): string => {
    const moment = (at: string) => shortMoment(Date.parse(at), language, ownZone());
    if (state === 'Holds') return t.holdsUntil(moment(until));
    if (state === 'BreaksOn' && firstBreakAt !== null)
      return t.breaksOn(
        relative(Date.parse(firstBreakAt) - Date.now(), language),
        moment(firstBreakAt),
      );
    const [first] = holes;
    if (state === 'Broken' && first) return t.brokenUntil(moment(first.end), first.end >= until);
    return t.stateTitles[state];
  };
}
