import type { ReadingTask } from './reading.ts';

/** Seconds of processor that a task is expected to take. */
export function secondsOf(task: ReadingTask): number {
  return bytesOf(task) * secondsPerByte;
}

const secondsPerByte = 50e-9;

function bytesOf(task: ReadingTask): number {
  switch (task.kind) {
    case 'views':
      return task.raws.reduce((sum, { body }) => sum + body.length, 0);
    case 'trials':
      return 2 * task.payloads.reduce((sum, { raw }) => sum + raw.body.length, 0);
    case 'payload': {
      const { source } = task;
      if (source.kind === 'webhook') return source.raw.body.length;
      return source.kind === 'protocol' ? source.request.body.length : source.body.length;
    }
  }
}
