import { defineLog, type LogDocument } from '../resources/index.ts';

/** One attempt to deliver to a tool; `ownerId` is the outbound integration. */
export interface OutboundLogEntry extends LogDocument {
  description: string | null;
  /** Status or error code of the tool. */
  code: string | null;
  outcome: string;
}

export const outboundLog = defineLog<OutboundLogEntry>(
  'outbound_integration_logs',
  { description: String, code: String, outcome: String },
  'deliveries',
);
