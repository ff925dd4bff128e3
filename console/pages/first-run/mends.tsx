import { Button, Card, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { api } from '../../api/client.ts';
import { useMe } from '../../api/session.tsx';
import { PushHere } from '../../installable/push-here.tsx';
import { useDevices } from '../../installable/use-devices.ts';
import { Code } from '../../parts/code.tsx';
import { linkTo } from '../../parts/link-to.tsx';
import { Said } from '../../parts/said/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import type { Needs } from './mends-of.ts';
import { texts } from './texts.ts';

const mailSetting = 'TOCSIN_SMTP_URL';

export interface MendsProps {
  needs: Needs;
  teamId: string;
  /** No message was even written: the reason is in the team. */
  isNobody: boolean;
  /** Somebody was told: further ways are good to have, and none is needed. */
  isTold: boolean;
}

/** Each thing that keeps people from being told, with a way to mend it. */
export function Mends({ needs, teamId, isNobody, isTold }: MendsProps) {
  const t = useTexts(texts);
  const { person } = useMe();
  const { device, phone, settings, suspended, server, isServerRefused } = needs;
  const mine = (people: readonly string[]) => people.includes(person.id);
  const devices = useDevices(person.id);
  // Who has no device gets no push message that could fail.
  const hasNoDevice = devices.data?.pushSubscriptions.length === 0 || mine(device);
  const others = [...device, ...phone, ...settings].filter((id) => id !== person.id);
  return (
    <>
      {isNobody && <TeamGaps teamId={teamId} />}
      {hasNoDevice && (
        <Mend title={t.mendDevice}>
          <PushHere userId={person.id} isQuiet />
        </Mend>
      )}
      {isServerRefused && <Mend title={t.mendRefused} help={t.mendRefusedHelp} />}
      {server.length > 0 && (
        <Mend
          title={isTold ? t.moreServer : t.mendServer}
          help={isTold ? t.moreServerHelp : t.mendServerHelp}
        >
          <Code label={t.mendServer} text={server.toSorted(mailFirst).map(lineOf).join('\n')} />
        </Mend>
      )}
      {mine(phone) && (
        <Mend title={t.mendPhone} help={t.mendPhoneHelp}>
          <ToMe section="devices">{t.toPhone}</ToMe>
        </Mend>
      )}
      {mine(settings) && (
        <Mend title={t.mendSettings}>
          <ToMe section="notifications">{t.toSettings}</ToMe>
        </Mend>
      )}
      {suspended.map((id) => (
        <Mend key={id} title={t.mendSuspended}>
          <Button
            variant="light"
            renderRoot={linkTo({ to: '/settings/people/$userId', params: { userId: id } })}
          >
            {t.toPerson}
          </Button>
        </Mend>
      ))}
      {others.length > 0 && <Text size="sm">{t.mendOthers}</Text>}
    </>
  );
}

function Mend({ title, help, children }: { title: string; help?: string; children?: ReactNode }) {
  return (
    <Card withBorder padding="sm">
      <Stack gap="xs">
        <Text fw={600} size="sm">
          {title}
        </Text>
        {help && <Text size="sm">{help}</Text>}
        {children}
      </Stack>
    </Card>
  );
}

function ToMe({ section, children }: { section: 'devices' | 'notifications'; children: string }) {
  return (
    <Group>
      <Button variant="light" renderRoot={linkTo({ to: '/me', search: { section } })}>
        {children}
      </Button>
    </Group>
  );
}

/** Why there was nobody to tell, as the team's page says it. */
function TeamGaps({ teamId }: { teamId: string }) {
  const t = useTexts(texts);
  const coverage = api.useQuery('get', '/coverage', { params: { query: { TeamIds: [teamId] } } });
  const findings = coverage.data?.findings.filter(({ level }) => level === 'Gap') ?? [];
  return (
    <Card withBorder padding="sm">
      <Stack gap="xs">
        {findings.map(({ kind, userId, channel, text, textSentence }) => (
          <Text key={`${kind} ${userId} ${channel} ${text}`} size="sm" className="breaks-anywhere">
            <Said text={text} sentence={textSentence} />
          </Text>
        ))}
        {coverage.data && findings.length === 0 && <Text size="sm">{t.nobodyUnknown}</Text>}
        <Group>
          <Button
            variant="light"
            renderRoot={linkTo({
              to: '/teams/$teamId',
              params: { teamId },
              search: { tab: 'tiers' },
            })}
          >
            {t.toTiers}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

/** Quickest to have. */
function mailFirst(a: string, b: string): number {
  return Number(b === mailSetting) - Number(a === mailSetting);
}

/** As a line of the server's environment; of what is nearly always meant with an example. */
function lineOf(setting: string): string {
  return setting === mailSetting
    ? `${setting}=smtps://user:password@mail.example.com`
    : `${setting}=`;
}
