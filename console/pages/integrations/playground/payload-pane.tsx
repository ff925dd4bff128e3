import { SegmentedControl, Select, Skeleton, Stack, Text } from '@mantine/core';
import { Later, later } from '../../../parts/later/index.ts';
import { formatMoment } from '../../../parts/moment.tsx';
import { useLanguage, useTexts } from '../../../parts/texts.tsx';
import type { PayloadSummary } from '../payloads-panel.tsx';
import { texts as integrationTexts } from '../texts.ts';
import { usePayload } from '../use-payload.ts';
import { texts } from './texts.ts';

const CodeEditor = later(() => import('../../../parts/code-editor.tsx'));

export interface Source {
  kind: 'stored' | 'pasted';
  payloadId: string | null;
  contentType: string;
  body: string;
}

export interface PayloadPaneProps {
  integrationId: string;
  /** The latest ones, to choose from. */
  payloads: readonly PayloadSummary[];
  source: Source;
  onChange: (source: Source) => void;
}

const contentTypes = [
  'application/json',
  'application/xml',
  'application/x-www-form-urlencoded',
  'text/plain',
];
/** Editors get slow beyond it; the mapping reads the whole payload anyway. */
const shownMax = 200_000;

/** The payload to try: a stored one as the mapping sees it, or a request that somebody pastes. */
export function PayloadPane(props: PayloadPaneProps) {
  const { source, onChange } = props;
  const t = useTexts(texts);
  return (
    <Stack gap="sm">
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t.source}
        data={[
          { value: 'stored', label: t.stored },
          { value: 'pasted', label: t.pasted },
        ]}
        value={source.kind}
        onChange={(kind) => onChange({ ...source, kind: kind === 'stored' ? 'stored' : 'pasted' })}
      />
      {source.kind === 'stored' ? (
        <Stored {...props} />
      ) : (
        <Pasted source={source} onChange={onChange} />
      )}
    </Stack>
  );
}

function Stored({ integrationId, payloads, source, onChange }: PayloadPaneProps) {
  const t = useTexts(texts);
  const words = useTexts(integrationTexts);
  const { language } = useLanguage();
  const payload = usePayload(integrationId, source.payloadId);
  const known = payloads.map(({ id, createdAt, outcome }) => ({
    value: id,
    label: `${formatMoment(new Date(createdAt), language)} · ${words.outcomes[outcome]}`,
  }));
  const isElsewhere =
    source.payloadId !== null && !known.some(({ value }) => value === source.payloadId);
  const text = payload.data ? JSON.stringify(payload.data.data, null, 2) : '';
  return (
    <>
      <Select
        size="xs"
        label={t.chooseStored}
        data={[
          ...(isElsewhere
            ? [{ value: source.payloadId ?? '', label: source.payloadId ?? '' }]
            : []),
          ...known,
        ]}
        allowDeselect={false}
        value={source.payloadId}
        onChange={(payloadId) => onChange({ ...source, payloadId })}
      />
      <Text size="xs" c="dimmed">
        {t.wrapped}
      </Text>
      {payload.data ? (
        <Later fallback={<Skeleton height={300} />}>
          <CodeEditor
            language="json"
            label={t.wrapped}
            value={text.length > shownMax ? `${text.slice(0, shownMax)}…` : text}
          />
        </Later>
      ) : (
        <Skeleton height={300} />
      )}
    </>
  );
}

function Pasted({ source, onChange }: Pick<PayloadPaneProps, 'source' | 'onChange'>) {
  const t = useTexts(texts);
  const { contentType, body } = source;
  const language = contentType.includes('json')
    ? 'json'
    : contentType.includes('xml')
      ? 'xml'
      : 'text';
  return (
    <>
      <Select
        size="xs"
        label={t.contentType}
        allowDeselect={false}
        data={contentTypes.includes(contentType) ? contentTypes : [contentType, ...contentTypes]}
        value={contentType}
        onChange={(chosen) => onChange({ ...source, contentType: chosen ?? contentType })}
      />
      <Text size="xs" c="dimmed">
        {t.body}
      </Text>
      <Later fallback={<Skeleton height={300} />}>
        <CodeEditor
          language={language}
          label={t.body}
          value={body}
          onChange={(changed) => onChange({ ...source, body: changed })}
        />
      </Later>
    </>
  );
}
