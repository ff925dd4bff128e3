import { Box, Group, Stack, Text } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { numberFormat } from '../../parts/formats.ts';
import { Said } from '../../parts/said/index.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export type TraceLine = components['schemas']['MappingTraceLine'];

/** The lines of one entry of the mapping, which follow one another; several entries may have one name. */
export function entriesOf(trace: readonly TraceLine[]): TraceLine[][] {
  const entries: TraceLine[][] = [];
  for (const line of trace) {
    const current = entries.at(-1);
    const [last] = current?.slice(-1) ?? [];
    const continues =
      last?.attribute === line.attribute &&
      last.step !== null &&
      (line.step === null || line.step > last.step);
    if (current && continues) current.push(line);
    else entries.push([line]);
  }
  return entries;
}

/** What the mapping did, entry by entry. */
export function TraceView({ trace }: { trace: readonly TraceLine[] }) {
  const t = useTexts(texts);
  if (trace.length === 0) return <Text size="sm">{t.noTrace}</Text>;
  return (
    <Stack gap="sm">
      {entriesOf(trace).map((lines, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a trace does not change, and names repeat
        <Stack key={place} gap={4}>
          <Text size="sm" fw={600} className="breaks-anywhere">
            {lines[0]?.attribute}
          </Text>
          {lines.map((line) => (
            <StepResult key={`${line.step} ${line.evaluation}`} line={line} />
          ))}
        </Stack>
      ))}
    </Stack>
  );
}

/** One step: what it gave, or why it gave nothing. */
export function StepResult({ line }: { line: TraceLine }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { step, evaluation, result, reason, detail, detailSentence = null, microseconds } = line;
  const reasons: Record<string, string> = t.reasons;
  const failed = reason !== null && reason !== undefined;
  return (
    <Box className="step-result" data-failed={failed || undefined}>
      <Group gap="xs" wrap="nowrap" align="baseline">
        <Text size="xs" c="dimmed" miw={64} className="no-wrap">
          {step === null ? t.afterSteps : `${step + 1}. ${evaluation}`}
        </Text>
        <Text size="sm" className="breaks-anywhere" lineClamp={6}>
          {failed ? (reasons[reason] ?? reason) : (result ?? '')}
          {detail && (
            <>
              {' ('}
              <Said text={detail} sentence={detailSentence} />)
            </>
          )}
        </Text>
        {typeof microseconds === 'number' && (
          <Text size="xs" c="dimmed" ml="auto" className="no-wrap">
            {t.microseconds(
              numberFormat(language, { maximumFractionDigits: 0 }).format(microseconds),
            )}
          </Text>
        )}
      </Group>
    </Box>
  );
}
