import {
  isWorthRetrying,
  membersOf,
  type OutboundClient,
  OutboundError,
  type OutboundRequest,
  type OutboundResponse,
  sendFailureOf,
} from '../../egress/index.ts';
import { isObject } from '../../kernel/index.ts';
import { type Sentence, say, words } from '../../sentences/index.ts';
import type { CallPlacement, DeletedRecording } from './carrier.ts';

/** Why a carrier did not do something. */
export interface ApiFailure {
  outcome: 'retry' | 'refused';
  error: Sentence;
  /** 404: there is no such thing. */
  isMissing?: true;
}
export type ApiAnswer = { outcome: 'answered'; members: Record<string, unknown> } | ApiFailure;

export interface ApiCaller {
  outbound: OutboundClient;
  /** As people know the carrier. */
  carrier: string;
  /** The settings to check when the carrier refuses the credentials. */
  credentials: readonly string[];
  authorization: string;
}

/** One request to the API of a carrier; what goes wrong is said to whoever set the number up. */
export async function askApi(
  { outbound, carrier, credentials, authorization }: ApiCaller,
  url: string,
  request: Pick<OutboundRequest, 'method' | 'headers' | 'body'> = {},
): Promise<ApiAnswer> {
  const answer = await exchange(outbound, url, {
    ...request,
    headers: { ...request.headers, authorization, accept: 'application/json' },
    // The credentials are for this host.
    redirectsMax: 0,
  });
  if (!('status' in answer)) return answer;
  const { status } = answer;
  const members = membersOf(answer);
  if (status >= 200 && status < 300 && members !== null) return { outcome: 'answered', members };
  // As the answer to a deletion.
  if (status === 204) return { outcome: 'answered', members: {} };
  if (status === 401 || status === 403)
    return {
      outcome: 'refused',
      error: say('credentialsRefused', { carrier, settings: credentials }),
    };
  const isMissing = status === 404 ? { isMissing: true as const } : {};
  const said = wordsOf(members);
  const error =
    said === ''
      ? say('carrierAnswered', { carrier, status })
      : say('carrierAnsweredWith', { carrier, status, words: said });
  return { ...failureOf(status), ...isMissing, error };
}

/** A request as a value: no connection is worth another attempt, a target that is not allowed is not. */
export async function exchange(
  outbound: OutboundClient,
  url: string,
  request: OutboundRequest,
): Promise<OutboundResponse | ApiFailure> {
  try {
    return await outbound.request(url, request);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const { outcome } = sendFailureOf(error);
    const said = error.sentence ?? words(error.message);
    return { outcome: outcome === 'refused' ? 'refused' : 'retry', error: said };
  }
}

export function failureOf(status: number): Pick<ApiFailure, 'outcome'> {
  return { outcome: isWorthRetrying(status) ? 'retry' : 'refused' };
}

/** The carrier's own error text: Twilio has it in `message`, Telnyx in a list of `errors`. */
function wordsOf(members: Record<string, unknown> | null): string {
  const [first] = Array.isArray(members?.errors) ? members.errors : [];
  const said = isObject(first) ? (first.detail ?? first.title) : members?.message;
  return typeof said === 'string' ? said.slice(0, 300) : '';
}

/**
 * A call that the carrier was asked to make. Whatever it says beside that it makes it, it is not asked again by itself:
 * rather does the person press the button once more than be rung twice.
 */
export function placementOf(
  answer: ApiAnswer,
  idOf: (members: Record<string, unknown>) => unknown,
): CallPlacement {
  if (answer.outcome !== 'answered')
    return {
      outcome: 'refused',
      error: answer.error,
      ...(answer.outcome === 'retry' ? { isUncertain: true } : {}),
    };
  const id = idOf(answer.members);
  return typeof id === 'string' && id !== ''
    ? { outcome: 'placed', callId: id }
    : { outcome: 'refused', error: say('carrierAnsweredOddly'), isUncertain: true };
}

/** A recording that is missing counts as deleted. */
export function deletedBy(answer: ApiAnswer): DeletedRecording {
  if (answer.outcome === 'answered' || answer.isMissing) return { outcome: 'deleted' };
  return { outcome: answer.outcome, error: answer.error };
}
