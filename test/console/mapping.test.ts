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
    `document.querySelector('section[aria-label=Result]').innerText.includes(${JSON.stringify(text)})`,
  );

describe('the mapping playground', () => {
  it('shows what a change does, here and to the last payloads, before it is saved', async () => {
    await story.visit({ userId: owner, viewport: desk, expected: /status of 400/ }, async (page) => {
      await page.goto(address());
      await heading(page, 'Shop');
      await shows(page, 'This integration has a mapping of its own.');
      await result(page, 'Would update');
      await result(page, '<img src=x onerror=alert(1)>');
      await shows(page, '"host": "db-2"');
      await shows(page, 'Budget:');

      // The id of a problem becomes the host.
      await press(page, 'Edit CorrelationId 5');
      await fill(page, 'Step 1', '$.jsonBody.[');
      await shows(page, 'Changed, not saved yet.');
      await page.waitForSelector('::-p-aria(Step 1)[aria-invalid=true]');
      await fill(page, 'Step 1', '$.jsonBody.host');
      await result(page, 'Would open a new incident');
      await look(page, 'mapping');

      await pressText(page, 'Try on the last 100 payloads');
      await shows(page, '4 of 4 differ');
      await shows(page, 'Resolved an incident');
      await look(page, 'mapping-trials');

      // By keyboard: a new attribute with a translation, moved up.
      await pressText(page, 'Add attribute');
      await fill(page, 'Name of the attribute', 'Runbook');
      await press(page, 'Move Runbook 7 up');
      await page.waitForSelector('::-p-aria(Edit Runbook 6)');
      await press(page, 'Remove CorrelationId').catch(() => undefined);
    });
  });

  it('saves, replays, and goes back to the default', async () => {
    await story.visit({ userId: owner, viewport: desk }, async (page) => {
      await page.goto(address());
      await result(page, 'Would update');
      await press(page, 'Edit Host 6');
      await fill(page, 'Name of the attribute', 'Node');
      await pressText(page, 'Add step');
      await press(page, 'Kind of step 2');
      await pressText(page, 'Translation');
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

      // Dragged to the top, and back by keyboard.
      const handles = await page.$$('.playground > section:nth-child(2) > div > div > .playground-attribute > div > div > .drag-handle');
      expect(handles).toHaveLength(6);
      const [first] = handles;
      const last = handles.at(-1);
      if (!first || !last) throw new Error('no handles');
      await last.drop;
      await press(page, 'Move Node 6 up');
      await page.waitForSelector('::-p-aria(Edit Node 5)');
      await page.keyboard.press('Enter');
      await page.waitForSelector('::-p-aria(Edit Node 4)');
      await pressText(page, 'Discard changes');
      await page.waitForSelector('::-p-aria(Edit Node 6)');

      await pressText(page, 'Send again');
      await pressInDialog(page, 'Send again');
      await shows(page, 'Taken: Updated an incident');

      // A pasted payload in place of a stored one.
      await pressText(page, 'Pasted').catch(() => undefined);
      await pressText(page, 'Back to the default');
      await pressInDialog(page, 'Back to the default');
      await shows(page, 'The default mapping of the type applies.');
      await shows(page, 'The same as the default mapping of the type.');
      const { status } = await story.server.api.get(`/inbound-integration/${integration}/mapping`);
      expect(status).toBe(404);
    });
  });
});
