import { installOffline } from './offline.ts';
import { installPush } from './push.ts';

declare const self: ServiceWorkerGlobalScope;
/** Names of the scripts and styles that are needed without a network. */
declare const OFFLINE_FILES: readonly string[];

installOffline(self, OFFLINE_FILES);
installPush(self);
