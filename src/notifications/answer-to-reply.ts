import { shortened } from '../channels/index.ts';
import { type SentenceCode, type Speech, say, speaker } from '../sentences/index.ts';
import type { RepliedIncident, ReplyIntent } from './reply.ts';

const titleCharactersMax = 100;

/**
 * Says how the incidents stand after an answer, never what was wanted, for the ear and for the eye. The worst comes
 * first, so that nobody goes back to sleep over half of it.
 */
export function answerToReply(
  intent: ReplyIntent,
  incidents: readonly RepliedIncident[],
  speech: Speech,
): string {
  const t = speaker(speech);
  if (incidents.length === 0) return t('replyGone');
  const groups = Map.groupBy(incidents, (incident) => stateAfter(intent, incident));
  return states
    .flatMap((code) => {
      const group = groups.get(code);
      return group ? [t('replyOn', { state: say(code), titles: titlesOf(group, speech) })] : [];
    })
    .join('. ');
}

const states = [
  'replyNotAcknowledged',
  'replyNotEscalated',
  'replyNotTakenOver',
  'replyStillOpen',
  'deedEscalated',
  'replyEscalatedAcknowledged',
  'replyTakenOver',
  'deedAcknowledged',
  'deedResolved',
] as const satisfies readonly SentenceCode[];

function stateAfter(
  intent: ReplyIntent,
  { status, isAcknowledged, hasAnswer }: RepliedIncident,
): (typeof states)[number] {
  if (status === 'Resolved') return 'deedResolved';
  if (intent === 'Resolved') return 'replyStillOpen';
  if (intent === 'Investigated')
    return isAcknowledged ? 'deedAcknowledged' : 'replyNotAcknowledged';
  if (intent === 'Assigned') return hasAnswer ? 'replyTakenOver' : 'replyNotTakenOver';
  if (!hasAnswer) return 'replyNotEscalated';
  return isAcknowledged ? 'replyEscalatedAcknowledged' : 'deedEscalated';
}

function titlesOf(group: readonly RepliedIncident[], speech: Speech): string {
  const t = speaker(speech);
  const title = shortened(group[0]?.title || t('untitled'), titleCharactersMax, '...');
  return group.length > 1 ? t('titleAndMore', { title, count: group.length - 1 }) : title;
}
