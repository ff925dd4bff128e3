import { type AlertResult, decideOne } from './apply-alerts.ts';
import { CandidateIndex } from './candidates.ts';
import type { IncidentDocument } from './model.ts';
import { openKeyOf } from './open-keys.ts';
import type { AlertInput } from './transition.ts';

/** Incidents of a time that is gone through again: in memory, found by alerts as the store finds them. */
export class RememberedIncidents {
  readonly #index = new CandidateIndex();

  /**
   * Applies the alert; answers the incidents that it opens or changes. Those that it ends are not forgotten by
   * themselves.
   */
  apply(input: AlertInput): { result: AlertResult; changed: IncidentDocument[] } {
    const changed: IncidentDocument[] = [];
    const result = decideOne(this.#index, input, (incident) => changed.push(incident));
    for (const incident of changed) this.#index.replace(incident);
    return { result, changed };
  }

  /** As somebody else has made it. */
  put(incident: IncidentDocument): void {
    this.#index.replace(incident);
  }

  forget(id: string): void {
    this.#index.remove(id);
  }

  /** The open incident that holds this problem. */
  holding(
    alert: Pick<AlertInput['alert'], 'integrationId' | 'correlationId' | 'groupingKey'>,
  ): IncidentDocument | null {
    return this.#index.holding(
      openKeyOf(alert.integrationId, alert.correlationId, alert.groupingKey),
    );
  }
}
