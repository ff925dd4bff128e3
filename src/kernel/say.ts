import type { english } from '../../openapi/texts/english/index.ts';
import type { Sentence, SentenceCode } from '../../openapi/texts/sentence.ts';
import type { ValuesOf } from '../../openapi/texts/template.ts';

export type { Sentence, SentenceCode };

type Values<Code extends SentenceCode> = ValuesOf<(typeof english)[Code]>;

type ValuesGiven<Code extends SentenceCode> = keyof Values<Code> extends never
  ? []
  : [values: Values<Code>];

/** Takes a code, and the values that its text asks for. */
export type Speak<Result> = <Code extends SentenceCode>(
  code: Code,
  ...values: ValuesGiven<Code>
) => Result;

/** `say('tierOfTeam', { tier: 1, team: 'Database' })`. */
export const say: Speak<Sentence> = (code, ...[values]) => ({ code, values: values ?? {} });
