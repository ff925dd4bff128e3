import { issueReplyLink, type NewReplyLink } from '../../src/notifications/index.ts';
import type { TestApp } from './app.ts';
import { makePerson } from './keys.ts';

/** An incident of a team, a member of it, and what the member may do about it without signing in. */
export async function makeReply(server: TestApp, options: Partial<NewReplyLink> = {}) {
  const team = await server.api.make('/team', { displayName: 'Payments' });
  const person = await makePerson(server, { teams: { [team]: 'Member' } });
  const open = (title: string) =>
    server.api.make('/incident', {
      title,
      status: 'Open',
      severity: 'Critical',
      teamIds: [team],
    });
  const incident = await open('Disk <full> & "hot"');
  const issue = (more: Partial<NewReplyLink> = {}) =>
    issueReplyLink(server.app.world, {
      organizationId: server.organizationId,
      userId: person.id,
      incidentIds: [incident],
      round: `${incident} 0`,
      phoneNumber: null,
      ...options,
      ...more,
    });
  const { token, code } = await issue();
  /** Newest first, without the opening. */
  const history = async (id = incident) => {
    const { body } = await server.api.get(`/incident/search/${id}`);
    const events = body.events as {
      modification: { intent: string; user: { displayName: string; id: string } | null };
    }[];
    return events
      .map(({ modification }) => modification)
      .filter(({ intent }) => intent !== 'Created');
  };
  return { team, person, incident, open, issue, token, code: code ?? '', history };
}
