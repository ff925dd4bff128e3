import type { Comparison, IncidentReport, ReportPeriod } from '../../reports/index.ts';

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

export function figuresView(figures: IncidentReport['figures']) {
  return {
    total: figures.total,
    resolved: figures.resolved,
    resolvedPercent: figures.resolvedPercent,
    acknowledged: figures.acknowledged,
    mttaSeconds: inSeconds(figures.meanToAcknowledge),
    ttaMedianSeconds: inSeconds(figures.medianToAcknowledge),
    mttrSeconds: inSeconds(figures.meanToResolve),
    ttrMedianSeconds: inSeconds(figures.medianToResolve),
    transient: figures.transient,
  };
}

function inSeconds({ value, previous, ...rest }: Comparison): Comparison {
  return { value: secondsView(value), previous: secondsView(previous), ...rest };
}
