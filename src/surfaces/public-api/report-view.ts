import type { ReportPeriod } from '../../reports/index.ts';

export function periodView({ from, until, interval }: ReportPeriod) {
  return {
    from: from.toString(),
    until: until.toString(),
    start: new Date(interval.start).toISOString(),
    end: new Date(interval.end).toISOString(),
  };
}

/** To the thousandth, as it was measured. */
export function secondsView(milliseconds: number | null): number | null {
  return milliseconds === null ? null : Math.round(milliseconds) / 1000;
}
