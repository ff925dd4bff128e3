import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { useSeverityTexts } from '../severity-badge.tsx';
import { useTexts } from '../texts.tsx';
import { Branch, Heard, Step } from './boxes.tsx';
import type { Route } from './flow.ts';
import { texts } from './texts.ts';

type Membership = components['schemas']['OnCall']['memberships'][number];

export interface RouteStepsProps {
  route: Route;
  teamName: string;
  /** The memberships of the team; undefined until they are known. */
  memberships: readonly Membership[] | undefined;
}

/** Whom a route leads to, and what becomes of the caller. */
export function RouteSteps({ route, teamName, memberships }: RouteStepsProps) {
  const t = useTexts(texts);
  const severity = useSeverityTexts()[route.severity];
  if (route.isVoicemailOnly) return <VoicemailStep route={route} severity={severity} />;
  const { peopleMax, ringSeconds, confirmSeconds, confirmAttempts } = route;
  return (
    <li className="flow-fork">
      <div className="flow-box">
        <strong>{t.team(teamName)}</strong>
        {route.hours && <p>{t.closed[route.hours.whenClosed ?? 'Voicemail']}</p>}
        <p>{t.dialled(peopleMax, ringSeconds)}</p>
        {memberships && <OnCallNow memberships={memberships} />}
        <p>{t.asked(confirmSeconds, confirmAttempts)}</p>
        <Heard prompt={route.acceptPrompt} />
        {route.saysCallerNumber && <p>{t.hearsNumber}</p>}
      </div>
      <ul className="flow-branches">
        <Branch title={t.accepted}>
          <Step title={t.connected} isEnd>
            <p>{route.resolvesOnAnswer ? t.opensResolved(severity) : t.opens(severity)}</p>
          </Step>
        </Branch>
        <Branch title={t.nobody}>
          {route.hasVoicemail ? (
            <VoicemailStep route={route} severity={severity} />
          ) : (
            <Step title={t.closing} isEnd>
              <Heard prompt={route.closingMessage} />
              <p>{t.ends}</p>
              <Missed seconds={route.missedSeconds} />
            </Step>
          )}
        </Branch>
      </ul>
    </li>
  );
}

/** Says what happens to a call that nobody took. */
export function Missed({ seconds }: { seconds: number | null }) {
  const t = useTexts(texts);
  return <p>{seconds === null ? t.noIncident : t.missed(seconds)}</p>;
}

function VoicemailStep({ route, severity }: { route: Route; severity: string }) {
  const t = useTexts(texts);
  return (
    <Step title={t.voicemail} isEnd>
      {route.isVoicemailOnly && route.hours && (
        <p>{t.closed[route.hours.whenClosed ?? 'Voicemail']}</p>
      )}
      {route.hasRecordingNotice && (
        <>
          <p>{t.recordingNotice}</p>
          {route.recordingNotice && <Heard prompt={route.recordingNotice} />}
        </>
      )}
      <Heard prompt={route.voicemailMessage} />
      <p>{t.voicemailThen}</p>
      <p>{t.opens(severity)}</p>
    </Step>
  );
}

/** Who is on duty, tier by tier. */
function OnCallNow({ memberships }: { memberships: readonly Membership[] }) {
  const t = useTexts(texts);
  const tiers = new Map<number, string[]>();
  for (const { user, availabilities } of memberships)
    for (const { tier, isOnline } of availabilities)
      if (isOnline)
        tiers.set(tier, [...(tiers.get(tier) ?? []), user.displayName ?? user.email ?? '']);
  if (tiers.size === 0) return <p className="flow-nobody">{t.nobodyNow}</p>;
  return (
    <ul className="flow-people" aria-label={t.now}>
      {[...tiers]
        .toSorted(([one], [other]) => one - other)
        .map(([tier, names]) => (
          <li key={tier}>{t.tier(tier, names.join(', '))}</li>
        ))}
    </ul>
  );
}
