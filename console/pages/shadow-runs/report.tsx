import { Stack, Text } from '@mantine/core';
import { choiceIn } from '../../../openapi/texts/choices.ts';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { channelNames, channelWords } from '../../parts/channels.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { formatDay, formatMoment } from '../../parts/moment.tsx';
import { ObjectTable } from '../../parts/object-table.tsx';
import { Part } from '../../parts/part.tsx';
import { keepAim } from '../../parts/replays/aim.ts';
import { texts } from '../../parts/shadow-runs/texts.ts';
import { TextLink } from '../../parts/text-link.tsx';
import { type Language, useLanguage, useTexts } from '../../parts/texts.tsx';
import { ToObject } from '../../parts/to-object.tsx';

type ShadowReport = components['schemas']['ShadowReport'];
type Difference = ShadowReport['differences'][number];

/** The differences between this server and the other product, day by day and one by one. */
export function Report({ id, product }: { id: string; product: string }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const name = choiceIn(language, product);
  const report = api.useQuery('get', '/shadow-run/{id}/report', { params: { path: { id } } });
  return (
    <Part title={t.compared}>
      <Loaded query={report} lines={4}>
        {({ incidents, unexplained, isReady, precision, days, counts, ...rest }) => (
          <Stack gap="sm">
            <Text size="sm">{t.summary(incidents, unexplained)}</Text>
            {t.notCompared[precision] !== null && <Text size="sm">{t.notCompared[precision]}</Text>}
            {isReady && <Text size="sm">{t.ready}</Text>}
            {counts.length > 0 && (
              <Text size="sm">
                {counts.map(({ kind, count }) => `${t.kinds[kind]}: ${count}`).join(', ')}
              </Text>
            )}
            {days.length > 0 && (
              <ObjectTable
                label={t.day}
                items={days.toReversed()}
                keyOf={({ day }) => day}
                isNarrow
                columns={[
                  { title: t.day, cell: ({ day }) => formatDay(day, language) },
                  { title: t.incidents, cell: (day) => day.incidents },
                  { title: t.differences, cell: (day) => day.differences },
                ]}
              />
            )}
            <Causes causes={rest.causes} />
            {rest.differences.map((difference, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the report is shown as it was answered
              <OneDifference key={index} difference={difference} product={name} />
            ))}
            {rest.hasMore && <Text size="sm">{t.more}</Text>}
          </Stack>
        )}
      </Loaded>
    </Part>
  );
}

/** The integrations and rules by which what differs was told, and where other settings can be tried on it. */
function Causes({ causes }: Pick<ShadowReport, 'causes'>) {
  const t = useTexts(texts);
  if (causes.length === 0) return null;
  return (
    <>
      <ObjectTable
        label={t.causes}
        items={causes}
        keyOf={({ integration, rules }) => [integration?.id, ...rules].join(' ')}
        isNarrow
        columns={[
          {
            title: t.integration,
            cell: ({ integration }) => integration?.displayName ?? t.byHand,
          },
          { title: t.rules, cell: ({ rules }) => rules.join(', ') },
          { title: t.count, cell: ({ count }) => count },
        ]}
      />
      <TextLink to="/on-call/replays">{t.tryIt}</TextLink>
    </>
  );
}

function OneDifference({ difference, product }: { difference: Difference; product: string }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { kind, explained, incidentId, title, openedAt, user, oursAt, theirsAt } = difference;
  const { decidedBy, ours, theirs } = difference;
  const integrationId =
    decidedBy.find(({ entityType }) => entityType === 'InboundIntegration')?.id ?? null;
  const moment = (at: string | null) => (at ? formatMoment(new Date(at), language) : t.never);
  const name = user ? (user.displayName ?? user.email) : null;
  const times = `${t.here} ${moment(oursAt)}, ${product} ${moment(theirsAt)}`;
  return (
    <details
      onToggle={({ currentTarget }) =>
        // The incident that somebody looks at is the one that a change is tried on next.
        currentTarget.open && incidentId && keepAim({ title, openedAt, integrationId })
      }
    >
      <summary>
        {t.kinds[kind]}: {title}
        {kind !== 'NoTwin' && `, ${name ?? t.stranger}: ${times}`}
        {explained !== null && ` (${explained})`}
      </summary>
      <Stack gap="xs" py="xs" fz="sm">
        {incidentId !== null && (
          <TextLink to="/incidents/$incidentId" params={{ incidentId }}>
            {title}
          </TextLink>
        )}
        {decidedBy.length > 0 && (
          <>
            <Text size="sm">{t.tryThis}</Text>
            <ul className="plain-list">
              {decidedBy.map(({ entityType, id, displayName }) => (
                <li key={`${entityType} ${id}`}>
                  {t.deciders[entityType]}{' '}
                  <ToObject entityType={entityType} id={id} isInText>
                    {displayName}
                  </ToObject>
                </li>
              ))}
            </ul>
          </>
        )}
        <Timeline of={t.here} told={ours} />
        <Timeline of={product} told={theirs} />
      </Stack>
    </details>
  );
}

function Timeline({ of, told }: { of: string; told: Difference['ours'] }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  return (
    <>
      <Text size="sm" fw={650}>
        {of}
        {told.length === 0 && `: ${t.nobody}`}
      </Text>
      <ul className="plain-list">
        {told.map(({ at, user, channel }) => (
          <li key={`${at} ${user?.id} ${channel}`}>
            {formatMoment(new Date(at), language)}{' '}
            {user ? (user.displayName ?? user.email) : t.stranger}
            {channel !== null && `, ${channelName(channel, language)}`}
          </li>
        ))}
      </ul>
    </>
  );
}

/** One of the other product may be known by its own name only. */
function channelName(channel: string, language: Language): string {
  const known = channelNames.find((one) => one === channel);
  return known ? channelWords(known).name[language] : channel;
}
