import type { Catalogue } from './catalogue/index.ts';
import type { Config } from './config.ts';
import type { Documents } from './documents.ts';
import type { OutboundClient, Pinger } from './egress/index.ts';
import type { BootstrapResult } from './identity/index.ts';
import type { ReadingLimits } from './ingest/index.ts';
import type { Jobs } from './jobs/index.ts';
import type { Clock, Log, World } from './kernel/index.ts';
import type { ResolveTxt } from './oidc/index.ts';
import type { Processes } from './processes/index.ts';
import type { DatabaseThread } from './store/index.ts';

export interface AppOptions {
  config: Config;
  log: Log;
  /** Tests move it. */
  clock?: Clock;
  /** Off in tests that run the jobs themselves. */
  timers?: boolean;
  /** Fails requests whose answer is not as documented (tests). */
  checkAnswers?: boolean;
  databaseName?: string;
  /**
   * Seconds between two sweeps of the embedded database for what has expired by the clock of the machine, which is not
   * that of a test.
   */
  sweepSeconds?: number;
  /** Serves the embedded database, and stays for the next app: tests start one after another. */
  databaseThread?: DatabaseThread;
  /** The embedded database has ended by itself: the process can only be started anew. */
  onStoreFailure?: (error: Error) => void;
  /**
   * As soon as it is stored: what fails later in the start must not cost the only sight of the key. `signInPath` leads
   * the Owner in, at the start that made a key only.
   */
  onFirstStart?: (firstStart: BootstrapResult, url: string, signInPath: string | null) => void;
  /** The catalogue of monitoring tools; tests read it once for many apps. */
  catalogue?: Catalogue;
  /** The documents of all surfaces; tests read them once for many apps. */
  documents?: Documents;
  /** Tests stand in for the rest of the world here. */
  outbound?: OutboundClient;
  pinger?: Pinger;
  resolveTxt?: ResolveTxt;
  /** Limits for reading a large body; tests lower them. */
  reading?: ReadingLimits;
}

export interface App {
  url: string;
  world: World;
  processes: Processes;
  jobs: Jobs;
  firstStart: BootstrapResult;
  /** Where mail is received; null where it is not. */
  mailPort(): number | null;
  /** Drains requests, finishes payloads under way, closes the store. */
  stop(): Promise<void>;
}
