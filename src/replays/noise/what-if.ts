import type { Catalogue } from '../../catalogue/index.ts';
import type { Sentence } from '../../sentences/index.ts';
import type { ConfigurationChange, Snapshot } from '../../stage/index.ts';
import type { NoisyIncident } from './heard-noise.ts';

export const whatIfKinds = [
  'Pause',
  'Threshold',
  'Grouping',
  'Suppression',
  'Window',
  'Morning',
  'Urgency',
] as const;
export type WhatIfKind = (typeof whatIfKinds)[number];

/** One thing that could be set up otherwise, to wake people less. */
export interface WhatIf {
  kind: WhatIfKind;
  text: Sentence;
  change: ConfigurationChange;
  /** As Terraform has it. */
  code: string;
  /** Whose setting it is. */
  teamId: string;
  /** The largest number of needless wake-ups that could be saved, judged by counts alone. */
  most: number;
}

/** The data in which changes to try are found. */
export interface NoiseQuestion {
  snapshot: Snapshot;
  catalogue: Catalogue;
  noisy: readonly NoisyIncident[];
  /** When the time that was gone through begins. */
  from: Date;
}

/** Fewer occurrences than this are no habit. */
export const timesMin = 3;

export function isNeedless({ fate }: NoisyIncident): boolean {
  return fate !== 'WorkedOn';
}

export function wakeUpsIn(noisy: readonly NoisyIncident[]): number {
  return noisy.reduce((sum, { wakeUps }) => sum + wakeUps, 0);
}

/** The middle one; of an even number, the later of two. */
export function medianOf(values: readonly number[]): number | null {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? null;
}
