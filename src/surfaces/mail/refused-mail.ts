import type { IntakeView, RefusedRequests } from '../../integrations/index.ts';
import type { World } from '../../kernel/index.ts';
import type { MailRefusal } from './refusal.ts';

const sampleSeconds = 60;

/** Counts refused mail for its metric and for the owner of the integration; the log hears of it once a minute. */
export class RefusedMail {
  readonly #world: World;
  readonly #onRefused: (reason: MailRefusal) => void;
  #pending = new Map<string, RefusedRequests>();
  #toldAt = 0;
  #notTold = 0;

  constructor(world: World, onRefused: (reason: MailRefusal) => void) {
    this.#world = world;
    this.#onRefused = onRefused;
  }

  note(view: IntakeView | null, reason: MailRefusal): void {
    this.#onRefused(reason);
    this.#tell(view, reason);
    if (!view) return;
    const { integrationId, organizationId } = view;
    const known = this.#pending.get(integrationId);
    this.#pending.set(integrationId, {
      integrationId,
      organizationId,
      count: (known?.count ?? 0) + 1,
      lastAt: this.#world.clock.now(),
      lastReason: reason,
    });
  }

  /** The refusals that were counted since the last time. */
  takePending(): RefusedRequests[] {
    const pending = [...this.#pending.values()];
    this.#pending = new Map();
    return pending;
  }

  #tell(view: IntakeView | null, reason: MailRefusal): void {
    const at = this.#world.clock.now().getTime();
    if (Math.abs(at - this.#toldAt) < sampleSeconds * 1000) {
      this.#notTold += 1;
      return;
    }
    const { displayName: integration = null, integrationId = null, teamId = null } = view ?? {};
    this.#world.log.warn(
      { integration, integrationId, teamId, reason, notTold: this.#notTold },
      'mail was refused',
    );
    this.#toldAt = at;
    this.#notTold = 0;
  }
}
