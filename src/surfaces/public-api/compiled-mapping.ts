import { hash } from 'node:crypto';
import { AppError } from '../../kernel/index.ts';
import { compileMapping, normaliseMapping } from '../../mapping/index.ts';
import { say } from '../../sentences/index.ts';

/**
 * A mapping that was sent, compiled, and its text with a key for the thread that may have to compile it again. 400
 * naming every mistake.
 */
export function compiledMapping(given: unknown) {
  const normalised = normaliseMapping(given);
  const compiled = normalised.ok ? compileMapping(normalised.mapping) : normalised;
  if (!compiled.ok || !normalised.ok)
    throw new AppError('validation-failed', say('mappingInvalid'), {
      fields: compiled.ok ? {} : compiled.errors,
    });
  const { mapping } = normalised;
  const mappingKey = hash('sha256', JSON.stringify(mapping), 'base64url');
  return { program: compiled.program, mapping, mappingKey };
}
