import { MutationCache, QueryClient } from '@tanstack/react-query';
import { isConflict, problemOf } from './problem.ts';

/** One for the program. A request that the server refuses is refused again; a network that was away may be back. */
export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    // Refused as somebody else was faster: before that is said, the page shows what they made of it.
    onError: async (error) => {
      if (isConflict(error)) await queryClient.refetchQueries({ type: 'active' });
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) => {
        const problem = problemOf(error);
        return failures < 2 && (problem === null || problem.status >= 500);
      },
    },
    mutations: { retry: false },
  },
});
