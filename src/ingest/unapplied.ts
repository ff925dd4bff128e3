/**
 * A payload that was accepted, and of which no incident could be made, is an alarm of its own: its sender was told that
 * it is in good hands.
 */
import { type Alert, decideAlerts } from '../incidents/index.ts';
import { type IntakeView, maintenanceAt } from '../integrations/index.ts';
import type { World } from '../kernel/index.ts';
import { circumstancesOf, loadSilences } from '../silences/index.ts';
import type { PayloadDocument } from './model.ts';

/**
 * Opens an incident of the integration for such a payload, or adds to the one that is open, whatever the integration
 * does with payloads that its mapping cannot read. Nobody is told of what comes within a maintenance. Throws while the
 * store takes no incident.
 */
export async function openForUnapplied(
  world: World,
  view: IntakeView,
  { _id, createdAt }: Pick<PayloadDocument, '_id' | 'createdAt'>,
  reason: string,
): Promise<void> {
  const { isMuted, isInMaintenance } = maintenanceAt(view, createdAt);
  if (isInMaintenance) return;
  const { integrationId, organizationId, teamId, displayName } = view;
  const now = world.clock.now();
  const payloadId = _id.toHexString();
  const alert: Alert = {
    integrationId,
    organizationId,
    teamId,
    payloadId,
    at: now,
    status: 'Open',
    severity: 'Critical',
    title: `${displayName} sent something of which no incident could be made`,
    correlationId: 'tocsin: payloads of which no incident could be made',
    groupingKey: null,
    groupingWindowSeconds: null,
    reopenWithinSeconds: 0,
    attributes: [
      { name: 'Reason', value: `${reason} Look at the payload, and replay it.` },
      { name: 'Payload', value: payloadId },
    ],
  };
  const silences = await loadSilences(world, organizationId);
  const circumstances = circumstancesOf(view, now, alert, { isMuted, silences });
  const { overtaken, refused } = await (
    await decideAlerts(world, [{ alert, circumstances }])
  ).commit();
  if (overtaken.size + refused.size > 0)
    throw new Error(`The incident about the payload ${payloadId} could not be written.`);
}
