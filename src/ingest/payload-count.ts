import { existingIntegrations } from '../integrations/index.ts';
import type { Task, World } from '../kernel/index.ts';
import type { IntakeAnswer } from './apply-payloads.ts';

/** Counts payloads for whoever watches the server. */
export interface PayloadCount {
  /** A payload is on disk. */
  payloadApplied(integrationId: string, outcome: IntakeAnswer['outcome']): void;
  countedIntegrations(): string[];
  forgetIntegrations(ids: readonly string[]): void;
}

/** Integrations come and go: without this, the numbers of those that are gone would be kept until the next start. */
export function forgetDeletedTask(world: World, count: PayloadCount): Task {
  return {
    name: 'payload-count',
    everySeconds: 60,
    everywhere: true,
    async run() {
      const counted = count.countedIntegrations();
      if (counted.length === 0) return;
      const existing = await existingIntegrations(world, counted);
      count.forgetIntegrations(counted.filter((id) => !existing.has(id)));
    },
  };
}
