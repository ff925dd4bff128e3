import { Accordion, Group, Text } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import type { Schema } from '../../../openapi/types/request-schemas.ts';
import type { SchemaFormProps } from './fields.ts';

/** Members of an object that are folded away, and what they say while they are. */
export interface FoldedSection {
  key: string;
  title: string;
  words: string;
  members: readonly string[];
  /** From the beginning. */
  isOpen?: boolean;
}

export interface FoldedSectionsProps {
  /** Draws what is inside of a section. */
  Form: ComponentType<SchemaFormProps>;
  schema: string | Schema;
  /** The heading level of the titles, where the page has a heading above them. */
  order?: 4;
  sections: readonly FoldedSection[];
  value: Record<string, unknown>;
  onChange: (value: Record<string, unknown>) => void;
  /** By the whole path. A section with an error opens, and its title is red. */
  errors: Record<string, string>;
  path: string;
  isDisabled: boolean;
}

/** Settings that few objects of a list need, folded: a line each that says what is set. */
export function FoldedSections({ Form, sections, order, ...form }: FoldedSectionsProps) {
  const wrong = wrongOnes(sections, form);
  const [open, setOpen] = useOpenSections(
    sections.filter(({ isOpen }) => isOpen).map(({ key }) => key),
    wrong,
  );
  return (
    <Accordion
      variant="separated"
      multiple
      order={order}
      keepMounted={false}
      value={open}
      onChange={setOpen}
    >
      {sections.map(({ key, title, words, members }) => (
        <Accordion.Item key={key} value={key}>
          <Accordion.Control>
            <Group justify="space-between" pr="sm" gap={4}>
              <Text size="sm" fw={600} c={wrong.includes(key) ? 'red' : undefined}>
                {title}
              </Text>
              <Text size="sm" c="dimmed">
                {words}
              </Text>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <Form {...form} members={members} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

function wrongOnes(
  sections: readonly FoldedSection[],
  { errors, path }: Pick<FoldedSectionsProps, 'errors' | 'path'>,
): string[] {
  const isWrong = (member: string) =>
    Object.keys(errors).some((error) => `${error}.`.startsWith(`${path}.${member}.`));
  return sections.filter(({ members }) => members.some(isWrong)).map(({ key }) => key);
}

/** Sections that somebody opened, and wrong ones: nobody looks for an error in what is folded. */
export function useOpenSections(atFirst: readonly string[], wrong: readonly string[]) {
  const [open, setOpen] = useState([...atFirst]);
  const [known, setKnown] = useState('');
  if (known !== wrong.join()) {
    setKnown(wrong.join());
    setOpen([...new Set([...open, ...wrong])]);
  }
  return [open, setOpen] as const;
}
