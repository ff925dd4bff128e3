import type { Connection } from 'mongoose';

/**
 * The sentences of calls have codes and values now, and the answer of a carrier is a sentence within others; texts
 * that are there already become words without a code of their own.
 */
export async function saidOfCalls(connection: Connection): Promise<void> {
  while ((await reword(connection)) > 0);
  for (const name of ['numberRefused', 'numberTriedAgain'])
    await connection
      .collection('number_set_ups')
      .updateMany({ 'text.code': name, 'text.values.error': { $type: 'string' } }, [
        {
          $set: { 'text.values.error': { code: 'words', values: { text: '$text.values.error' } } },
        },
      ]);
  await recordingsNotFetched(connection);
}

const pageSize = 100;

const texts = [
  'session.endReason',
  'session.closed',
  'incidentReason',
  'copy.reason',
  'copy.error',
];
const said = [...texts, 'log.reason', 'session.callBacks.endReason'];

interface Call {
  _id: string;
  version: number;
  log?: { reason: unknown }[];
  session: { callBacks?: { endReason: unknown }[] };
}

/** How many calls had texts. One that changes meanwhile is found by the next look. */
async function reword(connection: Connection): Promise<number> {
  const calls = connection.collection<Call>('call_sessions');
  let found = 0;
  for (let last = ''; ; ) {
    const page = await calls
      .find({ _id: { $gt: last }, $or: said.map((path) => ({ [path]: { $type: 'string' } })) })
      .sort({ _id: 1 })
      .limit(pageSize)
      .toArray();
    const next = page.at(-1)?._id;
    if (next === undefined) return found;
    found += page.length;
    await calls.bulkWrite(page.map(updateOf));
    last = next;
  }
}

function updateOf(call: Call) {
  const { _id, version, log, session } = call;
  const members = texts.map((path) => [path, at(call, path)] as const);
  return {
    updateOne: {
      filter: { _id, version },
      update: {
        $set: {
          ...Object.fromEntries(
            members.flatMap(([path, text]) =>
              typeof text === 'string' ? [[path, words(text)]] : [],
            ),
          ),
          ...(log && { log: log.map((line) => ({ ...line, reason: words(line.reason) })) }),
          ...(session.callBacks && {
            'session.callBacks': session.callBacks.map((one) => ({
              ...one,
              endReason: words(one.endReason),
            })),
          }),
        },
        $inc: { version: 1 },
      },
    },
  };
}

function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (one, name) => (typeof one === 'object' && one !== null ? Reflect.get(one, name) : undefined),
      value,
    );
}

function words(text: unknown): unknown {
  return typeof text === 'string' ? { code: 'words', values: { text } } : text;
}

interface Incident {
  _id: string;
  events: { id: string; message?: { code?: string; values?: { why?: unknown } } | null }[];
}

/** In histories of incidents: by its id each, as another process may append to them meanwhile. */
async function recordingsNotFetched(connection: Connection): Promise<void> {
  const incidents = connection.collection<Incident>('incidents');
  for (let last = ''; ; ) {
    const page = await incidents
      .find({ _id: { $gt: last }, 'events.message.code': 'recordingNotCopied' })
      .project<Incident>({ 'events.id': 1, 'events.message': 1 })
      .sort({ _id: 1 })
      .limit(pageSize)
      .toArray();
    const next = page.at(-1)?._id;
    if (next === undefined) return;
    await incidents.bulkWrite(
      page.flatMap(({ _id, events }) =>
        events.flatMap(({ id, message }) =>
          message?.code === 'recordingNotCopied'
            ? {
                updateOne: {
                  filter: { _id },
                  update: {
                    $set: {
                      'events.$[told].message': {
                        code: 'recordingNotFetched',
                        values: { why: words(message.values?.why ?? '') },
                      },
                    },
                  },
                  arrayFilters: [{ 'told.id': id }],
                },
              }
            : [],
        ),
      ),
    );
    last = next;
  }
}
