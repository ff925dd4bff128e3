import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ConsoleStory,
  desk,
  fill,
  heading,
  look,
  press,
  pressInDialog,
  pressText,
  shows,
  startConsole,
} from '../support/console.ts';
import { makeIntegration, map, send } from '../support/webhook.ts';

let story: ConsoleStory;
let owner: string;
let integration: string;
beforeAll(async () => {
  story = await startConsole();
  owner = await story.person('Olga Owner');
  const { server } = story;
  integration = await makeIntegration(server, { displayName: 'Shop' });
  await map(server, integration);
  for (const body of [
    { status: 'Open', title: 'Disk is full', id: 'a', host: 'db-1' },
    { status: 'Open', title: 'Disk is full', id: 'b', host: 'db-1' },
    { status: 'Resolved', title: 'Disk is full', id: 'a', host: 'db-1' },
    { status: 'Open', title: '<img src=x onerror=alert(1)>', id: 'c', host: 'db-2' },
  ]) {
    const { status } = await send(server, integration, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(status).toBe(200);
  }
});
afterAll(async () => story?.stop());

const address = () => `${story.url}/integrations/${integration}?tab=mapping`;
const stored = async () =>
  (await story.server.api.get(`/inbound-integration/${integration}/mapping`)).body as unknown as {
    attributesMapping: { attributes: { name: string; mappings: object[] }[] };
  };
/** In the column of results, the value of a row. */
const result = (page: Page, text: string) =>
  page.waitForFunction(
    `document.querySelector('section[aria-label=Result]')?.innerText.includes(${JSON.stringify(text)})`,
  );

/** By keyboard: the page may still be moving below a mouse. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await (await page.waitForSelector(`::-p-aria(${label})`))?.focus();
  await page.keyboard.press('ArrowDown');
  // Other fields have the same choices, out of sight.
  const script = `[...document.querySelectorAll('[role=option]')].find(
    (one) => one.checkVisibility() && one.textContent.trim() === ${JSON.stringify(option)})`;
  await page.waitForFunction(script);
  await page.evaluate(`${script}.click()`);
}

/** Drags the handle of one attribute onto another, as a mouse would. */
async function drag(page: Page, from: number, onto: number): Promise<void> {
  await page.evaluate(`(() => {
    const cards = [...document.querySelectorAll('.playground .mantine-Card-root:has(> * .drag-handle)')];
    const handle = cards[${from}].querySelector('.drag-handle');
    const dataTransfer = new DataTransfer();
    const say = (target, type) =>
      target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    say(handle, 'dragstart');
    return new Promise((resolve) => setTimeout(resolve, 50)).then(() => {
      say(cards[${onto}], 'dragover');
      say(cards[${onto}], 'drop');
    });
  })()`);
}

describe('the mapping playground', () => {
  it('shows what a change does, here and to the last payloads, before it is saved', async () => {
    await story.visit(
      { userId: owner, viewport: desk, expected: /status of 400/ },
      async (page) => {
        await page.goto(address());
        await heading(page, 'Shop');
        await shows(page, 'This integration has a mapping of its own.');
        await result(page, 'Updated an incident');
        await result(page, '<img src=x onerror=alert(1)>');
        await shows(page, '"host": "db-2"');
        await shows(page, 'Budget:');

        // The id of a problem becomes the host.
        await press(page, 'CorrelationId 5');
        await fill(page, 'Step 1', '$.jsonBody.[');
        await shows(page, 'Changed, not saved yet.');
        await page.waitForSelector('::-p-aria(Step 1)[aria-invalid=true]');
        await fill(page, 'Step 1', '$.jsonBody.host');
        await result(page, 'Opened an incident');
        await look(page, 'mapping');

        await pressText(page, 'Try on the last 100 payloads');
        await shows(page, '4 of 4 differ');
        await shows(page, 'Resolved an incident');
        await look(page, 'mapping-trials');

        // By keyboard: a new attribute with a translation, moved up.
        await press(page, 'CorrelationId 5');
        await pressText(page, 'Add attribute');
        await fill(page, 'Name of the attribute', 'Runbook');
        await press(page, 'Move Runbook 7 up');
        await page.waitForSelector('::-p-aria(Runbook 6)');
      },
    );
  });

  it('saves, replays, and goes back to the default', async () => {
    await story.visit({ userId: owner, viewport: desk }, async (page) => {
      await page.goto(address());
      await result(page, 'Updated an incident');
      await press(page, 'Host 6');
      await fill(page, 'Name of the attribute', 'Node');
      await pressText(page, 'Add step');
      await choose(page, 'Kind of step 2', 'Translation');
      await fill(page, 'Anything else becomes', 'somewhere');
      await pressText(page, 'Add value');
      await fill(page, 'Value 1', 'db-2');
      await fill(page, 'Becomes 1', 'the second database');
      await result(page, 'the second database');
      await pressText(page, 'Save the mapping');
      await shows(page, 'This integration has a mapping of its own.');
      const { attributes } = (await stored()).attributesMapping;
      expect(attributes.at(-1)).toMatchObject({
        name: 'Node',
        mappings: [
          { jsonPath: '$.jsonBody.host' },
          { map: 'db-2->the second database,->somewhere' },
        ],
      });

      // Moved by dragging and by keyboard.
      await drag(page, 5, 0);
      await page.waitForSelector('::-p-aria(Node 1)');
      await shows(page, 'Changed, not saved yet.');
      await pressText(page, 'Discard changes');
      await page.waitForSelector('::-p-aria(Node 6)');
      await (await page.waitForSelector('::-p-aria(Move Node 6 up)'))?.focus();
      await page.keyboard.press('Enter');
      await page.waitForSelector('::-p-aria(Node 5)');
      await page.keyboard.press('Enter');
      await page.waitForSelector('::-p-aria(Node 4)');
      await pressText(page, 'Discard changes');
      await page.waitForSelector('::-p-aria(Node 6)');

      await pressText(page, 'Send again');
      await pressInDialog(page, 'Send again');
      await shows(page, 'Taken: Updated an incident');

      await pressText(page, 'Back to the default');
      await pressInDialog(page, 'Back to the default');
      await shows(page, 'The default mapping of the type applies.');
      await shows(page, 'The same as the default mapping of the type.');
      const { status } = await story.server.api.get(`/inbound-integration/${integration}/mapping`);
      expect(status).toBe(404);
    });
  });
});
