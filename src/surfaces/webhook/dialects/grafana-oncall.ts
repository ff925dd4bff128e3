import { noSuchAddress, segmentsOf, unknownKey } from './json-body.ts';
import { passThrough } from './pass-through.ts';

/**
 * Grafana OnCall: `/integrations/v1/{type}/{token}/`, and `…/heartbeat/` below it, for which the accepted key of a
 * monitor is `{token}/heartbeat`.
 */
export const grafanaOnCall = passThrough({
  base: '/api/receivers/oncall/',
  original: { product: 'oncall', prefix: '/integrations/v1/' },
  keyOf({ path }) {
    const [noun, version, type, token = '', more, ...rest] = segmentsOf(path);
    const isTheirs = noun === 'integrations' && version === 'v1' && type !== undefined;
    const isHeartbeat = more === 'heartbeat';
    if (!isTheirs || rest.length > 0 || (more !== undefined && !isHeartbeat)) throw noSuchAddress();
    return isHeartbeat ? `${token}/heartbeat` : token;
  },
  unknown: () => unknownKey("Grafana OnCall's integrations"),
});
