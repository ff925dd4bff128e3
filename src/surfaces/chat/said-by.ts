import type { AppError } from '../../kernel/index.ts';
import type { Sentence } from '../../sentences/index.ts';

/** Why something was refused. */
export function saidBy({ said }: AppError): Sentence {
  return said.detail;
}
