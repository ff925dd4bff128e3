import { notFound } from '../../../kernel/index.ts';
import {
  type DeliveryDocument,
  deliveryLog,
  errorOf,
  queueTestDelivery,
  resendDelivery,
} from '../../../notifications/index.ts';
import { outboundIntegrationKind } from '../../../outbound/index.ts';
import { demandTeamEdit, findInLog, getResource } from '../../../resources/index.ts';
import { answered, inEnglish, type Sentence } from '../../../sentences/index.ts';
import { attemptView, stateWord } from '../delivery-view.ts';
import { type Handlers, ok } from '../handlers.ts';
import { logOperations, recordOf } from '../log-operations.ts';
import { resourceOperations } from '../resource-operations.ts';

const logs = logOperations({
  log: deliveryLog,
  one: 'getOutboundIntegrationLog',
  many: 'listOutboundIntegrationLogs',
  items: 'outboundIntegrationLogs',
  demandOwner: async (caller, id) => void (await getResource(caller, outboundIntegrationKind, id)),
  view,
  viewOne: (delivery) => ({ exchanges: [...(delivery.exchanges ?? [])] }),
});

export const outboundIntegrationOperations = {
  ...resourceOperations({
    kind: outboundIntegrationKind,
    name: 'OutboundIntegration',
    list: 'OutboundIntegrations',
    items: 'outboundIntegrations',
    derivedMembers:
      ({ dependencies }) =>
      ({ id, wire, internal }) => ({
        ...answered('pausedReason', internal.pausedReason),
        ...(wire.mattermostSettings
          ? {
              mattermostSettings: {
                ...wire.mattermostSettings,
                slashCommandUrl: `${dependencies.publicUrl()}/chat/mattermost/${id}/command`,
              },
            }
          : {}),
      }),
  }),
  ...logs,

  resendToOutboundIntegration: async (caller, { params: { id, logId } }) => {
    const { teamId } = await getResource(caller, outboundIntegrationKind, id);
    demandTeamEdit(caller, teamId);
    const entry = await findInLog(caller, deliveryLog, logId, { ownerId: id });
    if (!entry) throw notFound('log record', logId);
    const again = await resendDelivery(caller, entry);
    return ok({ ...recordOf(again), ...view(again) });
  },

  testOutboundIntegration: async (caller, { params: { id }, body }) => {
    const integration = await getResource(caller, outboundIntegrationKind, id);
    demandTeamEdit(caller, integration.teamId);
    const queued = await queueTestDelivery(caller, integration, body.severity ?? 'Minor');
    return ok({ ...recordOf(queued), ...view(queued) });
  },
} satisfies Handlers;

function view(delivery: DeliveryDocument) {
  const reason = reasonOf(delivery);
  return {
    outboundIntegrationId: delivery.ownerId,
    description: descriptionOf(delivery, reason),
    ...answered('reason', reason),
    code: delivery.attempts.at(-1)?.code ?? null,
    outcome: delivery.state === 'sent' ? 'Success' : stateWord(delivery),
    intent: delivery.intent,
    isTest: delivery.test !== undefined,
    attempts: delivery.attempts.map(attemptView),
  };
}

/** Why it has not gone; null once it has, and where it only waits its turn. */
function reasonOf({
  state,
  dropReason,
  waitsBecause,
  attempts,
}: DeliveryDocument): Sentence | null {
  if (state === 'sent' || state === 'delivered') return null;
  const last = attempts.at(-1);
  return waitsBecause ?? dropReason ?? (last ? errorOf(last) : null);
}

/** A sentence that says what was sent, or why nothing was. */
function descriptionOf(delivery: DeliveryDocument, reason: Sentence | null): string {
  const { state, intent, waitsBecause, reminder, userGroup, archive, test, toolNotice } = delivery;
  const what = reminder
    ? `who is on call in ${reminder.channelId}`
    : userGroup
      ? `the user group ${userGroup.id} who is on call`
      : archive
        ? 'to archive the channel of an incident'
        : test
          ? `of a test by ${test.by}`
          : toolNotice
            ? `“${inEnglish(toolNotice.title)}”`
            : `of ${intent}`;
  if (state === 'sent' || state === 'delivered') return `Told ${what}.`;
  if (!reason) return `Waits to tell ${what}.`;
  const why = inEnglish(reason);
  if (waitsBecause) return `Waits to tell ${what}. ${why}`;
  return reminder ? `On-call reminder in ${reminder.channelId}: ${why}` : why;
}
