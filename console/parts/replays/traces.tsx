import { Group, Stack, Text } from '@mantine/core';
import { wayName } from '../channels.ts';
import { formatMoment, formatTimeOfDay, Moment } from '../moment.tsx';
import { useNames } from '../names.ts';
import { Said } from '../said/index.ts';
import { SeverityBadge } from '../severity-badge.tsx';
import { TextLink } from '../text-link.tsx';
import { useLanguage, useTexts } from '../texts.tsx';
import { ObjectLink } from './changed-objects.tsx';
import { texts } from './texts.ts';
import type { ReplayDifference, ReplayLine } from './types.ts';

/** One that differs: what becomes of the same alerts on both sides, line by line. */
export function Traces({ difference }: { difference: ReplayDifference }) {
  const t = useTexts(texts);
  const { at, inboundIntegrationId, incidentIds, present, changed } = difference;
  return (
    <Stack gap="xs" component="li">
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {t.openedAt} <Moment at={at} absolute />
        </Text>
        {inboundIntegrationId !== null && (
          <Text size="sm">
            <PayloadsLink integrationId={inboundIntegrationId} />
          </Text>
        )}
        {incidentIds.map((id, place) => (
          <Text key={id} size="sm">
            <TextLink to="/incidents/$incidentId" params={{ incidentId: id }}>
              {t.incident(place + 1)}
            </TextLink>
          </Text>
        ))}
      </Group>
      <div className="replay-sides">
        <SideOf title={t.before} side={present} other={changed} />
        <SideOf title={t.after} side={changed} other={present} />
      </div>
    </Stack>
  );
}

function PayloadsLink({ integrationId }: { integrationId: string }) {
  const t = useTexts(texts);
  const { data } = useNames('InboundIntegration');
  return (
    <TextLink
      to="/integrations/$integrationId"
      params={{ integrationId }}
      search={{ tab: 'payloads' }}
    >
      {data?.get(integrationId) ?? t.objects.InboundIntegration}
    </TextLink>
  );
}

type Side = ReplayDifference['present'];

function SideOf({ title, side, other }: { title: string; side: Side; other: Side }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { incidents, severity, toldAt, userIds, lines } = side;
  const known = new Set(other.lines?.map(keyOf));
  return (
    <div className="replay-side">
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Group gap={6}>
        {severity !== null && <SeverityBadge severity={severity} />}
        <Text size="sm">{incidents === 0 ? t.noIncident : t.incidents(incidents)}</Text>
      </Group>
      <Text size="sm">
        {toldAt === null
          ? t.nobodyTold
          : t.toldAt(formatMoment(new Date(toldAt), language), userIds.length)}
      </Text>
      {lines === null ? (
        <Text size="sm" c="dimmed">
          {t.notKept}
        </Text>
      ) : lines.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t.noLines}
        </Text>
      ) : (
        <ol className="plain-list replay-lines">
          {lines.map((line, place) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the same may be decided twice at once
              key={place}
              className="replay-line breaks-anywhere"
              data-differs={known.has(keyOf(line)) ? undefined : true}
            >
              <OneLine line={line} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** The same on both sides when it says the same. */
function keyOf({ at, step, entityId, part, text, isDropped }: ReplayLine): string {
  return [at, step, entityId, part, text, isDropped].join(' ');
}

function OneLine({ line }: { line: ReplayLine }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { at, text, textSentence, isDropped } = line;
  return (
    <>
      <Text span size="sm" className="replay-clock">
        {formatTimeOfDay(new Date(at), language)}
      </Text>
      <div>
        <Text size="sm">
          <LineName line={line} /> {isDropped && <b>· {t.notSent}</b>}
        </Text>
        {text !== null && (
          <Text size="sm" c="dimmed">
            <Said text={text} sentence={textSentence} />
          </Text>
        )}
      </div>
    </>
  );
}

/** The object that decides a line, and which part of it. */
export function LineName({
  line,
}: {
  line: Pick<ReplayLine, 'step' | 'entityType' | 'entityId' | 'part' | 'displayName'>;
}) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { step, entityType, entityId, part, displayName } = line;
  const object = <ObjectLink entityType={entityType} entityId={entityId} />;
  const shown = {
    Mapping: part,
    Intake: part,
    Rule: displayName === null ? '' : t.rule(displayName),
    Tier: t.tier(part),
    PolicyStep: t.policyStep(part),
    Contact: wayName(asWay(part), language),
  }[step];
  return (
    <>
      {t.steps[step]} {object}
      {shown && `, ${shown}`}
    </>
  );
}

/** The part of a contact is the way by which it is told. */
function asWay(part: string): Parameters<typeof wayName>[0] {
  return part as Parameters<typeof wayName>[0];
}
