/**
 * The Public API: turns operations of the document into calls of modules. It has no queries and no business
 * rules; `security.ts` and the modules that own the objects decide who may call.
 */
export { agentUseOf } from './agent-use.ts';
export type { ApiCaller } from './caller.ts';
export { createDocumentationPages } from './documentation-pages.ts';
export { type FactsProof, proofByFacts } from './prove-by-facts.ts';
export { createPublicApi } from './public-api.ts';
export { type AskedReplay, type ReplayedHere, replayHere } from './replay-here.ts';
export {
  type AuthenticatorOptions,
  createAuthenticator,
  mayCall,
  type Rights,
} from './security.ts';
export { type ApiOperation, loadPublicApi, type ToolGroup, type Traits } from './traits.ts';
