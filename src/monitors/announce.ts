import { hash } from 'node:crypto';
import { acceptOwn, type Intake, type IntakeAnswer } from '../ingest/index.ts';
import type { IntakeView } from '../integrations/index.ts';
import { inWords, type Sentence, say, usualSpeech } from '../sentences/index.ts';
import type { Announcement } from './model.ts';

/** Sends news of a monitor to its own integration. Resolved once it is on disk; rejects when the store refuses it. */
export function announce(
  intake: Intake,
  view: IntakeView,
  news: Announcement,
  at: Date,
): Promise<IntakeAnswer> {
  // Told once to all of them, so in the language of the organization.
  const speech = usualSpeech[view.language];
  const body = {
    status: news.severity === null ? 'Resolved' : 'Open',
    ...(news.severity === null ? {} : { severity: news.severity }),
    title: inWords(titleOf(view, news), speech),
    monitorId: problemIdOf(view.integrationId),
    monitor: view.displayName,
    state: news.level,
    reason: inWords(news.reason, speech),
    since: news.at.toISOString(),
    ...(news.responseBody === undefined ? {} : { responseBody: news.responseBody }),
  };
  return acceptOwn(intake, view, body, at, { [announcementHeader]: news.id });
}

/** In a stored payload it tells which announcement that is. */
export const announcementHeader = 'tocsin-announcement';

/** The same for all news of a monitor. Not its id: whoever knows that can send signs of life in its name. */
function problemIdOf(integrationId: string): string {
  return hash('sha256', integrationId).slice(0, 32);
}

function titleOf({ type, displayName: monitor }: IntakeView, { level }: Announcement): Sentence {
  if (type.source === 'heartbeat')
    return say(type.settings === 'cronJobMonitor' ? 'jobDidNotRun' : 'heartbeatMissing', {
      monitor,
    });
  return say(level === 'Degraded' ? 'monitorDegraded' : 'monitorDown', { monitor });
}
