/** What webhook URLs start with; the ingest token of the integration follows. */
export const webhookPrefix = '/api/webhook/';
