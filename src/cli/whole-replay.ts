import { setTimeout as pause } from 'node:timers/promises';
import { InvalidArgumentError } from 'commander';
import { type Connection, postApi, readApi, type Wire } from './api-connection.ts';

type Replay = Wire['Replay'];

/** Begins a replay and waits for its end. */
export async function wholeReplay(
  connection: Connection,
  path: '/replay' | '/noise-report',
  body: Wire['ReplayInput'] | Wire['NoiseReportInput'],
): Promise<Replay> {
  const { id } = await postApi<Replay>(connection, path, body);
  for (let wait = 50; ; wait = Math.min(2000, wait * 2)) {
    const replay = await readApi<Replay>(connection, `/replay/${id}`);
    if (replay.state !== 'Running') return replay;
    await pause(wait);
  }
}

export function daysOf(text: string): number {
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > 366)
    throw new InvalidArgumentError('Give a number from 1 to 366.');
  return days;
}
