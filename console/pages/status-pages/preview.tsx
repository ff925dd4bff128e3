import { Badge, Button, Card, CopyButton, Group, Stack, Text, Title } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ObjectTable } from '../../parts/object-table.tsx';
import { TellPublicButton } from '../../parts/public-update/tell-public-button.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

type Status = components['schemas']['StatusPageStatus'];
type State = components['schemas']['PublicState'];

const colours: Readonly<Record<State['state'], string>> = {
  operational: 'teal',
  maintenance: 'blue',
  Minor: 'yellow',
  Warning: 'orange',
  Critical: 'red',
};

export interface PreviewProps {
  statusPageId: string;
  /** The address of the page; null where it is not shown. */
  address: string | null;
  /** Leads to where services are chosen, for whoever may. */
  toSettings: (() => void) | undefined;
}

/** The present state of the page, by the same computation as for visitors, whoever may see it. */
export function Preview({ statusPageId, ...rest }: PreviewProps) {
  const status = api.useQuery(
    'get',
    '/status-page/status/{id}',
    { params: { path: { id: statusPageId } } },
    { refetchInterval: 30_000 },
  );
  return <Loaded query={status}>{(said) => <Said said={said} {...rest} />}</Loaded>;
}

function Said({
  said,
  address,
  toSettings,
}: { said: Status } & Omit<PreviewProps, 'statusPageId'>) {
  const t = useTexts(texts);
  const services = said.groups.flatMap(({ publicDisplayName, services: of }) =>
    of.map((service) => ({ ...service, group: publicDisplayName })),
  );
  if (services.length === 0)
    return (
      <Empty
        title={t.nothingShown}
        action={
          toSettings && (
            <Button variant="light" onClick={toSettings}>
              {t.chooseServices}
            </Button>
          )
        }
      >
        {t.nothingShownHelp}
      </Empty>
    );
  return (
    <Stack gap="lg">
      <Group gap="sm">
        <StateBadge state={said.overallStatus} size="lg" />
      </Group>
      {said.openIncidents.length > 0 && <OpenIncidents incidents={said.openIncidents} />}
      {said.maintenances.length > 0 && (
        <Stack gap="sm">
          <Title order={2} size="h4">
            {t.maintenance}
          </Title>
          <ObjectTable
            label={t.maintenance}
            items={said.maintenances}
            keyOf={({ id }) => id}
            columns={[
              {
                title: t.name,
                cell: ({ maintenanceId, displayName }) => (
                  <TextLink to="/services/maintenance/$maintenanceId" params={{ maintenanceId }}>
                    {displayName}
                  </TextLink>
                ),
              },
              { title: t.begins, cell: ({ start }) => <Moment at={start} absolute /> },
              { title: t.ends, isExtra: true, cell: ({ end }) => <Moment at={end} absolute /> },
            ]}
          />
        </Stack>
      )}
      <Title order={2} size="h4">
        {t.services}
      </Title>
      <ObjectTable
        label={t.services}
        items={services}
        keyOf={({ id, group }) => `${group} ${id}`}
        columns={[
          {
            title: t.service,
            cell: ({ id, publicTitle, group }) => (
              <>
                <TextLink to="/services/$serviceId" params={{ serviceId: id }}>
                  {publicTitle}
                </TextLink>
                {group !== null && <Text size="sm">{group}</Text>}
              </>
            ),
          },
          { title: t.state, cell: ({ status }) => <StateBadge state={status} /> },
          {
            title: t.uptime,
            cell: ({ uptimePercent }) => (uptimePercent === null ? '' : t.percent(uptimePercent)),
          },
          ...(address === null
            ? []
            : [
                {
                  title: t.badge,
                  isExtra: true,
                  cell: ({ id, publicTitle }: Named) => (
                    <CopyBadge address={badgeOf(address, id)} service={publicTitle} />
                  ),
                },
              ]),
        ]}
      />
    </Stack>
  );
}

function OpenIncidents({ incidents }: { incidents: Status['openIncidents'] }) {
  const t = useTexts(texts);
  const mayWrite = useMayAdminister();
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t.incidents}
      </Title>
      {incidents.map(({ id, status, start, messages, services: of, incidents: behind }) => (
        <Card key={id} withBorder>
          <Group justify="space-between" align="flex-start">
            <Text fw={600} className="breaks-anywhere">
              {of.map(({ publicTitle }) => publicTitle).join(', ')}
            </Text>
            <StateBadge state={status} />
          </Group>
          <Text size="sm">
            {t.since} <Moment at={start} absolute />
            {' · '}
            {t.publicMessages(messages.length)}
          </Text>
          {messages[0] && (
            <Text size="sm" mt="xs" className="breaks-anywhere">
              {messages[0].message}
            </Text>
          )}
          <Group mt="sm">
            {mayWrite && (
              <TellPublicButton
                size="compact-sm"
                service={of.map((service) => service.id)}
                incident={behind.slice(0, incidentsMax).map((one) => one.id)}
                of={of.map(({ publicTitle }) => publicTitle).join(', ')}
              />
            )}
            {behind.length > 0 && (
              <TextLink to="/" search={{ service: of.map((service) => service.id) }}>
                {t.behind(behind.length)}
              </TextLink>
            )}
          </Group>
        </Card>
      ))}
    </Stack>
  );
}

/** An address has no room for all of a flood. */
const incidentsMax = 5;

interface Named {
  id: string;
  publicTitle: string;
}

/** The picture of the state of one service, for other people's pages. */
function badgeOf(address: string, serviceId: string): string {
  const page = new URL(address, location.origin).href.replace(/\/$/, '');
  return `${page}/badge.svg?service=${serviceId}`;
}

function CopyBadge({ address, service }: { address: string; service: string }) {
  const t = useTexts(texts);
  return (
    <CopyButton value={address}>
      {({ copied, copy }) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${copied ? t.badgeCopied : t.badgeAddress}: ${service}`}
          onClick={copy}
        >
          {copied ? t.badgeCopied : t.badgeAddress}
        </Button>
      )}
    </CopyButton>
  );
}

function StateBadge({ state, size }: { state: State; size?: 'lg' }) {
  return (
    <Badge
      variant="light"
      color={colours[state.state]}
      {...(size ? { size } : {})}
      tt="none"
      miw="max-content"
    >
      {state.text}
    </Badge>
  );
}
