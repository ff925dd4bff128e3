import { BarChart } from '@mantine/charts';
import type { Series } from './incident-graph.tsx';

export interface IncidentChartProps {
  data: Record<string, string | number>[];
  series: readonly Series[];
}

/** Apart from the page, which is there before the library of charts is. */
export default function IncidentChart({ data, series }: IncidentChartProps) {
  return (
    <BarChart
      h={320}
      data={data}
      dataKey="label"
      type="stacked"
      series={series.map(({ name, label, colour }) => ({ name, label, color: colour }))}
      withLegend
      legendProps={{ verticalAlign: 'bottom', itemSorter: null }}
      barProps={{ isAnimationActive: false }}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      maxBarWidth={48}
    />
  );
}
