import { type IncidentDocument, transition } from '../incidents/index.ts';
import type { IntakeViews } from '../integrations/index.ts';
import { AppError, type Ctx } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { loadSilences } from '../silences/index.ts';
import { decidePayload } from './decide-payload.ts';
import { dryRun } from './dry-run.ts';
import { setAside } from './evaluate.ts';
import type { Intake } from './intake.ts';
import { getPayload } from './payloads.ts';
import { rawBodyOf } from './received.ts';

/**
 * The incidents that a stored payload would open at `at` if none were open, one per alert; nothing is stored. The
 * reason says why there are none. Takes the right to edit the integration's team.
 */
export async function draftFromPayload(
  ctx: Ctx,
  { views, intake }: { views: IntakeViews; intake: Intake },
  { integrationId, payloadId }: { integrationId: string; payloadId: string },
  at: Date,
): Promise<{ incidents: IncidentDocument[]; reason: Sentence | null }> {
  const stored = await getPayload(ctx, integrationId, payloadId);
  const view = await views.load(integrationId);
  if (!view) throw new AppError('conflict', say('typeTakesNoPayloads'));
  const { evaluations } = stored.setAside
    ? { evaluations: setAside(stored.reason) }
    : await dryRun(
        ctx,
        intake,
        ctx.organizationId,
        view,
        { kind: 'webhook', raw: rawBodyOf(stored) },
        null,
      );
  const silences = await loadSilences(ctx, ctx.organizationId);
  const { alerts, reason } = decidePayload(view, at, evaluations, silences, payloadId);
  const opening = alerts.filter(({ circumstances }) => circumstances.ifNoneOpen === undefined);
  const incidents = opening.map(
    ({ alert, circumstances }) =>
      transition(alert, { sameProblem: null, openGroup: null }, circumstances).incident,
  );
  if (incidents.length > 0) return { incidents, reason: null };
  return { incidents, reason: alerts[0]?.circumstances.ifNoneOpen?.reason ?? reason };
}
