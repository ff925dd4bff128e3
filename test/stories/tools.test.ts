import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { simulatedTools, type Thing } from '../outbound/simulated-tools.ts';
import { Town } from './town.ts';

let town: Town;
let day = 0;
const things: Thing[] = [];

beforeAll(async () => {
  town = await Town.start();
});
afterAll(() => town.stop());
beforeEach(async () => {
  day += 7;
  await town.begin(new Date(Date.UTC(2026, 0, day, 2)).toISOString());
  things.length = 0;
  town.answerTools((request) =>
    request.host === 'slack.com' ? simulatedTools.Slack.answer(request, things) : {},
  );
});

const webhook = (name: string) => ({
  type: 'Webhook',
  webhookSettings: { url: `https://${name}.example.com/hook` },
});

async function connect(teamId: string, settings: object): Promise<string> {
  return town.api.make('/outbound-integration', { displayName: 'Tool', teamId, ...settings });
}

describe('the tools of a team', () => {
  it('hear of the opening, the acknowledgement and the end, in this order', async () => {
    const team = await town.team('Payments', [{ people: ['Ada'] }]);
    await connect(team, webhook('tickets'));
    const chat = { ...simulatedTools.Slack.settings.slackSettings, hideActivityHistory: true };
    await connect(team, { type: 'Slack', slackSettings: chat });
    const probe = await town.probe(team);
    await probe.open('Till closed', 'Warning');
    await town.until(1);
    await town.acknowledgeByLink('Ada');
    await town.until(5);
    await probe.resolve('Till closed');
    await town.until(60);
    expect(town.heard).toEqual([
      '0:00 Ada mail Warning: Till closed – Opened by Probe',
      '0:00 slack.com/api/chat.postMessage Till closed: Opened',
      '0:00 tickets.example.com/hook incident.created',
      '1:00 slack.com/api/chat.update Till closed: Acknowledged by Ada (via link)',
      '1:00 tickets.example.com/hook incident.investigated',
      '5:00 Ada mail Warning: Till closed – Resolved by Probe',
      '5:00 slack.com/api/chat.update Till closed: Resolved',
      '5:00 tickets.example.com/hook incident.resolved',
    ]);
    // One message, which was changed.
    expect(things).toHaveLength(1);
  });

  it('of all that happens during an outage they hear in order, too', async () => {
    const team = await town.team('Payments', [{ people: ['Ada'] }]);
    await connect(team, webhook('tickets'));
    const probe = await town.probe(team);
    town.tools.next({ status: 503 }, { status: 503 });
    await probe.open('Till closed', 'Warning');
    await town.until(0.1);
    await probe.resolve('Till closed');
    await town.until(60);
    const arrived = town.heard.filter((line) => line.includes('tickets'));
    expect(arrived.map((line) => line.split(' ').at(-1))).toEqual([
      'incident.created',
      'incident.created',
      'incident.created',
      'incident.resolved',
    ]);
  });

  it('a snoozed incident is forwarded once, to whom somebody forwards it, and nobody else hears of it', async () => {
    const team = await town.team('Payments', [{ people: ['Ada'] }]);
    await connect(team, webhook('tickets'));
    const pager = await connect(team, { ...webhook('pager'), triggersOnlyOnForwarded: true });
    const probe = await town.probe(team);
    const { incidentId } = await probe.open('Till closed', 'Warning');
    await town.until(1);
    const snoozedUntil = new Date(town.server.clock.now().getTime() + 3_600_000).toISOString();
    await town.change(incidentId, 'Snoozed', {
      intentOptions: { snoozingOptions: { snoozedUntil } },
    });
    await town.until(2);
    await town.change(incidentId, 'Forwarded', {
      intentOptions: { forwardingOptions: { outboundIntegration: { id: pager } } },
    });
    await town.change(incidentId, 'Commented', { message: 'Still closed' });
    await town.until(30);
    await probe.resolve('Till closed');
    await town.until(120);
    expect(town.heard).toEqual([
      '0:00 Ada mail Warning: Till closed – Opened by Probe',
      '0:00 tickets.example.com/hook incident.created',
      '2:00 pager.example.com/hook incident.forwarded',
    ]);
  });

  it('one that refuses ten messages in a row is paused, and the administrators of its team are told once', async () => {
    const team = await town.team('Payments', [{ people: ['Ada'] }]);
    const userId = await town.person('Boss');
    await town.api.make('/team-membership', { userId, teamId: team, role: 'Administrator' });
    const tool = await connect(team, { ...webhook('tickets'), displayName: 'Tickets' });
    town.answerTools(() => ({ status: 403 }));
    const probe = await town.probe(team);
    for (let n = 1; n <= 12; n += 1) await probe.open(`Till ${n} closed`, 'Minor');
    await town.until(60);
    expect(town.heard.filter((line) => line.includes('tickets'))).toHaveLength(10);
    const told = town.heard.filter((line) => line.includes('is paused'));
    expect(told).toEqual([expect.stringContaining('Boss mail')]);
    const mail = town.smtp.mails.findLast(({ subject }) => subject?.includes('is paused'));
    expect(mail?.subject).toBe('The outbound integration Tickets is paused');
    expect(mail?.text).toContain('10 deliveries in a row failed');
    expect((await town.api.get(`/outbound-integration/${tool}`)).body.isPaused).toBe(true);

    // Resumed, it is told of when it fails again.
    const resumed = {
      ...webhook('tickets'),
      displayName: 'Tickets',
      teamId: team,
      isPaused: false,
    };
    expect((await town.api.put(`/outbound-integration/${tool}`, resumed)).status).toBe(200);
    for (let n = 13; n <= 22; n += 1) await probe.open(`Till ${n} closed`, 'Minor');
    await town.until(120);
    expect(town.heard.filter((line) => line.includes('is paused'))).toHaveLength(2);
  });
});
