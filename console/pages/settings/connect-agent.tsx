import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Code } from '../../parts/code.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { agentPrograms } from './agent-programs.ts';
import { agentTexts } from './agent-texts.ts';

/** Shows the configuration with which a program reaches this server with a key. */
export function ConnectAgent() {
  const t = useTexts(agentTexts);
  const programs = agentPrograms(location.origin).map((one) => ({
    ...one,
    label: one.name ?? t.starts,
  }));
  const [chosen, setChosen] = useState(0);
  const program = programs[chosen];
  if (!program) return null;
  return (
    <Stack gap="sm" maw={760}>
      <Text size="sm">{t.connectHelp}</Text>
      <Select
        label={t.program}
        allowDeselect={false}
        maw={320}
        data={programs.map(({ label }, at) => ({ value: String(at), label }))}
        value={String(chosen)}
        onChange={(value) => setChosen(Number(value))}
      />
      <Text size="sm" fw={600} className="breaks-anywhere">
        {program.file === null ? t.inShell : t.file(program.file)}
      </Text>
      <Code text={program.text} label={program.label} />
      <Text size="xs" c="dimmed">
        {t.untried}
      </Text>
    </Stack>
  );
}
