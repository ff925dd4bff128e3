import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ConsoleStory,
  desk,
  fill,
  heading,
  look,
  phone,
  press,
  pressInDialog,
  pressText,
  shows,
  startConsole,
} from '../support/console.ts';
import { callTool } from '../support/mcp.ts';

let story: ConsoleStory;
let owner: string;
let terraform: string;
beforeAll(async () => {
  story = await startConsole();
  owner = await story.person('Olga Owner');
  await story.server.api.make('/team', { displayName: 'Platform <b>team</b>' });
  terraform = await story.server
    .as('', { 'x-authorization': story.server.key })
    .make('/user', { displayName: 'Terry Form', email: 'terry@example.com' });
});
afterAll(async () => story?.stop());

/** The choice of the list that is open; those of other lists are in the page, too, but not to be seen. */
async function choose(page: Page, text: string): Promise<void> {
  const options = `[...document.querySelectorAll('[role=option]')].filter((one) => one.checkVisibility() && one.innerText.trim() === ${JSON.stringify(text)})`;
  await page.waitForFunction(`${options}.length > 0`);
  await page.evaluate(`${options}[0].click()`);
}

/** Whether, on a phone, a notice stands on a field at the end of the page in which somebody writes. */
async function coversOnPhone(page: Page): Promise<unknown> {
  await page.setViewport(phone);
  const covers = await page.evaluate(`(() => {
    const field = document.createElement('textarea');
    document.querySelector('main').append(field);
    field.focus();
    const told = document.querySelector('.notice').getBoundingClientRect();
    const { top, bottom } = field.getBoundingClientRect();
    field.remove();
    return told.bottom > top && told.top < bottom;
  })()`);
  await page.setViewport(desk);
  return covers;
}

describe('the settings', () => {
  it('hold the organization, its plan, and that code alone changes what is its own', async () => {
    await story.visit({ userId: owner, expected: /status of 403/ }, async (page) => {
      await page.goto(`${story.url}/settings`);
      await heading(page, 'Organization');
      await shows(page, 'ENTERPRISE');
      await look(page, 'settings-organization');
      await fill(page, 'Display name', 'Example & Co');
      await pressText(page, 'Save');
      await shows(page, 'Saved');
      expect(await coversOnPhone(page)).toBe(false);

      await page.goto(`${story.url}/settings/people/${terraform}`);
      await heading(page, 'Terry Form');
      await shows(page, 'The next run of the code undoes what is changed here');
      await fill(page, 'Display name', 'Terry Changed');
      await pressText(page, 'Save');
      await heading(page, 'Terry Changed');
      await look(page, 'settings-person-by-code');

      await page.goto(`${story.url}/settings`);
      await shows(page, 'Code only');
      await page.click('::-p-text(Code only)');
      await page.click("::-p-xpath((//button[.='Save'])[2])");
      await shows(page, 'Saved');
      await page.goto(`${story.url}/settings/people/${terraform}`);
      await shows(page, 'Only code changes this');
      expect(await page.$$eval('form button[type=submit]', (found) => found.length)).toBe(0);
      await look(page, 'settings-person-code-only');
      await page.goto(`${story.url}/settings`);
      await shows(page, 'Code only');
      await page.click('::-p-text(Code only)');
      await page.click("::-p-xpath((//button[.='Save'])[2])");
      await shows(page, 'Saved');
    });
    const { body } = await story.server.api.get(`/organizations/${story.server.organizationId}`);
    expect(body).toMatchObject({ displayName: 'Example & Co', codeOnly: false });
  });

  it('bring people in, show where they come from, and give and take what they may do', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/settings/people`);
      await heading(page, 'People');
      await shows(page, 'Terry');
      await shows(page, 'By code');
      await shows(page, 'API key');
      await look(page, 'settings-people');
      await pressText(page, 'Invite');
      await fill(page, 'Their e-mail address', 'ada@example.com');
      await pressInDialog(page, 'Invite');
      await shows(page, 'Hand over this link');
      await shows(page, '/invitation');
      await pressInDialog(page, 'Done');
      await pressText(page, 'ada@example.com');
      await heading(page, 'ada@example.com');
      await shows(page, 'In no team.');
      await press(page, 'Add to a team');
      await pressText(page, 'Platform <b>team</b>');
      await pressText(page, 'Add');
      await press(page, 'Role in Platform <b>team</b>');
      await choose(page, 'Administrator');
      await shows(page, 'Saved');
      await look(page, 'settings-person');
      await pressText(page, 'Suspend');
      await shows(page, 'Gaps in schedules open at once');
      await pressInDialog(page, 'Suspend');
      await shows(page, 'Nothing was deleted');
      await pressText(page, 'Resume');
      await page.waitForFunction("!document.body.innerText.includes('Nothing was deleted')");
    });
    const { body } = await story.server.api.get('/team-membership/search/list');
    expect(body.teamMemberships).toMatchObject([
      { email: 'ada@example.com', role: 'Administrator', source: 'User' },
    ]);
  });

  it('make keys, which are shown once, rotate and revoke them', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/settings/keys`);
      await heading(page, 'API keys');
      await pressText(page, 'New key');
      await fill(page, 'Display name', 'Deployment');
      await look(page, 'settings-new-key');
      await pressInDialog(page, 'Create');
      await shows(page, 'it is not shown again');
      await shows(page, 'tocsin_');
      await pressInDialog(page, 'Done');
      await shows(page, 'Deployment');
      await look(page, 'settings-keys');
      await page.click("::-p-xpath(//tr[contains(., 'Deployment')]//button[.='Revoke'])");
      await shows(page, 'stops working at once');
      await pressInDialog(page, 'Revoke');
      await page.waitForFunction("!document.body.innerText.includes('Deployment')");
      await press(page, 'Also ended keys');
      await shows(page, 'Ended');
    });
  });

  it('make agents that read and try, and show what they may do, what they did, and by which program', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/settings/agents`);
      await heading(page, 'Agents');
      await shows(page, 'No agents');
      await shows(page, 'claude mcp add --transport http tocsin http://localhost');
      await pressText(page, 'New agent');
      await fill(page, 'Display name', 'Triage');
      await pressInDialog(page, 'Create');
      await shows(page, 'it is not shown again');
      const key = await page.$eval('[role=dialog] pre', (one) => one.textContent);
      await pressInDialog(page, 'Done');
      await shows(page, 'Olga Owner');
      await shows(page, 'Reads and tries');

      const { api } = story.server;
      const { body: found } = await api.get('/api-key/search?DisplayName=Triage');
      await api.put(`/api-key/${found.id}`, {
        ...found,
        scopes: [{ resource: 'incidents', permissions: ['get', 'update'] }],
        agent: { ownerId: owner, mayAcknowledge: ['Minor'] },
      });
      const teamId = await api.make('/team', { displayName: 'Agents' });
      const id = await api.make('/incident', {
        title: 'Disk full',
        status: 'Open',
        severity: 'Minor',
        teamIds: [teamId],
      });
      const acts = { operations: { appendIntent: { intent: 'Investigated' } } };
      const acted = await callTool(story.server, String(key), 'act_on_incident', { id, ...acts });
      expect(acted.isError).toBeUndefined();
      await story.server.app.jobs.runAll();
      await page.reload();
      await shows(page, 'by node');
      await look(page, 'settings-agents');
      await pressText(page, 'Triage');
      await heading(page, 'Triage');
      await shows(page, 'Acknowledges, assigns and snoozes: Minor');
      await shows(page, 'Disk full');
      await shows(page, 'act_on_incident · node');
      await look(page, 'settings-agent');
      await pressText(page, 'Revoke');
      await pressInDialog(page, 'Revoke');
      await shows(page, 'Ended');
    });
  });

  it('connect an identity provider, and say what is wrong with it', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/settings/sign-in`);
      await heading(page, 'Sign-in');
      await shows(page, 'No identity provider');
      await pressText(page, 'Connect an identity provider');
      await heading(page, 'Connect an identity provider');
      await fill(page, 'Display name', 'Example SSO');
      await fill(page, 'Issuer', 'http://127.0.0.1:65535');
      await fill(page, 'Client ID', 'tocsin');
      await look(page, 'settings-new-connection');
      await pressText(page, 'Create');
      await heading(page, 'Example SSO');
      await shows(page, '/sign-in/oidc/callback/');
      await pressText(page, 'Try it');
      await shows(page, 'It does not work yet');
      await look(page, 'settings-connection');
      await pressText(page, 'Delete');
      await pressInDialog(page, 'Delete');
      await shows(page, 'No identity provider');
    });
  });

  it('give roles to groups, and say before who gets them', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/settings/groups`);
      await heading(page, 'SCIM and groups');
      await shows(page, '/api/scim/v2');
      await pressText(page, 'New mapping');
      await fill(page, 'Group display name', 'Payments on-call');
      await press(page, 'Organization role');
      await pressText(page, 'Administrator');
      await pressInDialog(page, 'Preview');
      await shows(page, 'Nobody gets or loses anything.');
      await look(page, 'settings-new-mapping');
      await pressInDialog(page, 'Create');
      await shows(page, 'Administrator in the organization');
      await look(page, 'settings-groups');
    });
  });
});
