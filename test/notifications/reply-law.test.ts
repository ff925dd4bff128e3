import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  allowedIntents,
  applyOperations,
  type IncidentDocument,
  type Intent,
  isAcknowledged,
} from '../../src/incidents/index.ts';
import { answerToReply } from '../../src/notifications/answer-to-reply.ts';
import { appendedBy, type ReplyIntent, repliedIncident } from '../../src/notifications/reply.ts';
import { usualSpeech } from '../../src/sentences/index.ts';
import { act, opened } from '../alerting/timeline.ts';
import { runsOf } from '../support/runs.ts';

const at = new Date('2026-03-02T10:00:00Z');
const by = { kind: 'user' as const, id: 'P', displayName: null, email: null };

/** What others do in between. */
const deed = fc.constantFrom<Intent>(
  'Investigated',
  'Escalated',
  'Resolved',
  'Unresolved',
  'Snoozed',
  'Unsnoozed',
  'Archived',
  'Commented',
);
/** An answer to a message, with the key of its request: two with one key are one that the carrier repeated. */
const answer = fc.record({
  intent: fc.constantFrom<ReplyIntent>('Investigated', 'Resolved', 'Escalated', 'Assigned'),
  key: fc.constantFrom('a', 'b', 'c'),
});

/** What each sentence says, in the words of the incident. */
const truth: Record<string, (incident: IncidentDocument, eventId: string) => boolean> = {
  Resolved: ({ status }) => status === 'Resolved',
  'Still open': ({ status }) => status === 'Open',
  Acknowledged: (incident) => incident.status === 'Open' && isAcknowledged(incident),
  Escalated: (incident, eventId) =>
    !isAcknowledged(incident) && incident.events.some(({ id }) => id === eventId),
  'Escalated, and acknowledged since': (incident, eventId) =>
    isAcknowledged(incident) && incident.events.some(({ id }) => id === eventId),
  Yours: ({ status, userIds, events }, eventId) =>
    status === 'Open' &&
    userIds?.includes('ada') === true &&
    events.some(({ id }) => id === eventId),
  'Not acknowledged, because it was reopened or escalated since; answer again to acknowledge': (
    incident,
  ) => incident.status === 'Open' && !isAcknowledged(incident),
};

it('what an answer says is what the incident says, and what is repeated is done once', () => {
  const said = new Set<string>();
  fc.assert(
    fc.property(fc.array(fc.oneof(deed, answer), { minLength: 1, maxLength: 12 }), (steps) => {
      let incident = opened('T', 'Critical');
      for (const step of steps) {
        if (typeof step === 'string') {
          if (allowedIntents(incident).includes(step))
            incident = act(incident, { intent: step, by: 'somebody', snoozeMinutes: 5 }, at);
          continue;
        }
        const eventId = `${step.intent} ${step.key}`;
        const appendIntent = appendedBy({ intent: step.intent, eventId, userId: 'ada' }, incident);
        if (appendIntent) incident = applyOperations(incident, { appendIntent }, by, at);
        expect(incident.events.filter(({ id }) => id === eventId).length).toBeLessThan(2);
        const text = answerToReply(
          step.intent,
          [repliedIncident(incident, eventId)],
          usualSpeech.en,
        );
        const [state = ''] = text.split(': ');
        said.add(state);
        expect(truth[state]?.(incident, eventId), `${text}, asked for ${step.intent}`).toBe(true);
      }
    }),
    { numRuns: runsOf({ short: 300, long: 3000 }) },
  );
  // All of them were said: none of the truths above is idle.
  expect([...said].toSorted()).toEqual(Object.keys(truth).toSorted());
});

it('of several incidents says the worst first, and each as it stands', () => {
  const shown = (title: string, intents: Intent[]) => {
    let incident = { ...opened('T', 'Critical'), title };
    for (const intent of intents) incident = act(incident, { intent }, at);
    return repliedIncident(incident, null);
  };
  const text = answerToReply(
    'Investigated',
    [
      shown('over', ['Resolved']),
      shown('taken', ['Investigated']),
      shown('also taken', ['Investigated']),
      shown('taken back', ['Investigated', 'Escalated']),
    ],
    usualSpeech.en,
  );
  expect(text).toBe(
    'Not acknowledged, because it was reopened or escalated since; answer again to acknowledge: taken back. ' +
      'Acknowledged: taken and 1 more. Resolved: over',
  );
});
