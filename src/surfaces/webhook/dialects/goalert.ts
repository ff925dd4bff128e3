import { noSuchAddress, segmentsOf, unknownKey } from './json-body.ts';
import { passThrough } from './pass-through.ts';

/**
 * GoAlert: `/api/v2/{tool}/incoming?token={key}` with what the tool sends, and `/api/v2/heartbeat/{key}`. The
 * parameters of its generic API are among what the type Webhook reads.
 */
export const goAlert = passThrough({
  base: '/api/receivers/goalert/',
  original: { product: 'goalert', prefix: '/api/v2/' },
  keyOf({ path, query }) {
    const [api, version, tool, ...rest] = segmentsOf(path);
    if (api !== 'api' || version !== 'v2' || rest.length !== 1) throw noSuchAddress();
    if (tool === 'heartbeat') return rest[0] ?? '';
    if (rest[0] !== 'incoming') throw noSuchAddress();
    return new URLSearchParams(query).get('token') ?? '';
  },
  unknown: () => unknownKey("GoAlert's integrations"),
});
