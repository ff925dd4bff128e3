/**
 * Drop-in receivers: the protocols in which clients of other products report alerts, for people who migrate. A client works
 * unchanged with a base URL of ours and an integration's id as its key. Each protocol is a file that
 * reads a request into a payload and words answers and errors; admission and everything after are those of webhooks.
 */
export { saysNothingOfSeverity } from './acknowledgements.ts';
export { createReceiverHandler, receiverPrefix } from './receiver-handler.ts';
