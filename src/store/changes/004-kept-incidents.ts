import type { Connection } from 'mongoose';

/**
 * The facts of incidents for reports have their rows in blocks now, and status pages read them, too: they are derived
 * anew from the incidents that are there. Facts of other incidents are taken over as they were; no page shows them.
 */
export async function keptIncidents(connection: Connection): Promise<void> {
  const former = connection.collection<Former>('incident_facts');
  const kept = connection.collection<{ _id: string }>('kept_incidents');
  for (let last = ''; ; ) {
    const page = await former
      .find({ _id: { $gt: last } })
      .sort({ _id: 1 })
      .limit(pageSize)
      .toArray();
    const next = page.at(-1)?._id;
    if (next === undefined) break;
    await kept.bulkWrite(
      page.map((fact) => ({
        updateOne: {
          filter: { _id: fact._id },
          update: { $setOnInsert: takenOver(fact) },
          upsert: true,
        },
      })),
      { ordered: false },
    );
    last = next;
  }
  for (const name of ['incident_facts', 'incident_fact_days', 'incident_fact_positions'])
    await connection.collection(name).deleteMany({});
}

const pageSize = 500;

interface Former {
  _id: string;
  organizationId: string;
  createdAt: Date;
  resolvedAt?: Date;
  acts: unknown[];
  escalatedAt: unknown[];
}

/** Every incident that is there has a later version. */
function takenOver({ _id, ...fact }: Former) {
  const { organizationId, createdAt, resolvedAt, acts, escalatedAt } = fact;
  const day = createdAt.toISOString().slice(0, 10);
  return {
    ...fact,
    version: 0,
    updatedAt: resolvedAt ?? createdAt,
    spans: [],
    ...(acts.length + escalatedAt.length > 0 ? { isActed: true } : {}),
    // In portions: so many never are of one day and one sixteenth.
    block: `${organizationId} ${day} 00000${_id.slice(-1)}`,
    unpacked: _id,
  };
}
