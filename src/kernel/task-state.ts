/** The state of a task: its last run, and when it is due next. Holds no data of any organization. */
export interface TaskState {
  name: string;
  everySeconds: number;
  /** Id of the process that runs it or ran it last; null before the first run. */
  process: string | null;
  lastStartedAt: Date | null;
  /** Length of the last run that ended; null when none has. */
  lastSeconds: number | null;
  /** Outcome of the last run that ended. */
  outcome: 'ok' | 'failed' | null;
  /** Since the run that is under way began; null when none is. */
  runningSeconds: number | null;
  failuresInARow: number;
  /** Error of the last run, when it failed. */
  error: TaskError | null;
  /** At the latest: work that is known starts a task earlier. */
  nextDueAt: Date;
  /** Since it was due and has not started; that also counts while an earlier run goes on. 0 when it is not due. */
  lateSeconds: number;
}

export interface TaskError {
  /** The kind of error and its code, such as `MongoServerError 11000`. */
  kind: string;
  /** Its message without values. */
  text: string;
}

/** A busy machine starts a task a moment late. */
const lateSecondsMax = 60;
/** Some runs move many thousands of objects. */
const overdrawnSecondsMax = 900;

/**
 * `late`: due for so long that something is wrong. `overdrawn`: its run goes on for so long that it should have run
 * again long ago.
 */
export function delayOf({
  runningSeconds,
  lateSeconds,
}: Pick<TaskState, 'runningSeconds' | 'lateSeconds'>): 'late' | 'overdrawn' | null {
  if (runningSeconds === null) return lateSeconds > lateSecondsMax ? 'late' : null;
  return lateSeconds > overdrawnSecondsMax ? 'overdrawn' : null;
}
