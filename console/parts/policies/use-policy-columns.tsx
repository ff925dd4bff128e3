import { Text } from '@mantine/core';
import type { Column } from '../object-table.tsx';
import { useTexts } from '../texts.tsx';
import type { Policy } from './policy.ts';
import { texts } from './texts.ts';
import { usePolicyWords } from './use-target-names.ts';
import { UsedByCounts } from './used-by.tsx';

/** What lists of policies say of one. */
export function usePolicyColumns(): {
  markOf: (policy: Policy) => React.ReactNode;
  columns: readonly Column<Policy>[];
} {
  const t = useTexts(texts);
  const wordsOf = usePolicyWords();
  return {
    markOf: ({ isDefault }) =>
      isDefault && (
        <span className="badge" data-tone="Resolved">
          {t.isDefault}
        </span>
      ),
    columns: [
      {
        title: t.says,
        cell: ({ steps }) => <Text size="sm">{wordsOf(steps)}</Text>,
      },
      { title: t.usedBy, cell: (policy) => <UsedByCounts policy={policy} /> },
    ],
  };
}
