/**
 * A message that Terraform shows to a person: severity, one line, an explanation, and the place in the configuration. A
 * path step that is text names an attribute, `{ key }` an element of a map, a number an element of a list; elements of
 * a set have no address, so a path ends at the set.
 */
import type { AttributePath, Diagnostic as DiagnosticMessage } from './messages.ts';
import { diagnosticSeverity } from './messages.ts';
import type { Write } from './protobuf.ts';

export type PathStep = string | number | { readonly key: string };
export type Path = readonly PathStep[];

export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  readonly summary: string;
  readonly detail: string;
  readonly path?: Path;
}

export function errorAt(path: Path, summary: string, detail: string): Diagnostic {
  return { severity: 'error', summary, detail, path };
}

export function warningAt(path: Path, summary: string, detail: string): Diagnostic {
  return { severity: 'warning', summary, detail, path };
}

/** A failure that is to be shown as these diagnostics and not as a defect of the provider. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[], options?: ErrorOptions) {
    super(diagnostics.map((entry) => `${entry.summary}: ${entry.detail}`).join('; '), options);
    this.diagnostics = diagnostics;
  }
}

/** Everything a handler may throw, as diagnostics. */
export function toDiagnostics(error: unknown): readonly Diagnostic[] {
  if (error instanceof ProviderError) return error.diagnostics;
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [
    {
      severity: 'error',
      summary: 'The tocsin provider failed unexpectedly',
      detail: `This is a defect of the provider; please report it together with this text.\n\n${detail}`,
    },
  ];
}

/**
 * Terraform finds the line of an attribute and of an element directly in it; given anything deeper
 * it falls back to the head of the block. So the address is cut there and the rest is said in words.
 */
export function diagnosticToMessage(entry: Diagnostic): Write<typeof DiagnosticMessage> {
  const { severity, summary, detail, path = [] } = entry;
  const located = path.slice(0, typeof path[1] === 'string' ? 1 : 2);
  return {
    severity: diagnosticSeverity[severity],
    summary,
    detail: path.length > 1 ? `${pathToText(path)}: ${detail}` : detail,
    ...(located.length === 0 ? {} : { attribute: pathToMessage(located) }),
  };
}

/** `rules[0].conditions.labels["x"]` */
function pathToText(path: Path): string {
  return path
    .map((step) => {
      if (typeof step === 'string') return `.${step}`;
      return typeof step === 'number' ? `[${step}]` : `[${JSON.stringify(step.key)}]`;
    })
    .join('')
    .replace(/^\./, '');
}

export function pathToMessage(path: Path): Write<typeof AttributePath> {
  return {
    steps: path.map((step) => {
      if (typeof step === 'string') return { attribute_name: step };
      return typeof step === 'number'
        ? { element_key_int: step }
        : { element_key_string: step.key };
    }),
  };
}
