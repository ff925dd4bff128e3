import './fields.ts';
import { Stack, Text } from '@mantine/core';
import { api } from '../api/client.ts';
import { Code } from './code.tsx';
import { Loaded } from './loaded.tsx';
import { Said } from './said/index.ts';
import { defineTexts, useTexts } from './texts.tsx';

const texts = defineTexts({
  en: { decisions: 'Decisions', mapping: 'What the mapping made of it', contents: 'Contents' },
  de: {
    decisions: 'Entscheidungen',
    mapping: 'Was die Zuordnung daraus machte',
    contents: 'Inhalt',
  },
});

export interface PayloadDetailsProps {
  integrationId: string;
  payloadId: string;
}

/** A stored payload: what was decided of it and why, attribute by attribute, and what it holds. */
export default function PayloadDetails({ integrationId, payloadId }: PayloadDetailsProps) {
  const t = useTexts(texts);
  const payload = api.useQuery('get', '/inbound-integration/{id}/payloads/{payloadId}', {
    params: { path: { id: integrationId, payloadId } },
  });
  return (
    <Loaded query={payload} lines={4}>
      {({ decisions, trace, data }) => (
        <Stack gap="sm" mt="xs">
          {decisions.length > 0 && (
            <div>
              <Text size="sm" fw={600}>
                {t.decisions}
              </Text>
              <ol className="decisions">
                {decisions.map(({ step, result, resultSentence }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines of one record
                  <li key={at} className="breaks-anywhere">
                    <b>{step}</b>: <Said text={result} sentence={resultSentence} />
                  </li>
                ))}
              </ol>
            </div>
          )}
          {trace.length > 0 && (
            <div>
              <Text size="sm" fw={600}>
                {t.mapping}
              </Text>
              <ol className="decisions">
                {trace.slice(0, 200).map(({ attribute, evaluation, result, reason }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines of one record
                  <li key={at} className="breaks-anywhere">
                    <b>{attribute}</b> {evaluation}: {result ?? '–'}
                    {reason && ` (${reason})`}
                  </li>
                ))}
              </ol>
            </div>
          )}
          <Code label={t.contents} text={JSON.stringify(data, null, 2)} />
        </Stack>
      )}
    </Loaded>
  );
}
