/**
 * How methods answer: what goes wrong becomes a diagnostic, because an error on the wire reads as a
 * crash of the plugin.
 */
import type { Diagnostic } from '../diagnostics.ts';
import { diagnosticToMessage, ProviderError, toDiagnostics } from '../diagnostics.ts';
import type { ProviderMethod, RequestOf, ResponseOf } from '../messages.ts';

export type Methods<Names extends ProviderMethod> = {
  readonly [M in Names]: (request: RequestOf<M>) => Promise<ResponseOf<M>> | ResponseOf<M>;
};

export type Diagnosing = { diagnostics?: readonly ReturnType<typeof diagnosticToMessage>[] };

export async function diagnosing(
  work: () => readonly Diagnostic[] | Promise<readonly Diagnostic[]>,
): Promise<Diagnosing> {
  try {
    return { diagnostics: (await work()).map(diagnosticToMessage) };
  } catch (error) {
    return { diagnostics: toDiagnostics(error).map(diagnosticToMessage) };
  }
}

export async function answering<Answer extends object>(
  work: () => Promise<Answer>,
): Promise<Answer | Diagnosing> {
  try {
    return await work();
  } catch (error) {
    return { diagnostics: toDiagnostics(error).map(diagnosticToMessage) };
  }
}

/** Throws when the provider has no such thing. */
export function find<Entry>(
  entries: Readonly<Record<string, Entry>>,
  kind: string,
  name: string,
): Entry {
  const entry = entries[name];
  if (entry === undefined)
    throw failure(`Unknown ${kind}`, `This provider has no ${kind} "${name}".`);
  return entry;
}

export function failure(summary: string, detail: string): ProviderError {
  return new ProviderError([{ severity: 'error', summary, detail }]);
}
