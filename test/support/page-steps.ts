import { setTimeout } from 'node:timers/promises';
import type { ElementHandle, Page } from 'puppeteer-core';

/** Longer than a busy machine needs. */
const patienceMilliseconds = 120_000;

/**
 * How often a page is looked at. With each frame, as puppeteer does it unless told, the looking takes the page the
 * processor.
 */
const pauseMilliseconds = 100;

/** Lets all waiting on the page be patient, and leave the page its time. */
export function calm(page: Page): void {
  page.setDefaultTimeout(patienceMilliseconds);
  const wait = page.waitForFunction.bind(page);
  page.waitForFunction = (test, options, ...values) =>
    wait(test, { polling: pauseMilliseconds, ...options }, ...values);
}

/** Waits for the one heading of the first rank. */
export async function heading(page: Page, text: string): Promise<void> {
  await page.waitForSelector(`::-p-xpath(//h1[normalize-space(.)="${text}"])`);
}

/** Waits until the page shows this text. */
export async function shows(page: Page, text: string): Promise<void> {
  await page.waitForFunction(`document.body.innerText.includes(${JSON.stringify(text)})`);
}

/** Presses what has this accessible name. */
export async function press(page: Page, name: string): Promise<void> {
  await use(page, `::-p-aria(${name})`);
}

/** Presses the first that this selector finds. */
export async function pressFirst(page: Page, selector: string): Promise<void> {
  await use(page, selector);
}

/**
 * Presses the button, link, tab or choice with this text; of several the first that can be pressed, or the very last.
 */
export async function pressText(
  page: Page,
  text: string,
  which: 'first' | 'last' = 'first',
): Promise<void> {
  const kinds = ['self::button', 'self::a', "@role='option'", "@role='menuitem'", "@role='tab'"];
  await use(
    page,
    `::-p-xpath(//*[(${kinds.join(' or ')}) and normalize-space(.)="${text}"])`,
    clickOn,
    which,
  );
}

/** Presses the tab with this text: links of the menu may have the same. */
export async function pressTab(page: Page, text: string): Promise<void> {
  await use(page, `::-p-xpath(//*[@role='tab' and normalize-space(.)="${text}"])`);
}

/** Presses the button with this text in the dialog that is open. */
export async function pressInDialog(page: Page, text: string): Promise<void> {
  await use(page, `::-p-xpath(//*[@role='dialog']//button[normalize-space(.)="${text}"])`);
}

/** Puts a text into the field with this label, in place of what is there. */
export async function fill(page: Page, label: string, text: string): Promise<void> {
  await use(page, `::-p-aria(${label})`, async (field) => {
    await clickOn(field, 3);
    const isText = await field.evaluate((given) => {
      const one = given as unknown as PageElement;
      return one.matches(
        'textarea, input:not([type]), input:is([type=text], [type=email], [type=password])',
      );
    });
    // As one change: each key makes the page draw itself anew, half a second of processor for a name. Fields for times
    // take keys only.
    if (isText) await page.keyboard.sendCharacter(text);
    else await field.type(text);
  });
}

/** Another time of the same day in a field for both. Which keys that takes depends on the region of the page. */
export async function chooseTime(page: Page, label: string, time: string): Promise<void> {
  await use(page, `::-p-aria(${label})`, (field) =>
    field.evaluate((given, wanted) => {
      // as unknown as: this program does not have the types of a page.
      const one = given as unknown as TimeField;
      const window = one.ownerDocument.defaultView;
      const value = `${one.value.slice(0, 11)}${wanted}`;
      // As the browser does it, past what React has put before it.
      const prototype = window.HTMLInputElement.prototype;
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(one, value);
      one.dispatchEvent(new Event('input', { bubbles: true }));
    }, time),
  );
}

interface TimeField {
  value: string;
  ownerDocument: { defaultView: { HTMLInputElement: { prototype: object } } };
  dispatchEvent(event: Event): boolean;
}

/**
 * Uses the first or last element that a person could use, as soon as there is one; another one where it was replaced
 * meanwhile.
 */
async function use(
  page: Page,
  selector: string,
  act: (element: ElementHandle) => Promise<void> = clickOn,
  which: 'first' | 'last' = 'first',
): Promise<void> {
  const end = Date.now() + patienceMilliseconds;
  let hindrance = 'is not there';
  while (Date.now() < end) {
    try {
      const found = await page.$$(selector);
      for (const element of which === 'first' ? found : found.slice(-1)) {
        hindrance = await hindranceOf(element);
        if (hindrance === '') return await act(element);
      }
    } catch (error) {
      if (error instanceof Missed) hindrance = 'moves away';
      else if (!isReplaced(error)) throw error;
    }
    await setTimeout(pauseMilliseconds);
  }
  throw new Error(`${selector} ${hindrance}.`);
}

/** What was pressed was something else: the page moved between the look and the press. */
class Missed extends Error {}

/** Clicks, and makes sure that the element got it. */
async function clickOn(element: ElementHandle, count = 1): Promise<void> {
  await element.evaluate((given) => {
    const one = given as unknown as PageElement;
    delete one.wasHit;
    one.ownerDocument.addEventListener(
      'click',
      ({ target }) => {
        const hit = target as PageElement;
        one.wasHit =
          one.contains(hit) || hit.contains(one) || hit.closest('label')?.control === one;
      },
      { capture: true, once: true },
    );
  });
  await element.click({ count });
  // Where the click has opened another page, nobody can say any more.
  const isMissed = await element
    .evaluate((given) => {
      const one = given as unknown as PageElement;
      return one.wasHit === false || (one.wasHit === undefined && one.isConnected);
    })
    .catch(() => false);
  if (isMissed) throw new Missed();
}

/** Why a person could not use the element: pressing it now would press something else, or nothing. */
async function hindranceOf(element: ElementHandle): Promise<string> {
  if (!(await element.isVisible())) return 'is not to be seen';
  return element.evaluate(async (given) => {
    // as unknown as: this program does not have the types of a page.
    const one = given as unknown as PageElement;
    if (one.matches(':disabled, [data-loading=true], [aria-disabled=true]')) return 'is disabled';
    one.scrollIntoViewIfNeeded();
    const before = one.getBoundingClientRect();
    // Longer than a frame.
    await new Promise((resolve) => globalThis.setTimeout(resolve, 20));
    const { x, y, width, height } = one.getBoundingClientRect();
    if (before.x !== x || before.y !== y) return 'moves';
    const hit = one.ownerDocument.elementFromPoint(x + width / 2, y + height / 2);
    if (!hit || one.contains(hit) || hit.contains(one)) return '';
    if (hit.closest('label')?.control === one) return '';
    // As people do with what is below the header.
    one.scrollIntoView({ block: 'center' });
    return 'is covered';
  });
}

interface PageElement {
  ownerDocument: {
    elementFromPoint(x: number, y: number): PageElement | null;
    addEventListener(
      type: 'click',
      listener: (event: { target: unknown }) => void,
      options: { capture: true; once: true },
    ): void;
  };
  isConnected: boolean;
  /** Whether the click went to it; unset before one. */
  wasHit?: boolean;
  control?: PageElement;
  matches(selector: string): boolean;
  contains(other: PageElement): boolean;
  closest(selector: string): PageElement | null;
  scrollIntoViewIfNeeded(): void;
  scrollIntoView(options: { block: 'center' }): void;
  getBoundingClientRect(): { x: number; y: number; width: number; height: number };
}

/** What puppeteer and Chromium say of an element, or a whole page, that is gone. */
function isReplaced(error: unknown): boolean {
  return (
    error instanceof Error &&
    /detached|not attached|not clickable|not an Element|context|does not belong|No node/i.test(
      error.message,
    )
  );
}
