import { ColorSwatch, Group, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useLanguage } from '../../parts/texts.tsx';
import { number } from './figure-cards.tsx';

export interface Series {
  name: string;
  label: string;
  /** A colour of CSS. */
  colour: string;
}

export interface Column {
  label: string;
  /** How much each series has, by its name; a series that is not in it has nothing. */
  values: Readonly<Record<string, number>>;
}

const height = 290;
const plot = { leftMin: 44, top: 8, bottom: height - 24 };
const barWidthMax = 48;
/** How wide a letter of a label is at most, as SVG does not tell before it draws. */
const letterWidth = 7;

/**
 * Columns in which the series stand upon each other. It is for eyes only: beside it there is a table for everybody
 * else.
 */
export function IncidentChart({
  columns,
  series,
}: {
  columns: readonly Column[];
  series: readonly Series[];
}) {
  const { ref, width } = useElementSize();
  const { language } = useLanguage();
  const ticks = ticksOver(Math.max(...columns.map(({ values }) => sumOf(values, series))));
  // As much as the largest label takes.
  const left = Math.max(
    plot.leftMin,
    number(ticks.at(-1) ?? 0, language).length * letterWidth + 10,
  );
  const yOf = (count: number) =>
    plot.bottom - (count / (ticks.at(-1) ?? 1)) * (plot.bottom - plot.top);
  const band = Math.max(0, width - left) / columns.length;
  const centreOf = (index: number) => left + (index + 0.5) * band;
  const labelWidth = (Math.max(...columns.map(({ label }) => label.length)) + 2) * letterWidth;
  const isLabelled = (index: number) =>
    index % Math.ceil(labelWidth / band) === 0 && centreOf(index) + labelWidth / 2 <= width;
  return (
    <div ref={ref}>
      <svg
        className="incident-chart"
        aria-hidden="true"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
      >
        {ticks.map((count) => (
          <g key={count}>
            <line x1={left} x2={width} y1={yOf(count)} y2={yOf(count)} />
            <text x={left - 8} y={yOf(count)} textAnchor="end" dominantBaseline="middle">
              {number(count, language)}
            </text>
          </g>
        ))}
        {columns.map(({ label, values }, index) => (
          <g key={label}>
            <title>{titleOf(label, values, series)}</title>
            {/* A pointer needs no aim at a column of one incident. */}
            <rect
              className="incident-chart-band"
              {...{ x: centreOf(index) - band / 2, width: band, y: plot.top }}
              height={plot.bottom - plot.top}
            />
            {series.map(({ name, colour }, place) => {
              const below = sumOf(values, series.slice(0, place));
              const top = yOf(below + (values[name] ?? 0));
              const barWidth = Math.min(barWidthMax, band * 0.8);
              return (
                <rect
                  key={name}
                  {...{ x: centreOf(index) - barWidth / 2, width: barWidth, y: top }}
                  height={yOf(below) - top}
                  fill={colour}
                />
              );
            })}
            {isLabelled(index) && (
              <text x={centreOf(index)} y={height - 6} textAnchor="middle">
                {label}
              </text>
            )}
          </g>
        ))}
      </svg>
      <Group justify="center" gap="md" aria-hidden="true">
        {series.map(({ name, label, colour }) => (
          <Group key={name} gap={6}>
            <ColorSwatch size={12} color={colour} withShadow={false} />
            <Text size="sm">{label}</Text>
          </Group>
        ))}
      </Group>
    </div>
  );
}

function sumOf(values: Column['values'], series: readonly Series[]): number {
  return series.reduce((sum, { name }) => sum + (values[name] ?? 0), 0);
}

function titleOf(label: string, values: Column['values'], series: readonly Series[]): string {
  const counts = series.flatMap((one) =>
    values[one.name] ? [`${one.label}: ${values[one.name]}`] : [],
  );
  return [label, ...counts].join('\n');
}

/** Round numbers from 0 to at least the largest count, five or six of them where there are as many. */
function ticksOver(largest: number): number[] {
  const rough = Math.max(1, largest) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? 1);
  const steps = Math.ceil(Math.max(1, largest) / step);
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}
