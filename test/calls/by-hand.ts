/**
 * A call as a carrier makes it, against a server as an operator runs it: prints what is asked and what is answered,
 * then what the API shows of it. `node test/calls/by-hand.ts`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createApiClient } from '../support/api-client.ts';
import { connectLine, type LineAnswer } from '../support/phone-line.ts';
import { startServerProcess } from '../support/server-process.ts';
import { staffTeam } from '../support/staffed-team.ts';

const folder = mkdtempSync(join(tmpdir(), 'tocsin-call-'));
const server = await startServerProcess(folder);
try {
  const api = createApiClient(`${server.url}/api/public/v1`, { 'x-api-key': server.key });
  const team = await staffTeam(api, 'Payments', [{ people: ['Ann'] }, { people: ['Bob'] }], {
    users: { Ann: { phoneNumber: '+4915100000001' }, Bob: { phoneNumber: '+4915100000002' } },
  });
  const menu = { options: [{ key: '1', route: { incidentSeverity: 'Critical' } }] };
  const text = 'For payments press 1.';
  const welcomeMessage = { type: 'TextToSpeech', text, locale: 'en-GB' };
  const line = await connectLine(api, server.url, team.id, { menu, welcomeMessage });
  const call = line.ring('+4917012345678');
  const say = async (address: string, fields: Record<string, string> = {}): Promise<LineAnswer> => {
    const answer = await call.post(address, fields);
    const shown = address.replace(line.base, '…');
    console.log(`\n> ${shown} ${JSON.stringify(fields)}\n< ${answer.status} ${answer.text}`);
    return answer;
  };
  const member = (name: string) => ({ CallSid: name, ParentCallSid: call.sid });

  const menuPlayed = await say('voice', { CallStatus: 'ringing' });
  const again = await say(menuPlayed.next('action'), { Digits: '7' });
  const chosen = await say(again.next('action'), { Digits: '1' });
  const ann = chosen.text.includes('<Dial') ? chosen : await say(chosen.next('Redirect'));
  await say(ann.next('statusCallback'), { ...member('ann'), CallStatus: 'ringing' });
  const bob = await say(ann.next('action'), { DialCallStatus: 'no-answer' });
  const asked = await say(bob.next('url'), member('bob'));
  await say(asked.next('action'), { ...member('bob'), Digits: '1' });
  const talked = { DialCallStatus: 'completed', DialCallDuration: '40', DialBridged: 'true' };
  await say(bob.next('action'), talked);
  await say('status', { CallStatus: 'completed', CallDuration: '75' });

  const list = `/call-session/search/list?IntegrationIds=${line.integrationId}`;
  let [session] = (await api.get(list)).body.callSessions as { id: string; incidentId?: string }[];
  for (let waited = 0; !session?.incidentId && waited < 50; waited += 1) {
    await pause(200);
    [session] = (await api.get(list)).body.callSessions as { id: string; incidentId?: string }[];
  }
  const { body } = await api.get(`/call-session/${session?.id}`);
  console.log('\nthe call', JSON.stringify(body, null, 1));
  const incident = await api.get(`/incident/search/${session?.incidentId}`);
  console.log('\nits incident', JSON.stringify(incident.body.attributes), incident.body.title);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
