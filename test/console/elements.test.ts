import { describe, expect, it } from 'vitest';
import {
  all,
  attributeOf,
  consoleSources,
  type Element,
  isElement,
} from '../support/console-sources.ts';

/** By names of what goes on. */
const goesOn = /\b(?:is(?:Pending|Saving|Busy|Running|Waiting)|pending|saving)\b/;

describe('an element of the console', () => {
  const elements = consoleSources().flatMap(({ name, source }) =>
    all(source, isElement).map((element) => ({ name, element })),
  );
  const wrong = (tags: RegExp, isWrong: (element: Element) => boolean) => {
    const looked = elements.filter(({ element }) => tags.test(element.tagName.getText()));
    const found = looked
      .filter(({ element }) => isWrong(element))
      .map(({ name, element }) => `${name}: ${element.getText()}`);
    return { count: looked.length, found };
  };

  it('has a name where it is a table', () => {
    const { count, found } = wrong(
      /^(?:Table|table)$/,
      (table) => !attributeOf(table, 'aria-label'),
    );
    expect(found).toEqual([]);
    expect(count).toBeGreaterThan(10);
  });

  // A button with the focus keeps it, whatever disables it: console/shell/button-element.tsx. A field is `readOnly`.
  it('keeps the focus while what it does goes on, which a button shows as loading', () => {
    const { count, found } = wrong(/^[A-Z]/, (element) => {
      const disabled = attributeOf(element, 'disabled')?.initializer?.getText() ?? '';
      return goesOn.test(disabled) && !attributeOf(element, 'loading');
    });
    expect(found).toEqual([]);
    expect(count).toBeGreaterThan(1000);
  });
});
