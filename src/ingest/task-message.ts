import type { RawBody } from '../bodies/index.ts';
import type { PayloadSource, ReadingTask } from './reading.ts';

/**
 * The task with copies of its bodies that move to the thread instead of being copied once more. The task keeps its own:
 * another thread may have to do it again.
 */
export function toMessage(task: ReadingTask): { message: ReadingTask; transfer: ArrayBuffer[] } {
  const transfer: ArrayBuffer[] = [];
  const moved = (body: Uint8Array): Uint8Array => {
    // Just these bytes: a Buffer may be a small part of a memory that would move as a whole.
    const copy = new Uint8Array(body);
    transfer.push(copy.buffer);
    return copy;
  };
  const movedRaw = (raw: RawBody): RawBody => ({ ...raw, body: moved(raw.body) });
  return { message: movedTask(), transfer };

  function movedTask(): ReadingTask {
    switch (task.kind) {
      case 'views':
        return { ...task, raws: task.raws.map(movedRaw) };
      case 'trials':
        return {
          ...task,
          payloads: task.payloads.map((one) => ({ ...one, raw: movedRaw(one.raw) })),
        };
      case 'payload':
        return { ...task, source: movedSource(task.source, moved) };
    }
  }
}

function movedSource(
  source: PayloadSource,
  moved: (body: Uint8Array) => Uint8Array,
): PayloadSource {
  switch (source.kind) {
    case 'webhook':
      return { ...source, raw: { ...source.raw, body: moved(source.raw.body) } };
    case 'protocol':
      return { ...source, request: { ...source.request, body: moved(source.request.body) } };
    case 'dry-run':
      return { ...source, body: moved(source.body) };
  }
}
