import { shortened, untitled } from '../channels/index.ts';
import type { RepliedIncident, ReplyIntent } from './reply.ts';

const titleCharactersMax = 100;

/**
 * Says how the incidents stand after an answer, never what was wanted, for the ear and for the eye. The worst comes
 * first, so that nobody goes back to sleep over half of it.
 */
export function answerToReply(intent: ReplyIntent, incidents: readonly RepliedIncident[]): string {
  if (incidents.length === 0) return 'The incident was deleted, or you cannot see it any more.';
  const groups = Map.groupBy(incidents, (incident) => stateAfter(intent, incident));
  return states
    .flatMap((state) => {
      const group = groups.get(state);
      return group ? [`${state}: ${titlesOf(group)}`] : [];
    })
    .join('. ');
}

const states = [
  'Not acknowledged, because it was reopened or escalated since; answer again to acknowledge',
  'Not escalated',
  'Still open',
  'Escalated',
  'Escalated, and acknowledged since',
  'Acknowledged',
  'Resolved',
] as const;

function stateAfter(
  intent: ReplyIntent,
  { status, isAcknowledged, hasAnswer }: RepliedIncident,
): (typeof states)[number] {
  if (status === 'Resolved') return 'Resolved';
  if (intent === 'Resolved') return 'Still open';
  if (intent === 'Investigated')
    return isAcknowledged
      ? 'Acknowledged'
      : 'Not acknowledged, because it was reopened or escalated since; answer again to acknowledge';
  if (!hasAnswer) return 'Not escalated';
  return isAcknowledged ? 'Escalated, and acknowledged since' : 'Escalated';
}

function titlesOf(group: readonly RepliedIncident[]): string {
  const title = shortened(group[0]?.title || untitled, titleCharactersMax, '...');
  return group.length > 1 ? `${title} and ${group.length - 1} more` : title;
}
