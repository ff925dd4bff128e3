import type { components } from '../../../openapi/types/public-v1.generated.ts';

type Schemas = components['schemas'];

export type Replay = Schemas['Replay'];
export type Noise = NonNullable<Replay['noise']>;
export type ReplaySummary = Schemas['ReplaySummary'];
/** It waits or runs. */
export function isGoing(replay: Pick<ReplaySummary, 'state'> | undefined): boolean {
  return replay?.state === 'Waiting' || replay?.state === 'Running';
}

export type ReplayInput = Schemas['ReplayInput'];
export type ReplayGroup = Schemas['ReplayGroup'];
export type ReplayDifference = Schemas['ReplayDifference'];
export type ReplayLine = Schemas['ReplayLine'];
export type ReplayKind = Schemas['ReplayDifferenceKind'];
export type ReplayStep = Schemas['ReplayStep'];
