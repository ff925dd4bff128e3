import { Text } from '@mantine/core';
import type { Column } from '../object-table.tsx';
import { useTexts } from '../texts.tsx';
import type { Policy } from './policy.ts';
import { texts } from './texts.ts';
import { usePolicyWords } from './use-target-names.ts';
import { UsedByCounts } from './used-by.tsx';

/** Beside the name of a policy. */
export function PolicyMark({ policy }: { policy: Policy }) {
  const t = useTexts(texts);
  return (
    policy.isDefault && (
      <span className="badge" data-tone="Resolved">
        {t.isDefault}
      </span>
    )
  );
}

/** The mark and the columns of a policy in lists. */
export function usePolicyColumns(): {
  markOf: (policy: Policy) => React.ReactNode;
  columns: readonly Column<Policy>[];
} {
  const t = useTexts(texts);
  const wordsOf = usePolicyWords();
  return {
    markOf: (policy) => <PolicyMark policy={policy} />,
    columns: [
      {
        title: t.says,
        cell: ({ steps }) => <Text size="sm">{wordsOf(steps)}</Text>,
      },
      { title: t.usedBy, cell: (policy) => <UsedByCounts policy={policy} /> },
    ],
  };
}
