/** What is known of a task: its last run, and when it is due next. Nothing in it is of an organization. */
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
