import {
  elapsed,
  type NumberRehearsal,
  objectKeyOfPrompt,
  type PersonScript,
  type RehearsalRequest,
  rehearseNumber,
} from '../../../calls/index.ts';
import type { components } from '../../../contract/index.ts';
import { usersById } from '../../../identity/index.ts';
import { demandDateTime, displayNames } from '../../../resources/index.ts';
import { answered } from '../../../sentences/index.ts';
import { teamKind } from '../../../teams/index.ts';
import { toLogView } from '../call-session-view.ts';
import type { ApiCaller } from '../caller.ts';
import { type Answer, type Handlers, ok } from '../handlers.ts';

type Wire = components['schemas'];

export const callRehearsalOperations = {
  rehearseCall: async (caller, { params, body }) => {
    demandDateTime('at', body.at);
    const request: RehearsalRequest = {
      integrationId: params.id,
      at: body.at ? new Date(body.at) : caller.clock.now(),
      script: {
        from: body.callerNumber ?? 'anonymous',
        keys: body.keys ?? [],
        hangsUpAfterSeconds: body.hangsUpAfterSeconds ?? null,
        speaksSeconds: body.speaksSeconds ?? 10,
        people: new Map(
          (body.people ?? []).map((person) => [person.userId.toLowerCase(), personOf(person)]),
        ),
        others: personOf(body.others ?? { answers: 'NoAnswer' }),
      },
      callFlowConfig: body.callFlowConfig ?? null,
    };
    const { catalogue, views, publicUrl } = caller.dependencies;
    return ok(
      await toView(caller, await rehearseNumber(caller, { catalogue, views, publicUrl }, request)),
    );
  },
} satisfies Handlers;

function personOf({
  answers,
  afterSeconds,
  keys,
  talksSeconds,
}: Wire['RehearsedBehaviour']): PersonScript {
  return {
    answers,
    afterSeconds: afterSeconds ?? 5,
    keys: keys ?? ['1'],
    talksSeconds: talksSeconds ?? 60,
  };
}

async function toView(
  caller: ApiCaller,
  rehearsal: NumberRehearsal,
): Promise<Answer<'rehearseCall'>> {
  const { startedAt, endedAt, outcome, endReason, log, spoken, session } = rehearsal;
  const { incident, incidentReason } = rehearsal;
  const chain = session.chain ?? [];
  const [users, teams] = await Promise.all([
    usersById(caller, [...new Set(chain.map(({ userId }) => userId))]),
    displayNames(caller, teamKind, incident ? [incident.teamId] : []),
  ]);
  const userOf = (userId: string, displayName: string | null) => ({
    id: userId,
    displayName: users.get(userId)?.displayName ?? displayName,
    avatarUrl: null,
    email: users.get(userId)?.email ?? null,
  });
  return {
    at: startedAt.toISOString(),
    outcome,
    ...answered('endReason', endReason),
    durationSeconds: elapsed(startedAt, endedAt),
    log: log.map(toLogView),
    spoken: spoken.map(({ at, to, prompt }) => ({
      at: at.toISOString(),
      seconds: elapsed(startedAt, at),
      to: to === 'caller' ? 'Caller' : 'Member',
      user: to === 'caller' ? null : userOf(to.userId, to.displayName),
      text: prompt.kind === 'speech' ? prompt.text : null,
      locale: prompt.kind === 'speech' ? prompt.locale : null,
      audioFile: objectKeyOfPrompt(prompt),
    })),
    dialed: session.legs.flatMap((leg) => {
      const target = chain[leg.target];
      if (!target) return [];
      const user = userOf(target.userId, target.displayName);
      return [{ at: leg.dialedAt.toISOString(), tier: target.tier, user, result: resultOf(leg) }];
    }),
    incident: incident && {
      title: incident.title,
      status: incident.status,
      severity: incident.severity,
      team: { id: incident.teamId, displayName: teams.get(incident.teamId) ?? 'Deleted team' },
      attributes: incident.attributes.map(({ name, value }) => ({ name, value })),
    },
    ...answered('incidentReason', incidentReason),
  };
}

type Leg = NumberRehearsal['session']['legs'][number];

const results = {
  completed: 'NotAccepted',
  'no-answer': 'NoAnswer',
  busy: 'Busy',
  failed: 'Failed',
  canceled: 'Canceled',
} as const;

/** A leg without an end is one on which the caller hung up. */
function resultOf({ isBridged, dialStatus }: Leg) {
  return isBridged ? 'Bridged' : dialStatus === null ? 'Canceled' : results[dialStatus];
}
