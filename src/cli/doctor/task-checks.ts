import type { Config } from '../../config.ts';
import { delayOf, type TaskState } from '../../kernel/index.ts';
import { localUrl } from '../../server.ts';
import { age, oneLine } from '../table.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** As `/metrics/tasks` answers it. */
export type AnsweredTask = Pick<
  TaskState,
  'name' | 'everySeconds' | 'process' | 'runningSeconds' | 'failuresInARow' | 'lateSeconds'
> & { error: string | null };

const patienceMilliseconds = 5_000;
/** Fewer may be a database that starts again. */
const failuresMax = 2;

/**
 * Asks the server on this machine about its background tasks; no finding if none answers, as the check of the port
 * reports that.
 */
export async function checkTasks(
  settings: Pick<Config, 'port' | 'host' | 'metricsToken'>,
): Promise<Finding[]> {
  if (settings.port === 0) return [];
  const answer = await ask(settings);
  if (answer?.status === 401)
    return [
      warning(
        'Tasks',
        'The server does not tell how its background tasks are doing: it wants another token.',
        'Run this with the TOCSIN_METRICS_TOKEN of the server.',
      ),
    ];
  return answer?.tasks ? taskFindings(answer.tasks) : [];
}

interface Answer {
  status: number;
  /** Null of another program. */
  tasks: readonly AnsweredTask[] | null;
}

async function ask(
  settings: Pick<Config, 'port' | 'host' | 'metricsToken'>,
): Promise<Answer | null> {
  const { metricsToken } = settings;
  try {
    const answer = await fetch(`${localUrl(settings)}/metrics/tasks`, {
      headers: metricsToken === undefined ? {} : { authorization: `Bearer ${metricsToken}` },
      signal: AbortSignal.timeout(patienceMilliseconds),
    });
    const { status, ok: isOk } = answer;
    const text = await answer.text();
    if (!isOk) return { status, tasks: null };
    const { tasks } = JSON.parse(text) as { tasks?: readonly AnsweredTask[] };
    return { status, tasks: Array.isArray(tasks) ? tasks : null };
  } catch {
    return null;
  }
}

/** One for each task that is late, runs for unusually long or fails; else one for all. */
export function taskFindings(tasks: readonly AnsweredTask[]): Finding[] {
  const found = tasks.flatMap((task) => taskFinding(task) ?? []);
  return found.length > 0
    ? found
    : [ok('Tasks', `All ${tasks.length} background tasks run when they are due.`)];
}

function taskFinding(task: AnsweredTask): Finding | null {
  const { name, everySeconds, runningSeconds, failuresInARow, lateSeconds, error } = task;
  const where = task.process === null ? '' : ` on process ${task.process}`;
  const delay = delayOf(task);
  if (delay === 'late')
    return problem(
      'Task',
      oneLine(`${name} has been due for ${lasting(lateSeconds)} and does not start.`),
      'The server may be overloaded or hang: look at its log, then restart it.',
    );
  if (delay === 'overdrawn' && runningSeconds !== null)
    return warning(
      'Task',
      oneLine(
        `${name} runs for ${lasting(runningSeconds)}${where}, and should every ${lasting(everySeconds)}.`,
      ),
      'When that goes on, look at the database and at what the log says of it, then restart the server.',
    );
  if (failuresInARow === 0) return null;
  const times = failuresInARow === 1 ? 'once' : `${failuresInARow} times in a row`;
  const finding = failuresInARow > failuresMax ? problem : warning;
  return finding(
    'Task',
    oneLine(`${name} failed ${times}${where}${error === null ? '' : `: ${error}`}`),
    `The log says why, in its lines with "task":"${name}".`,
  );
}

const lasting = (seconds: number) => age(new Date(0).toISOString(), new Date(seconds * 1000));
