import { say } from '../sentences/index.ts';
import {
  demandObjects,
  type LoggedAlert,
  LogUnread,
  type Members,
  type ProductLog,
  textAt,
  timeAt,
} from './product-log.ts';

const product = 'Grafana OnCall';
const pagesMax = 100;
/** The list cannot be asked for what changed: groups that opened this long before are looked at again. */
const lookBackMilliseconds = 86_400_000;

/** Alert groups of Grafana OnCall, newest first: its API says when somebody acted on them, and not who was told. */
export const oncallLog: ProductLog = {
  displayName: product,
  url: null,
  precision: 'Incident',
  restMilliseconds: 1000,
  headersOf: (key) => ({ authorization: key }),
  async *read(ask, since, now) {
    const oldest = since.getTime() - lookBackMilliseconds;
    for (let page = 1; page <= pagesMax; page += 1) {
      const answer = await ask(`/api/v1/alert_groups/?page=${page}`);
      const groups = demandObjects(answer, 'results', product);
      const alerts = groups.flatMap((group) => logged(group));
      const isLast = textAt(answer, 'next') === null;
      if (isLast || alerts.some(({ openedAt }) => openedAt.getTime() < oldest)) {
        yield { alerts, until: now };
        return;
      }
      yield { alerts, until: since };
    }
    throw new LogUnread(say('shadowAnswerTooLong', { product }));
  },
};

/** The log entry of a group. Pure. */
function logged(group: Members): LoggedAlert[] {
  const id = textAt(group, 'id');
  const openedAt = timeAt(group, 'created_at');
  if (id === null || openedAt === null) return [];
  return [
    {
      ...{ id, key: null, title: textAt(group, 'title') ?? id, openedAt },
      ...{ told: [], escalatedAt: [] },
      acknowledgedAt: timeAt(group, 'acknowledged_at'),
      resolvedAt: timeAt(group, 'resolved_at'),
    },
  ];
}
