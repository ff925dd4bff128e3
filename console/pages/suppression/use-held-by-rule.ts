import { api } from '../../api/client.ts';

const limit = 100;

/** Says how many incidents a rule holds back now, of the latest that are; with a sign where there are more. */
export function useHeldByRule(): (ruleId: string) => string {
  const { data } = api.useQuery('get', '/incident/search/list', {
    params: { query: { OnlyHeld: true, Limit: limit } },
  });
  return (ruleId) => {
    if (!data) return '';
    const count = data.incidents.filter(({ hold }) => hold?.suppressionRule?.id === ruleId).length;
    return data.incidents.length < limit ? String(count) : `${count}+`;
  };
}
