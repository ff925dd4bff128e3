import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeKey } from '../support/keys.ts';
import { Town } from './town.ts';

let town: Town;
let week = 0;
/** Of the story. */
let minute = 0;

beforeAll(async () => {
  town = await Town.start();
});
afterAll(() => town.stop());
beforeEach(async () => {
  // Each a week after the last one, so that no bundle is made of two stories.
  week += 1;
  minute = 0;
  await town.begin(new Date(Date.UTC(2026, 0, week * 7, 2)).toISOString());
  await town.person('Sue', { hasPhone: true, hasBrowser: true });
});

// So that her shifts do not go on in the stories of others of her name.
afterEach(() => town.api.delete(`/user/${town.idOf('Sue')}`));

const post = async (path: string, body: object = {}) => {
  const answer = await town.api.post(path, body);
  expect(answer.status, `${path}: ${answer.text}`).toBe(200);
  return answer.body;
};
const suspend = () => post(`/user/${town.idOf('Sue')}/suspend`);
const resume = () => post(`/user/${town.idOf('Sue')}/resume`);

async function pass(minutes: number): Promise<void> {
  minute += minutes;
  await town.until(minute);
}

/** Opens a Critical incident of the team, and lets happen what follows from it within some minutes. */
async function incidentOf(teamId: string, minutes = 3): Promise<string> {
  const id = await town.api.make('/incident', {
    title: `Fire ${minute}`,
    status: 'Open',
    severity: 'Critical',
    teamIds: [teamId],
  });
  await pass(minutes);
  return id;
}

/** Replaces the first tier of a team by groups of people who take turns. */
async function rotate(teamId: string, groups: string[][], schedule: object): Promise<void> {
  const { body } = await town.api.get(`/team-membership/search/list?TeamId=${teamId}`);
  const memberships = body.teamMemberships as { id: string; userId: string }[];
  const idOf = (name: string) =>
    memberships.find(({ userId }) => userId === town.idOf(name))?.id ?? '';
  await town.api.make('/team-escalations', {
    teamId,
    escalationTiers: [
      {
        schedules: [
          {
            ...schedule,
            rotations: groups.map((names) => ({
              members: names.map((name) => ({ teamMembershipId: idOf(name) })),
            })),
          },
        ],
      },
    ],
  });
}

const assigned = () => ({
  intentOptions: {
    userAssigningOptions: { userAssignments: [{ userId: town.idOf('Sue') }] },
  },
});

const after5 = { autoEscalationEnabled: true, autoEscalationAfterMinutes: 5 };

/** Each arranges a position in which Sue is told, and gives what makes it happen. */
const positions: Record<string, () => Promise<() => Promise<unknown>>> = {
  'alone in the first tier': async () => {
    const team = await town.team('T', [{ people: ['Sue'], settings: after5 }, { people: ['Bob'] }]);
    return () => incidentOf(team);
  },
  'with others in a later tier': async () => {
    const team = await town.team('T', [
      { people: ['Bob'], settings: after5 },
      { people: ['Cem', 'Sue'] },
    ]);
    return () => incidentOf(team, 6);
  },
  'alone in every tier, so that nobody is left': async () => {
    const team = await town.team('T', [{ people: ['Sue'] }, { people: ['Sue'] }]);
    return () => incidentOf(team);
  },
  'alerted again and again': async () => {
    const team = await town.team('T', [
      { people: ['Sue', 'Bob'], settings: { repeats: 3, repeatsAfterMinutes: 2 } },
    ]);
    return () => incidentOf(team);
  },
  'filling up an empty tier': async () => {
    const team = await town.team('T', [{ people: [] }, { people: ['Sue', 'Bob'] }]);
    return () => incidentOf(team);
  },
  'in her turn of a rotation': async () => {
    const team = await town.team('T', [{ people: ['Sue', 'Bob', 'Cem'] }]);
    const rotationSettings = { repeats: 'custom', customRepeatUnit: 'hours', customRepeatValue: 1 };
    await rotate(team, [['Sue'], ['Bob'], ['Cem']], { rotationSettings });
    return async () => {
      for (let turn = 0; turn < 3; turn += 1) await incidentOf(team, 60);
    };
  },
  'in her turn of an automatic rotation': async () => {
    const team = await town.team('T', [{ people: ['Sue', 'Bob', 'Cem'] }]);
    const rotationSettings = {
      repeats: 'custom',
      customRepeatUnit: 'hours',
      customRepeatValue: 1,
      rotationMode: 'auto',
      autoRotationSize: 2,
    };
    await rotate(team, [['Sue', 'Bob', 'Cem']], { rotationSettings });
    return async () => {
      for (let turn = 0; turn < 3; turn += 1) await incidentOf(team, 60);
    };
  },
  'in a round robin': async () => {
    const team = await town.team('T', [
      { people: ['Sue', 'Bob'], schedule: { roundRobinSettings: { roundRobinSize: 1 } } },
    ]);
    return async () => {
      for (let turn = 0; turn < 2; turn += 1) await incidentOf(team);
    };
  },
  'by an extra duty': async () => {
    const team = await town.team('T', [{ people: ['Bob'] }, { people: ['Sue'] }]);
    const extra = { userId: town.idOf('Sue'), teamId: team, type: 'online', escalationTier: 1 };
    await town.api.make('/on-call-override', extra);
    return () => incidentOf(team);
  },
  'in the place of somebody absent': async () => {
    const team = await town.team('T', [{ people: ['Bob'] }, { people: ['Sue'] }]);
    await town.api.make('/on-call-override', {
      userId: town.idOf('Bob'),
      teamId: team,
      type: 'offline',
      replacementUserIds: [town.idOf('Sue')],
    });
    return () => incidentOf(team);
  },
  'as administrator of a team with nobody on call': async () => {
    const team = await town.team('T', []);
    const userId = town.idOf('Sue');
    await town.api.make('/team-membership', { userId, teamId: team, role: 'Administrator' });
    return () => incidentOf(team);
  },
  'as administrator of the organization, the last resort': async () => {
    const team = await town.team('T', []);
    const role = 'Administrator';
    await town.api.make('/organization-membership', { userId: town.idOf('Sue'), role });
    return () => incidentOf(team);
  },
  'in a team that a tier assigns': async () => {
    const other = await town.team('Other', [{ people: ['Sue', 'Cem'] }]);
    const team = await town.team('T', [
      { people: ['Bob'], settings: { autoAssignToTeams: [other] } },
      { people: ['Bob'] },
    ]);
    return () => incidentOf(team);
  },
  'as assignee': async () => {
    const team = await town.team('T', [{ people: ['Bob'] }]);
    return async () => {
      const id = await town.api.make('/incident', {
        title: `Fire ${minute}`,
        status: 'Open',
        severity: 'Critical',
        teamIds: [team],
      });
      await town.change(id, 'Assigned', assigned());
      await pass(3);
    };
  },
  'by news of an incident that she was told of': async () => {
    const team = await town.team('T', [{ people: ['Sue', 'Bob'] }]);
    const probe = await town.probe(team);
    const { incidentId } = await probe.open('Old fire');
    await pass(3);
    return async () => {
      await town.change(incidentId, 'Commented', { message: `Now ${minute}` });
      await town.change(incidentId, 'Escalated');
      await pass(3);
    };
  },
  'by a message that somebody sends again': async () => {
    const team = await town.team('T', [{ people: ['Sue', 'Bob'] }]);
    const id = await incidentOf(team);
    const { body } = await town.api.get(`/notification-log/search/list?IncidentId=${id}&Limit=100`);
    const sent = (body.notificationLogs as { id: string; userId: string }[]).find(
      ({ userId }) => userId === town.idOf('Sue'),
    );
    return async () => {
      await post(`/notification-log/${sent?.id}/resend`);
      await pass(3);
    };
  },
  'by tests of every channel': async () => async () => {
    for (const channel of ['Email', 'SMS', 'VoiceCall', 'Push']) {
      await town.api.post(`/user/${town.idOf('Sue')}/test-notification`, { channel });
    }
    await pass(3);
  },
};

describe('somebody who is suspended is never told anything', () => {
  it.each(Object.keys(positions))('%s', async (position) => {
    const happen = await positions[position]?.();
    const toldOf = async () => {
      const before = town.heard.length;
      await happen?.();
      return town.heard.slice(before).filter((line) => line.includes(' Sue '));
    };
    expect(await toldOf(), 'before').not.toEqual([]);
    await suspend();
    expect(await toldOf(), 'while she is suspended').toEqual([]);
  });

  it('until she is resumed', async () => {
    const team = await town.team('T', [{ people: ['Sue'] }]);
    await suspend();
    await resume();
    await incidentOf(team);
    expect(town.heard.join()).toContain(' Sue call');
  });

  it('not by messages that wait already, which are dropped and say so, and the next tier does not wait', async () => {
    const team = await town.team('T', [
      {
        people: ['Sue'],
        settings: { autoEscalationEnabled: true, autoEscalationAfterMinutes: 30 },
      },
      { people: ['Bob'] },
    ]);
    await post(`/user/${town.idOf('Sue')}/incident-notification-settings`, callsAlone);
    const probe = await town.probe(team);
    const { incidentId } = await probe.open('Fire');
    await pass(1);
    await suspend();
    await pass(9);
    expect(town.heard).toEqual(['5:00 Bob mail Critical: Fire – Escalated']);
    expect(await town.log(incidentId)).toContain(
      'Sue VoiceCall Dropped – This person is suspended.',
    );
  });

  it('but the log says so where an incident is given to her', async () => {
    const team = await town.team('T', [{ people: ['Bob'] }]);
    const { incidentId } = await (await town.probe(team)).open('Fire');
    await suspend();
    await town.change(incidentId, 'Assigned', assigned());
    expect(await town.log(incidentId)).toContain('Sue Email Dropped – This person is suspended.');
  });
});

const callsAlone = {
  shouldSendSMS: false,
  delayInMinSMS: 0,
  severitiesSMS: [],
  shouldCallVoice: true,
  delayInMinVoice: 5,
  severitiesVoice: ['Critical'],
  shouldSendPush: false,
  delayInMinPush: 0,
  severitiesPush: [],
  shouldSendEmail: false,
  delayInMinEmail: 0,
  severitiesEmail: [],
};

describe('what a suspended person holds is of no use', () => {
  it('links, texts back and calls', async () => {
    const team = await town.team('T', [{ people: ['Sue'] }]);
    const probe = await town.probe(team);
    const { incidentId } = await probe.open('Fire');
    await pass(5);
    await suspend();
    await expect(town.acknowledgeByLink('Sue')).rejects.toThrow('answers 404');
    expect(await town.reply('Sue', 'ACK')).toContain('you cannot see it any more');
    expect(await town.history(incidentId)).not.toContain('Investigated');
    await resume();
    await town.acknowledgeByLink('Sue');
    expect(await town.history(incidentId)).toContain('Investigated');
  });

  it('personal keys, until they are resumed', async () => {
    const person = town.server.as(await makeKey(town.server, { userId: town.idOf('Sue') }));
    expect((await person.get('/auth/me')).status).toBe(200);
    await suspend();
    const refused = await person.get('/auth/me');
    expect(refused.status).toBe(401);
    expect(refused.body.detail).toContain('suspended');
    await resume();
    expect((await person.get('/auth/me')).status).toBe(200);
  });
});

describe('a suspended person is on call nowhere', () => {
  const turns = { rotationSettings: { repeats: 'daily', startsOnTime: '00:00' } };
  const at = (day: number, hour = 0) =>
    new Date(Date.UTC(2026, 0, week * 7 + day, hour)).toISOString();

  /** Who has which day of tier 1, by first letters. */
  async function daysOf(teamId: string, from: number, until: number): Promise<string> {
    const letters: string[] = [];
    for (let day = from; day < until; day += 1) {
      const path = `/on-call-report?TeamIds=${teamId}&Start=${at(day)}&End=${at(day + 1)}`;
      const { body } = await town.api.get(path);
      const items = body.onCallHistoryItems as { user: { displayName: string } }[];
      letters.push(items.map(({ user }) => user.displayName[0]).join('') || '-');
    }
    return letters.join(' ');
  }

  it('the next in the rotation takes her turn, nobody else has another one, and the past stays as it was', async () => {
    const team = await town.team('T', [{ people: ['Sue', 'Bob', 'Cem'] }]);
    await rotate(team, [['Sue'], ['Bob'], ['Cem']], turns);
    await town.until(1);
    const planned = await daysOf(team, 1, 7);
    await pass(4 * 24 * 60);
    await suspend();
    await town.until(minute + 1);
    const later = planned.split(' ').map((name) => (name === 'S' ? 'B' : name));
    expect(await daysOf(team, 1, 4)).toBe(planned.split(' ').slice(0, 3).join(' '));
    expect(await daysOf(team, 5, 7)).toBe(later.slice(4).join(' '));
    await resume();
    expect(await daysOf(team, 5, 7)).toBe(planned.split(' ').slice(4).join(' '));
  });

  it('who is on call does not list her, and her calendar has no address', async () => {
    const team = await town.team('T', [{ people: ['Sue', 'Bob'] }]);
    const userId = town.idOf('Sue');
    const { body: user } = await town.api.get(`/user/${userId}`);
    await town.api.put(`/user/${userId}`, {
      ...user,
      calendarPublishingSettings: { isPublished: true },
    });
    const { url } = await post('/on-call/calendar', { userId });
    const onCall = async () => (await town.api.get(`/on-call?TeamIds=${team}`)).text;
    expect((await fetch(String(url))).status).toBe(200);
    expect(await onCall()).toContain(userId);
    await suspend();
    expect(await onCall()).not.toContain(userId);
    expect((await fetch(String(url))).status).toBe(404);
  });

  it('coverage says whom alerts pass over, and where nobody is left', async () => {
    const team = await town.team('T', [{ people: ['Sue'] }, { people: ['Bob', 'Sue'] }]);
    const kinds = async () => {
      const { body } = await town.api.get(`/coverage?TeamIds=${team}`);
      return (body.findings as { kind: string; text: string }[])
        .filter(({ kind }) => kind === 'PersonSuspended' || kind === 'EmptyTier')
        .map(({ kind, text }) => `${kind}: ${text}`);
    };
    expect(await kinds()).toEqual([]);
    await suspend();
    expect(await kinds()).toEqual([
      'EmptyTier: Tier 1 has no people; alerts pass over it.',
      'PersonSuspended: Sue is suspended: alerts pass over them in tiers 1 and 2.',
    ]);
  });
});
