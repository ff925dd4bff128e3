/** Objects and forms as code, and the folder of an organization, as a person sees and saves them. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportConfiguration } from '../../cdktf-provider/export/commands.ts';
import { startProviderAt } from '../cdktf-provider/support/provider-at.ts';
import { terraformPath } from '../cdktf-provider/support/terraform.ts';
import {
  type ConsoleStory,
  fill,
  heading,
  look,
  pressInDialog,
  pressText,
  shows,
  startConsole,
} from '../support/console.ts';
import { makeFixtures } from '../support/fixtures.ts';

let story: ConsoleStory;
let owner: string;
let connection: string;
let downloads: string;
beforeAll(async () => {
  story = await startConsole();
  owner = await story.person('Olga Owner');
  const fixtures = await makeFixtures(story.server);
  connection = fixtures['oidc-connection'] ?? '';
  downloads = await mkdtemp(join(tmpdir(), 'tocsin-downloads-'));
});
afterAll(async () => {
  await rm(downloads, { recursive: true, force: true });
  await story?.stop();
});

const secret = 'hunter2-never-shown';

/** What the browser saved, once it is whole. */
async function saved(page: Page, name: string): Promise<Buffer> {
  const devtools = await page.createCDPSession();
  await devtools.send('Browser.setDownloadBehavior', {
    behavior: 'allow',
    downloadPath: downloads,
    browserContextId: page.browserContext().id ?? '',
    eventsEnabled: true,
  });
  const whole = new Promise<void>((resolve) => {
    devtools.on('Browser.downloadProgress', ({ state }) => {
      if (state === 'completed') resolve();
    });
  });
  await pressText(page, name);
  await whole;
  const [file = ''] = await readdir(downloads);
  const content = await readFile(join(downloads, file));
  await rm(join(downloads, file));
  return content;
}

describe('as code', () => {
  it('shows what is stored and what is about to be saved, and never a secret', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/settings/sign-in/${connection}`);
      await heading(page, 'SSO');
      await pressText(page, 'As code');
      await shows(page, 'resource "tocsin_oidc_connection" "sso" {');
      await shows(page, `id = "${connection}"`);
      await shows(page, 'One secret is a variable');
      await look(page, 'as-code');
      await pressText(page, 'CDK');
      await shows(page, "new bindings.OidcConnection(stack, 'oidc-connection-sso', {");
      await pressText(page, 'curl');
      await shows(page, `/api/public/v1/oidc-connection/${connection}'`);
      await page.keyboard.press('Escape');

      await page.goto(`${story.url}/settings/sign-in/new`);
      await fill(page, 'Display name', 'Zweite "Anmeldung" ${x}');
      await fill(page, 'Client secret', secret);
      await pressText(page, 'As code');
      await shows(page, 'What is about to be saved, as code.');
      await shows(page, 'resource "tocsin_oidc_connection" "zweite_anmeldung_x" {');
      await shows(page, '"Zweite \\"Anmeldung\\" $${x}"');
      for (const tool of ['Terraform', 'CDK', 'curl']) {
        await pressText(page, tool);
        const text = await page.evaluate('document.body.innerText');
        expect(text).not.toContain(secret);
      }
    });
  });

  it.skipIf(terraformPath === undefined)(
    'saves the organization as a folder that is the export of the command line and plans nothing',
    async () => {
      const { files, program } = await story.visit({ userId: owner }, async (page) => {
        await page.goto(`${story.url}/settings`);
        await heading(page, 'Organization');
        const zip = await saved(page, 'Download as Terraform');
        await shows(page, 'nothing changes until you do');
        const code = await saved(page, 'Download as CDK');
        return { files: unzipSync(zip), program: code.toString('utf8') };
      });
      expect(program).toContain("new bindings.Team(stack, 'team-team', {");

      const { server } = story;
      const provider = await startProviderAt(server.app.url, server.key);
      const { workspace } = provider;
      const byCommand = join(workspace.directory, 'command');
      const { secrets } = await exportConfiguration(
        { endpoint: server.app.url, apiKey: server.key },
        byCommand,
      );
      const folder = join(workspace.directory, 'browser');
      await mkdir(folder);
      for (const [path, content] of Object.entries(files)) {
        const name = path.split('/').at(-1) ?? '';
        expect(Buffer.from(content).toString('utf8')).toBe(
          await readFile(join(byCommand, name), 'utf8'),
        );
        await writeFile(join(folder, name), content);
      }
      expect(Object.keys(files).length).toBe((await readdir(byCommand)).length);
      // What fixtures have: a calendar is its own secret.
      const values = secrets.map((name) => [
        `TF_VAR_${name}`,
        name.endsWith('_text') ? 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' : 'secret',
      ]);
      const plan = await workspace.succeed(
        ['-chdir=browser', 'plan', '-no-color'],
        Object.fromEntries(values),
      );
      expect(plan.stdout).toMatch(/Plan: \d+ to import, 0 to add, 0 to change, 0 to destroy\./);
      await provider.stop();
    },
  );

  it('asks before it leaves what is not saved, and closes by the keyboard', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/settings/groups`);
      await heading(page, 'SCIM and groups');
      await pressText(page, 'New mapping');
      await shows(page, 'Group display name');
      await pressInDialog(page, 'As code');
      await shows(page, 'resource "tocsin_group_mapping" "new" {');
      await page.keyboard.press('Escape');
      await page.waitForFunction("!document.body.innerText.includes('tocsin_group_mapping')");
    });
  });
});
