import { InvalidArgumentError } from 'commander';
import { type Connection, connectionOf, postApi, readApi, type Wire } from './api-connection.ts';
import { errorText } from './error-text.ts';
import { interruptibly, type Terminal, waited } from './terminal.ts';

type Replay = Wire['Replay'];

export type AskedReplay =
  | { operationId: 'createReplay'; body: Wire['ReplayInput'] }
  | { operationId: 'createNoiseReport'; body: Wire['NoiseReportInput'] };

/** Where it is made: by a server, unless a backup is named. */
export interface ReplayPlace {
  copy?: string;
  organization?: string;
}

export const copyOption = [
  '--copy <file>',
  'without a server: of what this backup holds, which "tocsin backup" wrote',
] as const;
export const copyOrganizationOption = [
  '--organization <id>',
  'with --copy: default: the organization that the first start created',
] as const;

export interface WholeReplay {
  replay: Replay;
  /** For a copy only: examples in full, and how far it can be believed. */
  ofCopy: { examples: Wire['ReplayDifference'][]; notes: string[] } | null;
}

/** Begins a replay and waits for its end. */
export async function wholeReplay(
  { copy, organization }: ReplayPlace,
  asked: AskedReplay,
  terminal: Pick<Terminal, 'env' | 'signal' | 'note'>,
): Promise<WholeReplay> {
  if (copy === undefined) {
    if (organization !== undefined) throw new Error('--organization goes with --copy.');
    const connection = connectionOf(terminal.env);
    const { note = () => {} } = terminal;
    const replay = await interruptibly(terminal, (signal) =>
      byServer(connection, asked, note, signal),
    );
    return { replay, ofCopy: null };
  }
  // Only here: it loads nearly the whole server.
  const { replayCopy } = await import('./replay-copy.ts');
  const { replay, ...ofCopy } = await replayCopy(
    copy,
    { ...(organization && { organization }) },
    asked,
  );
  return { replay, ofCopy };
}

async function byServer(
  connection: Connection,
  { operationId, body }: AskedReplay,
  say: (text: string) => void,
  interruption: AbortSignal,
): Promise<Replay> {
  const path = operationId === 'createReplay' ? '/replay' : '/noise-report';
  const { id } = await postApi<Replay>(connection, path, body);
  let said = '';
  for (let wait = 50; ; wait = Math.min(2000, wait * 2)) {
    const replay = await readApi<Replay>(connection, `/replay/${id}`);
    if (replay.state !== 'Running' && replay.state !== 'Waiting') return replay;
    const text = waitsFor(replay);
    if (text !== said) say(text);
    said = text;
    if (!(await waited(wait, interruption))) break;
  }
  return postApi<Replay>(connection, `/replay/${id}/cancel`, {});
}

function waitsFor({ id, state, ahead, isBehindOthers }: Replay): string {
  if (state === 'Running') return `Replay ${id} goes on.`;
  if (!isBehindOthers && ahead === 0) return `Replay ${id} begins in a moment.`;
  if (isBehindOthers) return `Replay ${id} waits for replays of other organizations.`;
  return ahead === 1
    ? `Replay ${id} waits for another one of this organization.`
    : `Replay ${id} waits for ${ahead} others of this organization.`;
}

/** As programs read it. */
export function replayJson({ replay, ofCopy }: WholeReplay): string {
  return JSON.stringify(ofCopy ? { ...replay, ...ofCopy } : replay, null, 2);
}

/** Why it was refused, with the members at fault where it was refused here. */
export async function replayFault(error: unknown, { copy }: ReplayPlace): Promise<string> {
  const refused = copy === undefined ? null : (await import('./prove-offline.ts')).refusedBy(error);
  return refused?.text ?? errorText(error);
}

export function daysOf(text: string): number {
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > 366)
    throw new InvalidArgumentError('Give a number from 1 to 366.');
  return days;
}
