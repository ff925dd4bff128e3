/** The start of all webhook URLs; the ingest token of the integration follows. */
export const webhookPrefix = '/api/webhook/';
