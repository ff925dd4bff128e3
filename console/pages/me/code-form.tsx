import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTell } from '../../parts/tell.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

interface CodeFormProps {
  /** The address or number to confirm, for people who hear buttons one by one; undefined where there is only one. */
  name?: string;
  /** A number may be called instead. */
  isNumber: boolean;
  send(byCall: boolean): Promise<unknown>;
  confirm(code: string): Promise<unknown>;
}

/** Asks for a code, and takes it: the proof that an address is the person's own. */
export function CodeForm({ name, isNumber, send, confirm }: CodeFormProps) {
  const t = useTexts(texts);
  const tell = useTell();
  const [code, setCode] = useState('');
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (_, byCall) => tell.done(byCall ? t.codeCalls : t.codeSent),
    onError: tell.refused,
  });
  const confirming = useMutation({
    mutationFn: () => confirm(code),
    onSuccess: () => tell.done(t.confirmed),
    onError: tell.refused,
  });
  const ask = (label: string, byCall: boolean) => (
    <Button
      variant="default"
      aria-label={name ? `${label}: ${name}` : label}
      loading={sending.isPending && sending.variables === byCall}
      disabled={sending.isPending}
      onClick={() => sending.mutate(byCall)}
    >
      {label}
    </Button>
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        confirming.mutate();
      }}
    >
      <Group align="flex-end" gap="sm">
        {ask(isNumber ? t.sendCode : t.mailCode, false)}
        {isNumber && ask(t.callCode, true)}
        {sending.isSuccess && (
          <>
            <TextInput
              label={t.code}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
            <Button type="submit" loading={confirming.isPending} disabled={code.length !== 6}>
              {t.confirm}
            </Button>
          </>
        )}
      </Group>
    </form>
  );
}
