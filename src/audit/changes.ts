import { isObject } from '../kernel/index.ts';
import type { FieldChange } from './model.ts';

/** Tells for a dotted path whether the value there is a secret that must never be recorded. */
type IsSecretPath = (path: string) => boolean;

const changesMax = 500;
const textMax = 2000;

/**
 * The differences between two wire objects as dotted paths, arrays compared as a whole below one
 * level. Secrets show only that they changed. Bounded, so that no entry outgrows a document.
 */
export function fieldChanges(
  before: unknown,
  after: unknown,
  isSecret: IsSecretPath = () => false,
): FieldChange[] {
  const changes: FieldChange[] = [];
  collect('', before, after, isSecret, changes);
  return changes.slice(0, changesMax);
}

function collect(
  path: string,
  before: unknown,
  after: unknown,
  isSecret: IsSecretPath,
  changes: FieldChange[],
): void {
  if (Object.is(before, after)) return;
  const secret = path !== '' && isSecret(path);
  if (!secret && (isObject(before) || isObject(after))) {
    const left = membersOf(before);
    const right = membersOf(after);
    if (left && right) {
      for (const key of new Set([...Object.keys(left), ...Object.keys(right)]))
        collect(path === '' ? key : `${path}.${key}`, left[key], right[key], isSecret, changes);
      return;
    }
  }
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const change: FieldChange = { path };
  if (before !== undefined)
    change.before = secret ? masked(before) : shortened(maskInside(path, before, isSecret));
  if (after !== undefined)
    change.after = secret ? masked(after) : shortened(maskInside(path, after, isSecret));
  changes.push(change);
}

/** The members to compare; nothing counts as an object without any. */
function membersOf(value: unknown): Readonly<Record<string, unknown>> | null {
  if (value === undefined || value === null) return {};
  return isObject(value) ? value : null;
}

function masked(value: unknown): string | null {
  return value === null ? null : '[secret]';
}

function maskInside(path: string, value: unknown, isSecret: IsSecretPath): unknown {
  if (Array.isArray(value)) return value.map((item) => maskInside(path, item, isSecret));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const inner = `${path}.${key}`;
      return [key, isSecret(inner) ? masked(member) : maskInside(inner, member, isSecret)];
    }),
  );
}

function shortened(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null';
  return text.length <= textMax ? value : `${text.slice(0, textMax)}…`;
}
