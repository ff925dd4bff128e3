import { genieKeyOf } from './genie-key.ts';
import { noSuchAddress, segmentsOf, unknownKey } from './json-body.ts';
import { passThrough } from './pass-through.ts';

const unknown = () => unknownKey("Opsgenie's alerts");

/** `/v1/json/{tool}?apiKey={key}`: what tools send by an integration of their own, in their own formats. */
export const opsgenieTools = passThrough({
  base: '/api/receivers/opsgenie/v1/json/',
  keyOf: (head) => genieKeyOf(head).key,
  unknown,
});

/** `/v2/heartbeats/{name}/ping`. One key has many heartbeats: the accepted key of a monitor is `{key}/{name}`. */
export const opsgenieHeartbeats = passThrough({
  base: '/api/receivers/opsgenie/v2/heartbeats/',
  keyOf(head) {
    const [name, verb, ...rest] = segmentsOf(head.path);
    if (verb !== 'ping' || rest.length > 0) throw noSuchAddress();
    return `${genieKeyOf(head).key}/${name}`;
  },
  unknown,
});
