import { afterAll, beforeAll, it } from 'vitest';
import { type FakePushService, startPushService } from '../fakes/push-service.ts';
import {
  type ConsoleStory,
  look,
  pressFirst,
  pressText,
  shows,
  startConsole,
} from '../support/console.ts';
import { makePerson } from '../support/keys.ts';
import { staffTeam } from '../support/staffed-team.ts';
import { alert, map } from '../support/webhook.ts';

let story: ConsoleStory;
let owner: string;
let push: FakePushService;

const day = 86_400_000;

/** Of five nights: a disk is full for four minutes, by itself; in the last one somebody works on it. */
beforeAll(async () => {
  story = await startConsole();
  push = await startPushService();
  owner = await story.person('Olga Owner');
  const { api, clock } = story.server;
  const { id: teamId, people } = await staffTeam(api, 'Payments', [{ people: ['Ada'] }]);
  const somebody = await makePerson(story.server, { teams: { [teamId]: 'Administrator' } });
  await api.make('/push-subscription', { userId: people.Ada?.id, webPush: push.subscribe() });
  const displayName = 'Alarms of disks in Frankfurt';
  const integrationId = await api.make('/inbound-integration', {
    displayName,
    teamId,
    type: 'Webhook',
  });
  await map(story.server, integrationId);
  const begin = clock.now().getTime();
  for (let night = 0; night < 5; night += 1) {
    clock.set(new Date(begin + night * day));
    const id = `disk-${night}`;
    const title = `Disk of host-${night} is almost full`;
    const answer = await alert(story.server, integrationId, { id, title });
    clock.set(new Date(begin + night * day + 2 * 60_000));
    const acknowledged = { operations: { appendIntent: { intent: 'Investigated' } } };
    if (night === 4) await somebody.api.patch(`/incident/${answer.body.incidentId}`, acknowledged);
    clock.set(new Date(begin + night * day + 4 * 60_000));
    await alert(story.server, integrationId, { id, title, status: 'Resolved' });
  }
  clock.set(new Date(begin + 5 * day));
});
afterAll(async () => {
  await push?.stop();
  await story?.stop();
});

it('a noise report says what woke people, and what of it would have been missed', async () => {
  await story.visit({ userId: owner }, async (page) => {
    await page.goto(`${story.url}/on-call/replays`);
    await pressText(page, 'Find out');
    await shows(page, 'What woke people');
    await shows(page, '4 of 5 wake-ups for nothing');
    await shows(page, 'Alarms of disks in Frankfurt');
    await shows(page, '5 → 0 wake-ups');
    await shows(page, 'Somebody worked on 1 of these incidents');
    await look(page, 'noise-report');
    await pressFirst(page, '::-p-xpath(//label[normalize-space(.)="Title"])');
    await shows(page, 'Disk of host-# is almost full');
    await pressText(page, 'Show both courses');
    await shows(page, 'incidents would have gone otherwise');
    await page.goto(`${story.url}/on-call/replays`);
    await shows(page, 'None: what woke people');
    await look(page, 'replays');
  });
  await story.visit({ userId: owner, language: 'de' }, async (page) => {
    await page.goto(`${story.url}/on-call/replays`);
    await pressText(page, 'Herausfinden');
    await shows(page, '4 von 5 Malen umsonst geweckt');
    await look(page, 'noise-report-de');
  });
});
