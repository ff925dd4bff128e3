import { randomId } from '../kernel/index.ts';
import type { Processes } from '../processes/index.ts';

/** Which process holds something, and under which token: the same process may have lost it and taken it again. */
const holderForm = /^(?<process>[0-9a-f]{10}) /;

export function newHolder({ id }: Pick<Processes, 'id'>): string {
  return `${id} ${randomId()}`;
}

export function processOf(holder: string): string | undefined {
  return holderForm.exec(holder)?.groups?.process;
}
