import { Fragment, jsx as plainJsx, jsxs as plainJsxs } from 'react/jsx-runtime';
import { cleanText } from './clean-text.ts';

/**
 * Makes all elements of the console, in place of React's own functions: the bundler sees to it
 * (`src/surfaces/console/app/clean-elements.ts`). Texts of elements, and attributes that people read, lose characters
 * that turn the direction of writing or cannot be seen: no page has to remember it. Text that is being edited is a
 * `value`, which stays as it was written.
 */
export { Fragment };

type Props = Record<string, unknown>;

/** Attributes of elements that are shown or read out. */
const ofElements = ['title', 'aria-label', 'alt', 'placeholder', 'label'];
/** Only this one: components alone know how they use their other attributes. */
const ofComponents = ['aria-label'];

export const jsx: typeof plainJsx = (type, props, key) => plainJsx(type, cleaned(type, props), key);
export const jsxs: typeof plainJsxs = (type, props, key) =>
  plainJsxs(type, cleaned(type, props), key);

/** Children of components, too: some libraries make elements in another way. */
function cleaned(type: unknown, given: unknown): unknown {
  const props = given as Props;
  let changed: Props | null = null;
  const { children } = props;
  const clean = cleanChildren(children);
  if (clean !== children) changed = { ...props, children: clean };
  for (const name of typeof type === 'string' ? ofElements : ofComponents) {
    const value = props[name];
    if (typeof value !== 'string') continue;
    const text = cleanText(value);
    if (text !== value) changed = { ...(changed ?? props), [name]: text };
  }
  return changed ?? props;
}

function cleanChildren(children: unknown): unknown {
  if (typeof children === 'string') return cleanText(children);
  if (!Array.isArray(children)) return children;
  const clean = children.map(cleanChildren);
  return clean.some((one, at) => one !== children[at]) ? clean : children;
}
