import { ActionIcon, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { Icon } from '../../../parts/icon.tsx';
import { useTexts } from '../../../parts/texts.tsx';
import { texts } from './texts.ts';

interface Pair {
  from: string;
  to: string;
}

/** More are quicker to edit as text. */
const pairsMax = 40;

export interface MapEditorProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** `ok->Resolved,->Open` as pairs; as text where it is something else, or very long. */
export function MapEditor({ label, value, error, onChange }: MapEditorProps) {
  const t = useTexts(texts);
  const pairs = pairsOf(value);
  if (pairs === null || pairs.length > pairsMax)
    return (
      <Textarea
        size="xs"
        aria-label={label}
        description={t.kindHelp.map}
        autosize
        maxRows={8}
        error={error}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  // The last one: another may be empty while somebody writes it anew.
  const fallback = pairs.findLastIndex(({ from }) => from.trim() === '');
  const named = pairs.filter((_, place) => place !== fallback);
  const rest = fallback < 0 ? null : (pairs[fallback]?.to ?? '');
  const write = (next: readonly Pair[], other: string | null) =>
    onChange(textOf([...next, ...(other === null ? [] : [{ from: '', to: other }])]));
  return (
    <Stack gap={4}>
      <Text size="xs" c="dimmed">
        {t.kindHelp.map}
      </Text>
      {named.map((pair, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is what identifies a pair
        <Group key={place} gap={4} wrap="nowrap">
          <TextInput
            size="xs"
            flex={1}
            aria-label={t.from(place + 1)}
            value={pair.from}
            onChange={(event) =>
              write(named.with(place, { ...pair, from: clean(event.currentTarget.value) }), rest)
            }
          />
          <Text size="xs" aria-hidden>
            →
          </Text>
          <TextInput
            size="xs"
            flex={1}
            aria-label={t.to(place + 1)}
            value={pair.to}
            onChange={(event) =>
              write(named.with(place, { ...pair, to: clean(event.currentTarget.value) }), rest)
            }
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t.removePair(place + 1)}
            onClick={() => write(named.toSpliced(place, 1), rest)}
          >
            <Icon name="cross" size={14} />
          </ActionIcon>
        </Group>
      ))}
      <TextInput
        size="xs"
        label={t.fallback}
        description={t.fallbackHelp}
        error={error}
        value={rest ?? ''}
        onChange={({ currentTarget }) =>
          write(named, currentTarget.value === '' ? null : clean(currentTarget.value))
        }
      />
      <Group>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => write([...named, { from: `value${named.length + 1}`, to: '' }], rest)}
        >
          {t.addPair}
        </Button>
      </Group>
    </Stack>
  );
}

/** There is no escape for a comma or an arrow. */
function clean(text: string): string {
  return text.replaceAll(/,|->/g, '');
}

/** With the spaces around them, which somebody may be about to write on from. */
function pairsOf(value: string): Pair[] | null {
  if (value.trim() === '') return [];
  const pairs = value.split(',').map((item) => {
    const arrow = item.indexOf('->');
    return arrow < 0 ? null : { from: item.slice(0, arrow), to: item.slice(arrow + 2) };
  });
  return pairs.every((pair) => pair !== null) ? pairs : null;
}

function textOf(pairs: readonly Pair[]): string {
  return pairs.map(({ from, to }) => `${from}->${to}`).join(',');
}
