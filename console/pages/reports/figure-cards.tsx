import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { formatDuration } from '../../parts/duration.ts';
import { numberFormat } from '../../parts/formats.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export type Figures = components['schemas']['ReportFigures'];
type FigureName = keyof Figures;
type Figure = components['schemas']['ReportFigure'];

const shown: readonly FigureName[] = [
  'total',
  'resolvedPercent',
  'mttaSeconds',
  'ttaMedianSeconds',
  'mttrSeconds',
  'ttrMedianSeconds',
];

/** Where nothing is held back there is nothing to say of it. */
function shownOf(figures: Figures): readonly FigureName[] {
  const { value, previous } = figures.transient;
  return value || previous ? [...shown, 'transient'] : shown;
}

/** The figures of a period, each with what it was before and whether that is good. */
export function FigureCards({ figures }: { figures: Figures }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm" m={0}>
      {shownOf(figures).map((name) => {
        const figure = figures[name];
        const count =
          name === 'resolvedPercent' ? ` (${number(figures.resolved.value ?? 0, language)})` : '';
        return (
          <Paper key={name} withBorder p="sm" radius="md" className="figure">
            <Text component="dt" size="sm" c="dimmed">
              {t.figures[name]}
            </Text>
            <Text component="dd" m={0} size="xl" fw={650}>
              {formatFigure(name, figure.value, language)}
              {count}
            </Text>
            <Text
              component="dd"
              m={0}
              size="sm"
              className="figure-change"
              data-meaning={figure.meaning}
            >
              {changeText(name, figure, t, language)}
            </Text>
            {figure.previous !== null && (
              <Text component="dd" m={0} size="xs" c="dimmed">
                {t.before(formatFigure(name, figure.previous, language))}
              </Text>
            )}
          </Paper>
        );
      })}
    </SimpleGrid>
  );
}

export function formatFigure(name: FigureName, value: number | null, language: string): string {
  if (value === null) return '–';
  if (name.endsWith('Seconds')) return formatDuration(value * 1000, language);
  return name === 'resolvedPercent' ? `${number(value, language)} %` : number(value, language);
}

/** The arrow and the word say what the colour says. */
function changeText(
  name: FigureName,
  { value, previous, change, meaning }: Figure,
  t: (typeof texts)['en'],
  language: string,
): string {
  if (change === null) return previous === 0 && value ? t.fresh : t.nothingToCompare;
  if (change === 0) return t.meanings.Unchanged;
  const size = number(Math.abs(change), language);
  const measured = name === 'resolvedPercent' ? t.points(size) : `${size} %`;
  const direction = change > 0 ? `▲ ${t.more(measured)}` : `▼ ${t.less(measured)}`;
  return [direction, t.meanings[meaning]].filter(Boolean).join(', ');
}

export function number(value: number, language: string): string {
  return numberFormat(language).format(value);
}
