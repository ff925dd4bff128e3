import { Gauge, type Registry } from 'prom-client';
import type { TaskState } from '../kernel/index.ts';

/** Gauges of a task; null where there is no figure yet. */
const gauges: readonly { name: string; help: string; of(task: TaskState): number | null }[] = [
  {
    name: 'tocsin_task_last_start_timestamp_seconds',
    help: 'When a background task last started on this process, in seconds since 1970.',
    of: ({ lastStartedAt }) => lastStartedAt && lastStartedAt.getTime() / 1000,
  },
  {
    name: 'tocsin_task_last_duration_seconds',
    help: 'Seconds that the last run of a background task took, which has ended.',
    of: ({ lastSeconds }) => lastSeconds,
  },
  {
    name: 'tocsin_task_running_seconds',
    help: 'Seconds since the run of a background task began that is under way; 0 when none is.',
    of: ({ runningSeconds }) => runningSeconds ?? 0,
  },
  {
    name: 'tocsin_task_failures_in_a_row',
    help: 'How often a background task has failed since it last succeeded; 0 when its last run was well.',
    of: ({ failuresInARow }) => failuresInARow,
  },
  {
    name: 'tocsin_task_next_due_timestamp_seconds',
    help: 'When a background task is due next at the latest, in seconds since 1970.',
    of: ({ nextDueAt }) => nextDueAt.getTime() / 1000,
  },
  {
    name: 'tocsin_task_late_seconds',
    help: 'Seconds that a background task has been due and has not started, be it that an earlier run goes on; 0 when it is not due, or left to another server.',
    of: ({ lateSeconds }) => lateSeconds,
  },
];

/** Tasks of this process, as of each look. */
export function measureTasks(registry: Registry, look: () => readonly TaskState[]): void {
  for (const { name, help, of } of gauges)
    new Gauge({
      name,
      help,
      labelNames: ['task'],
      registers: [registry],
      collect() {
        for (const task of look()) {
          const value = of(task);
          if (value !== null) this.set({ task: task.name }, value);
        }
      },
    });
}
