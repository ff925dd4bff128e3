import type { IncidentDocument, PastAct } from '../incidents/index.ts';
import type { AlertEvaluation } from '../ingest/index.ts';

/** An incident that a person, a call or a mail opened. */
export interface OpenedIncident {
  kind: 'opened';
  at: Date;
  /** As it was when it opened. */
  incident: IncidentDocument;
}

/** Somebody did something to an incident. */
export interface Interaction extends PastAct {
  kind: 'interaction';
  /** The incident that it really was done to. */
  incidentId: string;
  /** The integration that opened the incident; null: a person or a call. */
  integrationId: string | null;
  /** Somebody had been told of the incident, so who has not been told does not do it. */
  needsTelling: boolean;
}

/** A payload as one world reads it. */
export interface ReadPayload {
  id: string;
  integrationId: string;
  at: Date;
  /** The incidents that it came to when it was received, one for each of its alerts; null: none. */
  incidentIds: readonly (string | null)[];
  evaluations: readonly AlertEvaluation[];
  /** The keys by which alerts are known in both worlds. */
  keys: readonly string[];
  /** The mappings of the two worlds differ. */
  isReadTwice: boolean;
  /** For each alert that is read twice, whether it has the same attributes in both worlds. */
  sameAttributes?: readonly boolean[];
}
