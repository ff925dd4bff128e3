import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ConsoleStory,
  heading,
  look,
  press,
  pressText,
  shows,
  startConsole,
} from '../support/console.ts';
import { signIn } from '../support/sessions.ts';
import { type StaffedTeam, staffTeam } from '../support/staffed-team.ts';

let story: ConsoleStory;
let owner: string;
let member: string;
let team: StaffedTeam;

const dayMilliseconds = 86_400_000;
const hostile = '<img src=x onerror=alert(1)>';

beforeAll(async () => {
  story = await startConsole();
  const { server } = story;
  const today = server.clock.now();
  owner = await story.person('Olga Owner');
  member = await story.person('Max Member', 'Member');
  team = await staffTeam(server.api, 'Payments', [{ people: ['Ada', 'Bob'] }]);
  await server.api.make('/team-membership', { userId: member, teamId: team.id, role: 'Member' });
  const other = await server.api.make('/team', { displayName: 'Database' });
  const ada = await signIn(server, { userId: team.people.Ada?.id ?? '' });
  const severities = ['Critical', 'Warning', 'Minor'];
  for (let n = 0; n < 24; n += 1) {
    server.clock.set(new Date(today.getTime() - (n * dayMilliseconds) / 2 - 3_600_000));
    const id = await server.api.make('/incident', {
      title: n === 3 ? hostile : `Disk ${n % 4} is full`,
      status: 'Open',
      severity: severities[n % 3],
      teamIds: n % 5 === 0 ? [other, team.id] : [team.id],
    });
    if (n % 4 === 3) continue;
    server.clock.advance(60 * (n + 1));
    const act = (intent: string) =>
      server.api.patch(`/incident/${id}`, { operations: { appendIntent: { intent } } });
    await act('Investigated');
    server.clock.advance(600);
    if (n % 2 === 0) await act('Resolved');
  }
  server.clock.set(today);
  expect(ada.token).not.toBe('');
});
afterAll(async () => story?.stop());

describe('reports', () => {
  it('an administrator reads the incidents of all teams, narrows them down, and takes them along', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/reports`);
      await heading(page, 'Incident report');
      await shows(page, 'Mean time to acknowledge');
      await shows(page, 'By team');
      // For screen readers the graph is a table, of a row for each day.
      await page.waitForSelector(
        '::-p-xpath(//table[@aria-label="Incidents over time"]/tbody/tr[7])',
      );
      await page.waitForSelector('.incident-chart rect[fill]');
      await look(page, 'report-incidents');
      await pressText(page, 'Show as a table');
      await page.waitForSelector('::-p-xpath(//button[.="Show as a graph"])');
      await pressText(page, 'Show as a graph');

      await page.goto(`${story.url}/reports?severity=Critical&team=${team.id}&interval=Day`);
      await page.waitForFunction(`!document.body.innerText.includes('By team')`);
      await shows(page, 'Compared with');
      const csv = await page.$eval('::-p-xpath(//a[normalize-space(.)="Download CSV"])', (link) =>
        link.getAttribute('href'),
      );
      expect(csv).toBe(`/api/public/v1/team/${team.id}/incident-report/csv?Severities=Critical`);
      const text = String(
        await page.evaluate(`fetch(${JSON.stringify(csv)}).then((answer) => answer.text())`),
      );
      expect(text).toContain('incident_id,title,team');
      expect(text).not.toContain('Warning');
    });
  });

  it('an administrator sees how long people were on call', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/reports`);
      await heading(page, 'Incident report');
      await pressText(page, 'On-call report');
      await heading(page, 'On-call report');
      await shows(page, 'Counted up to');
      await shows(page, 'Ada');
      await look(page, 'report-on-call');
      await press(page, 'Also people without duty');
      await page.waitForFunction(`!document.body.innerText.includes('Max Member')`);
      expect(new URL(page.url()).searchParams.get('idle')).toBe('no');
    });
  });

  it('a member sees the team’s reports in German, and none of the organization', async () => {
    await story.visit({ userId: member, language: 'de' }, async (page) => {
      await page.goto(`${story.url}/reports`);
      await heading(page, 'Störungsbericht');
      await shows(page, 'Mittlere Zeit bis zur Annahme');
      await page.waitForFunction(`!document.body.innerText.includes('Bereitschaftsbericht')`);
      await pressText(page, 'Einsatzbericht');
      await heading(page, 'Einsatzbericht');
      await shows(page, 'Häufigste Titel');
    });
    await story.visit({ userId: member }, async (page) => {
      await page.goto(`${story.url}/reports/engagement?team=${team.id}`);
      await heading(page, 'Engagement report');
      await shows(page, 'Open for longest');
      // What came in from outside is text.
      await shows(page, hostile);
      await look(page, 'report-engagement');
    });
  });
});
