import type { Connection } from 'mongoose';

/**
 * Calls that nobody takes open an incident now. Numbers that are there already go on without, and their settings say
 * so.
 */
export async function missedCalls(connection: Connection): Promise<void> {
  const integrations = connection.collection<Integration>('inbound_integrations');
  for (const carrier of carriers) {
    const settings = `wire.integrationSettings.${carrier}`;
    const member = `${settings}.callFlowConfig`;
    const numbers = await integrations
      .find({
        [settings]: { $type: 'object' },
        [`${member}.missedCallIncidents`]: { $exists: false },
      })
      .project<Integration>({ [member]: 1 })
      .toArray();
    for (const { _id, wire } of numbers) {
      const flow = wire.integrationSettings[carrier]?.callFlowConfig ?? {};
      await integrations.updateOne(
        { _id },
        { $set: { [member]: { ...flow, missedCallIncidents: false } } },
      );
    }
  }
}

const carriers = ['twilio', 'telnyx'] as const;

interface Integration {
  _id: string;
  wire: {
    integrationSettings: Partial<
      Record<(typeof carriers)[number], { callFlowConfig?: object | null }>
    >;
  };
}
