import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { savedAccount, wholeAccount } from '../migration/opsgenie/fixtures/whole.ts';
import {
  type ConsoleStory,
  heading,
  look,
  press,
  shows,
  startConsole,
} from '../support/console.ts';

let story: ConsoleStory;
let folder: string;
let file: string;
beforeAll(async () => {
  story = await startConsole();
  folder = await mkdtemp(join(tmpdir(), 'come-from-'));
  file = join(folder, 'opsgenie.json');
  const kinds = Object.fromEntries(savedAccount(wholeAccount).results);
  const saved = { format: 'tocsin-import/1', product: 'opsgenie', url: 'https://api.example.com' };
  await writeFile(file, JSON.stringify({ ...saved, savedAt: '2026-11-01T08:00:00Z', kinds }));
});
afterAll(async () => {
  await story?.stop();
  await rm(folder, { recursive: true });
});

async function give(page: Page, path: string): Promise<void> {
  const input = await page.waitForSelector('input[type="file"]');
  await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path);
}

describe('coming from another product', () => {
  it('leads from a file to a folder, in the browser alone', async () => {
    const owner = await story.person('Olga Owner');
    await story.visit({ userId: owner }, async (page) => {
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`);
      });
      await page.goto(`${story.url}/teams`);
      await press(page, 'Come from another product');
      await heading(page, 'Come from another product');
      await press(page, 'Opsgenie');
      await shows(page, 'npx tocsin import opsgenie --api --save opsgenie.json');
      await look(page, 'come-from-file');
      await give(page, file);
      await shows(page, 'Severity of an alert with priority P1');
      await look(page, 'come-from-questions');
      await press(page, 'Next');
      await shows(page, 'Terraform makes them, and they are invited.');
      await look(page, 'come-from-people');
      await press(page, 'Show the result');
      await shows(page, 'Everything is accounted for');
      await look(page, 'come-from-result');
      expect(sent).toEqual([]);
    });
  });

  it('says what is wrong with a file, in German, too', async () => {
    const owner = await story.person('Otto Owner');
    const wrong = join(folder, 'wrong.json');
    await writeFile(wrong, '{"format":"tocsin-import/2","kinds":{}}');
    await story.visit({ userId: owner, language: 'de' }, async (page) => {
      await page.goto(`${story.url}/come-from?product=opsgenie`);
      await shows(page, 'Diese Datei bleibt in Ihrem Browser');
      await give(page, wrong);
      await shows(page, 'Das konnte nicht gelesen werden');
      await shows(page, 'tocsin-import/2');
      await give(page, file);
      await shows(page, 'Schweregrad eines Alarms mit Priorität P1');
      await press(page, 'Weiter');
      await press(page, 'Ergebnis zeigen');
      await shows(page, 'Alles ist verbucht');
      await look(page, 'come-from-result-de');
    });
  });

  it('is for administrators', async () => {
    const member = await story.person('Max Member', 'Member');
    await story.visit({ userId: member }, async (page) => {
      await page.goto(`${story.url}/come-from`);
      await shows(page, 'Somebody else comes with it');
    });
  });
});
