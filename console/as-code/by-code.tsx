import { Alert, Badge, Text } from '@mantine/core';
import { useMe } from '../api/session.tsx';
import { Icon } from '../parts/icon.tsx';
import { useTexts } from '../parts/texts.tsx';
import { asCodeTexts } from './texts.ts';

/** Beside the name of an object that code manages; nothing for others. */
export function ByCodeBadge({ isProvisioned }: { isProvisioned: boolean }) {
  const t = useTexts(asCodeTexts);
  if (!isProvisioned) return null;
  return (
    <Badge variant="default" leftSection={<Icon name="code" size={12} />} title={t.byCodeHelp}>
      {t.byCode}
    </Badge>
  );
}

/** Whether only code may change the object: the organization says so, and the object is one of code. */
export function useIsReadOnly(isProvisioned: boolean): boolean {
  return useMe().organization.codeOnly && isProvisioned;
}

/**
 * Above a form for an object that code manages: that it is read-only, or what becomes of a change; nothing for others.
 */
export function ByCodeNotice({ isProvisioned }: { isProvisioned: boolean }) {
  const t = useTexts(asCodeTexts);
  const isReadOnly = useIsReadOnly(isProvisioned);
  if (!isProvisioned) return null;
  return (
    <Alert
      color="blue"
      icon={<Icon name={isReadOnly ? 'lock' : 'code'} />}
      title={isReadOnly ? t.readOnly : t.undone}
    >
      <Text size="sm">{isReadOnly ? t.readOnlyHelp : t.undoneHelp}</Text>
    </Alert>
  );
}
