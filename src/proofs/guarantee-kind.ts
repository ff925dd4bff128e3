import type { components } from '../contract/index.ts';
import { integrationKind } from '../integrations/index.ts';
import { type Ctx, invalidField, systemContext } from '../kernel/index.ts';
import {
  defineKind,
  findResource,
  type Resource,
  wireShapes,
  withIds,
} from '../resources/index.ts';
import { say } from '../sentences/index.ts';

export type GuaranteeWire = Required<components['schemas']['GuaranteeInput']>;

/** A fault in spite of which a guarantee has to hold. */
export type GuaranteeFault = components['schemas']['GuaranteeFault'];

export type Guarantee = Resource<GuaranteeWire>;

export const guaranteeKind = defineKind<GuaranteeWire>({
  entityType: 'Guarantee',
  noun: 'guarantee',
  collection: 'guarantees',
  shape: wireShapes.Guarantee,
  displayNameOf: ({ displayName }) => displayName,
  sharedWithin: 'organization',
  async prepare(ctx, wire) {
    demandFaults(wire.evenIf);
    await demandAlarm(ctx, wire);
    return { wire, internal: {} };
  },
});

/** Throws 400 for an integration that cannot read what the server posts to it. */
async function demandAlarm(ctx: Ctx, { alarm }: GuaranteeWire): Promise<void> {
  const id = alarm?.integrationId?.toLowerCase();
  if (!id) return;
  const integration = await findResource(
    systemContext(ctx, ctx.organizationId),
    integrationKind,
    withIds([id]),
  );
  // One that is gone is left to the check of references.
  if (integration && integration.wire.type !== 'Webhook')
    throw invalidField('alarm.integrationId', say('alarmNeedsWebhook'));
}

/** Throws 400 for a fault without what it is about, or with what is of another one. */
export function demandFaults(faults: readonly GuaranteeFault[] | null | undefined): void {
  for (const [index, { fault, carrier, channel, count }] of (faults ?? []).entries()) {
    const field = `evenIf[${index}]`;
    const isOfCarrier = fault === 'CarrierDown' || fault === 'CarrierRefuses';
    const foreign = {
      carrier: !isOfCarrier && carrier,
      channel: fault !== 'ChannelDown' && channel,
    };
    for (const [name, isForeign] of Object.entries(foreign))
      if (isForeign) throw invalidField(`${field}.${name}`, say('faultHasNone', { fault }));
    if (fault !== 'PeopleAway' && count)
      throw invalidField(`${field}.count`, say('faultHasNone', { fault }));
    if (fault === 'PeopleAway' && !count)
      throw invalidField(`${field}.count`, say('faultNeedsCount'));
    if (fault === 'ChannelDown' && !channel)
      throw invalidField(`${field}.channel`, say('faultNeedsChannel'));
  }
}
