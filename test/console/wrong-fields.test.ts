import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ConsoleStory,
  fill,
  heading,
  look,
  pressFirst,
  pressText,
  shows,
  startWithTeam,
} from '../support/console.ts';

let story: ConsoleStory;
let owner: string;
let teamId: string;
let policyId: string;
beforeAll(async () => {
  ({ story, owner, teamId } = await startWithTeam());
  const { api } = story.server;
  const member = await api.make('/team-membership', {
    teamId,
    userId: owner,
    role: 'Administrator',
  });
  await api.make('/team-escalations', {
    teamId,
    escalationTiers: [
      { schedules: [{ rotations: [{ members: [{ teamMembershipId: member }] }] }] },
      {
        repeats: 2,
        repeatsAfterMinutes: 5,
        schedules: [{ rotations: [{ members: [{ teamMembershipId: member }] }] }],
      },
    ],
  });
  policyId = await api.make('/escalation-policy', {
    displayName: 'Critical',
    teamId,
    steps: [{ targets: [{ userId: owner }] }],
  });
});
afterAll(async () => story?.stop());

const expected = /status of 400/;

/** The fields that the notice names, and the one that has the focus once its name is pressed. */
async function named(page: Page): Promise<string[]> {
  await page.waitForSelector('.problem li button');
  const names = await page.$$eval('.problem li', (lines) =>
    lines.map((line) => line.textContent?.split(': ')[0] ?? ''),
  );
  for (const text of names) expect(text).not.toMatch(/[[\]._]|\p{Ll}\p{Lu}/u);
  return names;
}

const jump = (page: Page, place: number) =>
  page.evaluate(`(() => {
    document.activeElement.blur();
    document.querySelectorAll('.problem li button')[${place}].click();
    const { labels, ariaLabel, ariaInvalid } = document.activeElement;
    return { label: labels?.[0]?.textContent ?? ariaLabel, ariaInvalid };
  })()`);

/** Lets the server refuse these members of what the page saves next: not everything can be written wrongly. */
async function refuse(page: Page, path: string, members: readonly string[]): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const isIt = request.method() === 'PUT' && request.url().includes(path);
    if (!isIt) return void request.continue();
    const errors = Object.fromEntries(
      members.map((member) => [member, [`is refused: ${member.length}`]]),
    );
    const problem = {
      type: 'about:blank',
      code: 'validation-failed',
      title: 'The request is not valid',
      status: 400,
      detail: 'Check it.',
      errors,
    };
    void request.respond({
      status: 400,
      contentType: 'application/problem+json',
      body: JSON.stringify(problem),
    });
  });
}

describe.each(['en', 'de'] as const)('what a form was refused, in %s', (language) => {
  const isGerman = language === 'de';
  const save = isGerman ? 'Speichern' : 'Save';

  it.concurrent('is named as the page names it, folded parts and lists with it, and leads there', async () => {
    await story.visit({ userId: owner, language, expected }, async (page) => {
      await page.goto(`${story.url}/on-call/policies/${policyId}`);
      await heading(page, 'Critical');
      await pressFirst(
        page,
        `.mantine-Accordion-control ::-p-text(${isGerman ? 'Nur wenn' : 'Only if'})`,
      );
      await pressText(page, isGerman ? 'Zeit hinzufügen' : 'Add hour');
      await pressText(page, save);
      const names = await named(page);
      expect(names[0]).toMatch(isGerman ? /^Schritt 1 › .+ › .+/ : /^Step 1 › .+ › .+/);
      expect(await jump(page, 0)).toMatchObject({ ariaInvalid: 'true' });
      await look(page, `wrong-fields-${language}`);
    });
  });

  it.concurrent('of tiers, deep in them', async () => {
    await story.visit({ userId: owner, language, expected }, async (page) => {
      await refuse(page, '/team-escalations/', [
        'escalationTiers[1].repeatsAfterMinutes',
        'escalationTiers[0].schedules[0].rotations[0].members',
        'tierSettings.repeats',
        'escalationTiers[0].schedules[0].rotationSettings',
      ]);
      await page.goto(`${story.url}/teams/${teamId}?tab=tiers`);
      await shows(page, isGerman ? 'Stufe 2' : 'Tier 2');
      await fill(page, isGerman ? 'Name des Plans' : 'Name of the schedule', 'Nights');
      await pressText(page, save);
      expect(await named(page)).toEqual(
        isGerman
          ? [
              'Stufe 2 › Wiederholungen dieser Stufe › Nach Minuten',
              'Stufe 1 › Plan 1 › Personen in Bereitschaft',
              'Alle Stufen zusammen › Wie oft',
              'Stufe 1 › Plan 1 › Wechsel',
            ]
          : [
              'Tier 2 › Repeats of this tier › After minutes',
              'Tier 1 › Schedule 1 › People on call',
              'All tiers together › How often',
              'Tier 1 › Schedule 1 › Rotation settings',
            ],
      );
      expect(await jump(page, 0)).toMatchObject({
        label: isGerman ? 'Nach Minuten' : 'After minutes',
        ariaInvalid: 'true',
      });
    });
  });
});
