import { Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { useMe } from '../../api/session.tsx';
import { Face } from '../face.tsx';
import { Loaded } from '../loaded.tsx';
import { useTexts } from '../texts.tsx';
import type { FieldsProps } from './action-dialog.tsx';
import { AssignFields } from './assign-fields.tsx';
import { dialogTexts } from './dialog-texts.ts';
import { nameOf } from './incident.ts';

/** Gives the incident to somebody else who is on call with one tap, or to anybody else by name. */
export function HandOverFields(props: FieldsProps) {
  const { first, onRun } = props;
  const d = useTexts(dialogTexts);
  const { person } = useMe();
  const [isOther, setIsOther] = useState(false);
  const teamIds = first.teams.map(({ id }) => id);
  const onCall = api.useQuery(
    'get',
    '/on-call',
    { params: { query: { TeamIds: teamIds } } },
    { enabled: teamIds.length > 0 },
  );
  const giveTo = (userId: string) =>
    onRun({
      appendIntent: {
        intent: 'Assigned',
        intentOptions: {
          userAssigningOptions: { userAssignments: [{ userId }], repeatAlerts: true },
        },
      },
    });
  return (
    <Stack gap="sm">
      <Text size="sm">{d.handOverHelp}</Text>
      {teamIds.length > 0 && (
        <Loaded query={onCall} lines={2}>
          {({ memberships }) => {
            const others = onDuty(memberships, person.id);
            return others.length === 0 ? (
              <Text size="sm" c="dimmed">
                {d.nobodyElse}
              </Text>
            ) : (
              <ul className="plain-list hand-over" aria-label={d.onCallNow}>
                {others.map(({ user, tier, team }) => (
                  <li key={user.id}>
                    <UnstyledButton className="hand-over-to" onClick={() => giveTo(user.id)}>
                      <Face name={nameOf(user)} size={36} />
                      <span>
                        <b className="breaks-anywhere">{nameOf(user)}</b>
                        <Text size="sm" c="dimmed">
                          {d.tier(tier, team)}
                        </Text>
                      </span>
                    </UnstyledButton>
                  </li>
                ))}
              </ul>
            );
          }}
        </Loaded>
      )}
      {isOther || teamIds.length === 0 ? (
        <AssignFields {...props} />
      ) : (
        <UnstyledButton className="hand-over-to" onClick={() => setIsOther(true)}>
          {d.somebodyElse}
        </UnstyledButton>
      )}
    </Stack>
  );
}

type Memberships = components['schemas']['OnCall']['memberships'];

/** Everybody but the person who asks, by the first tier in which they are on duty. */
function onDuty(memberships: Memberships, ownId: string) {
  const found = new Map<
    string,
    { user: Memberships[number]['user']; tier: number; team: string }
  >();
  for (const { user, team, availabilities } of memberships) {
    const tiers = availabilities.flatMap(({ tier, isOnline }) => (isOnline ? tier : []));
    const known = found.get(user.id);
    const tier = Math.min(...tiers);
    if (tiers.length === 0 || user.id === ownId || (known && known.tier <= tier)) continue;
    found.set(user.id, { user, tier, team: team.displayName });
  }
  return [...found.values()].toSorted((one, other) => one.tier - other.tier);
}
