import type { AppError } from '../../kernel/index.ts';
import { type Sentence, words } from '../../sentences/index.ts';

/** Why something was refused. */
export function saidBy({ said, message }: AppError): Sentence {
  return said.detail ?? words(message);
}
