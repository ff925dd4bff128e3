import { Anchor, List } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { labelOfPath } from './schema-form/labels.ts';
import { formTexts } from './schema-form/texts.ts';
import { useLanguage } from './texts.tsx';

export interface WrongFieldsProps {
  /** The words of the server, by member of the request. */
  members: readonly (readonly [member: string, messages: readonly string[]])[];
}

/** The fields that the server refused, in the words of the page. Where the page shows one, its name leads there. */
export default function WrongFields({ members }: WrongFieldsProps) {
  const { language } = useLanguage();
  const list = useRef<HTMLElement>(null);
  const [fields, setFields] = useState<readonly (Field | undefined)[]>([]);
  useEffect(() => {
    // By the next frame fields show what is wrong with them, and parts that were folded are open.
    const frame = requestAnimationFrame(() =>
      setFields(
        fieldsOf(
          list.current,
          members.map(([, messages]) => messages.join(' ')),
        ),
      ),
    );
    return () => cancelAnimationFrame(frame);
  }, [members]);
  return (
    <List
      size="sm"
      ref={(one: HTMLElement | null) => {
        list.current = one;
      }}
    >
      {members.map(([member, messages], place) => {
        const field = fields[place];
        return (
          <List.Item key={member}>
            {field ? (
              <Anchor
                component="button"
                type="button"
                inherit
                c="inherit"
                fw={700}
                underline="always"
                onClick={() => field.element.focus()}
              >
                {field.name}
              </Anchor>
            ) : (
              <b>{labelOfPath(member, language, formTexts[language].numbered)}</b>
            )}
            : {messages.join(' ')}
          </List.Item>
        );
      })}
    </List>
  );
}

interface Field {
  name: string;
  element: HTMLElement;
}

/** Finds the fields by what they show of their errors: each message is at its field, too. */
function fieldsOf(list: Element | null, messages: readonly string[]): (Field | undefined)[] {
  const form = list?.closest('form, [role=dialog]') ?? document.querySelector('main');
  const shown = [...(form?.querySelectorAll<HTMLElement>(errorsShown) ?? [])];
  return messages.map((message) => {
    const place = shown.findIndex((one) => one.textContent === message);
    const [error] = place < 0 ? [] : shown.splice(place, 1);
    const element = error && fieldOf(error);
    const name = element && nameOf(element, error);
    return name ? { name, element } : undefined;
  });
}

const errorsShown = '[id$="-error"], [data-field-error]';
const focusable = 'input:not([type=hidden]), textarea, select, button, [tabindex="0"]';
const parts = 'fieldset, section[aria-label], [role=group][aria-label], [role=region]';

function fieldOf(error: HTMLElement): HTMLElement | null {
  const described = error.id && document.querySelector(`[aria-describedby~="${error.id}"]`);
  if (described instanceof HTMLElement) return described;
  return (
    error.parentElement
      ?.closest(`.mantine-InputWrapper-root, ${parts}`)
      ?.querySelector(focusable) ?? null
  );
}

/** `Step 2 › After (minutes)`: what it stands in, and its label. */
function nameOf(field: HTMLElement, error: HTMLElement): string {
  const names = error.hasAttribute('data-field-error') ? [] : [labelOf(field)];
  for (let at = field.closest(parts); at; at = at.parentElement?.closest(parts) ?? null)
    names.unshift(titleOf(at));
  // The name of an item says which list it is in.
  const said = names.filter((name, place) => name && !names[place + 1]?.startsWith(name));
  return said.join(' › ');
}

/** The legend of a list, the name of a card, or the words on a fold without the summary beside them. */
function titleOf(part: Element): string {
  const fold = document.getElementById(part.getAttribute('aria-labelledby') ?? '');
  const title = part.querySelector(':scope > legend') ?? fold?.querySelector('p');
  return title?.textContent ?? part.ariaLabel ?? '';
}

function labelOf(field: HTMLElement): string {
  const label =
    (field instanceof HTMLInputElement && field.labels?.[0]) ||
    document.querySelector(`label[for="${CSS.escape(field.id)}"]`);
  return (field.ariaLabel ?? label?.textContent ?? '').replace(/\s*\*$/, '');
}
