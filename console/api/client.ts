import createFetchClient from 'openapi-fetch';
import createQueryClient from 'openapi-react-query';
import type { paths as ConsolePaths } from '../../openapi/types/console.generated.ts';
import type { paths as PublicPaths } from '../../openapi/types/public-v1.generated.ts';
import { comparing } from './as-seen.ts';
import { patientFetch } from './patient-fetch.ts';
import { recounting } from './recounting.ts';
import { speaking } from './speaking.ts';

/** As the Public API reads lists: repeated keys. */
const querySerializer = { array: { style: 'form', explode: true } } as const;

/** The Public API, with the session in place of a key. */
export const publicApi = createFetchClient<PublicPaths>({
  baseUrl: '/api/public/v1',
  fetch: patientFetch,
  querySerializer,
});

publicApi.use(comparing, speaking, recounting);

/** The operations that a browser needs beyond the Public API: who is signed in, and where. */
export const consoleApi = createFetchClient<ConsolePaths>({
  baseUrl: '/api/console/v1',
  fetch: patientFetch,
  querySerializer,
});

consoleApi.use(speaking, recounting);

/** The same as hooks: `api.useQuery('get', '/team/search/list')`, `api.useMutation('put', '/team/{id}')`. */
export const api = createQueryClient(publicApi);
export const consoleQueries = createQueryClient(consoleApi);
