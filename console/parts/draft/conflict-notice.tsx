import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { problemOf } from '../../api/problem.ts';
import { formatMoment } from '../moment.tsx';
import { labelOf } from '../schema-form/index.ts';
import { isId } from '../search-values.ts';
import { sharedTexts } from '../shared-texts.ts';
import { defineTexts, useLanguage, useTexts } from '../texts.tsx';
import type { Conflict } from './use-draft.ts';

const texts = defineTexts({
  en: {
    title: 'Somebody else saved meanwhile',
    by: (name: string, when: string) => `${name} changed this at ${when}, after you opened it.`,
    unknown: (when: string) => `This was changed at ${when}, after you opened it.`,
    nothing: 'What you see here is the same.',
    theirs: 'What they changed:',
    now: (value: string) => `now ${value}`,
    both: (members: string) =>
      `You both changed ${members}. If you take their changes along, yours counts there.`,
    merge: 'Take their changes along',
    overwrite: 'Overwrite their changes',
    discard: 'Drop mine',
    empty: 'empty',
    quoted: (text: string) => `“${text}”`,
  },
  de: {
    title: 'Jemand hat inzwischen gespeichert',
    by: (name: string, when: string) =>
      `${name} hat dies am ${when} geändert, nachdem Sie es geöffnet hatten.`,
    unknown: (when: string) => `Dies wurde am ${when} geändert, nachdem Sie es geöffnet hatten.`,
    nothing: 'Was Sie hier sehen, ist gleich geblieben.',
    theirs: 'Was geändert wurde:',
    now: (value: string) => `jetzt ${value}`,
    both: (members: string) =>
      `Beide haben ${members} geändert. Wenn Sie die anderen Änderungen übernehmen, gilt dort Ihre.`,
    merge: 'Andere Änderungen übernehmen',
    overwrite: 'Andere Änderungen überschreiben',
    discard: 'Meine verwerfen',
    empty: 'leer',
    quoted: (text: string) => `„${text}“`,
  },
});

export interface ConflictNoticeProps {
  conflict: Conflict<object>;
  discard(): void;
  /** A change in the words of the form, where those of the document are none; null: not shown. */
  describe?(path: string): Described | null;
}

export interface Described {
  name: string;
  /** The present value; left out where it is too long for a line. */
  now?: string;
}

/** Who saved meanwhile, what they changed, and what to do with the changes of both. */
export function ConflictNotice({ conflict, discard, describe }: ConflictNoticeProps) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const { language } = useLanguage();
  const notice = useRef<HTMLDivElement>(null);
  // The button that was pressed may be far from it.
  useEffect(() => {
    // Browsers of today answer a promise, which is no way to end an effect.
    void notice.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const { stored, error, theirs, both, merge, overwrite } = conflict;
  const problem = problemOf(error);
  const when = problem?.changedAt ? formatMoment(new Date(problem.changedAt), language) : '';
  const by = problem?.changedBy;
  const plainly = (path: string): Described => ({
    name: path
      .split('.')
      .map((part) => labelOf(part.replace(/^(?:id|name) /, ''), language))
      .join(' › '),
    now: shortly(valueAt(stored, path), { ...t, yes: shared.yes, no: shared.no }),
  });
  const described = (paths: readonly string[]) =>
    paths
      .map((path) => ({ path, ...(describe ? describe(path) : plainly(path)) }))
      .filter((one): one is Described & { path: string } => one.name !== undefined);
  const changes = described(theirs);
  const collisions = described(both).map(({ name }) => name);
  return (
    <Alert ref={notice} color="yellow" variant="light" title={t.title} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{by ? t.by(by, when) : t.unknown(when)}</Text>
        {changes.length === 0 ? (
          <Text size="sm">{t.nothing}</Text>
        ) : (
          <>
            <Text size="sm">{t.theirs}</Text>
            <List size="sm">
              {changes.map(({ path, name, now }) => (
                <List.Item key={path} className="breaks-anywhere">
                  <b>{name}</b> {now !== undefined && t.now(now)}
                </List.Item>
              ))}
            </List>
          </>
        )}
        {collisions.length > 0 && <Text size="sm">{t.both(collisions.join(', '))}</Text>}
        <Group gap="xs">
          <Button size="xs" onClick={merge}>
            {t.merge}
          </Button>
          <Button size="xs" variant="default" onClick={() => void overwrite()}>
            {t.overwrite}
          </Button>
          <Button size="xs" variant="default" onClick={discard}>
            {t.discard}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

function valueAt(object: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, part) => {
    const [, member, key] = /^(id|name) (.*)$/.exec(part) ?? [];
    if (Array.isArray(value) && member)
      return value.find((item: Record<string, unknown>) => item[member] === key);
    return typeof value === 'object' && value !== null
      ? new Map(Object.entries(value)).get(part)
      : undefined;
  }, object);
}

const charactersMax = 120;

interface Words {
  empty: string;
  quoted(text: string): string;
  yes: string;
  no: string;
}

/** Undefined for what only a form can show, and for ids. */
function shortly(value: unknown, words: Words): string | undefined {
  const { empty, quoted, yes, no } = words;
  if (value === undefined || value === null || value === '') return empty;
  if (typeof value === 'boolean') return value ? yes : no;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) {
    if (value.length === 0) return empty;
    const items = value.map((item) => shortly(item, words));
    return items.includes(undefined) ? undefined : cut(items.join(', '));
  }
  return typeof value === 'string' && !isId(value) ? quoted(cut(value)) : undefined;
}

function cut(text: string): string {
  return text.length > charactersMax ? `${text.slice(0, charactersMax)}…` : text;
}
