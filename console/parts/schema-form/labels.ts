import type { Language } from '../language.ts';
import { germanLabels } from './german-labels.ts';
import { labelsUnseen } from './labels-unseen.ts';

/** Labels for members whose names do not say well what they are. */
const englishLabels: Readonly<Record<string, string>> = {
  escalationTiers: 'Tiers',
  anonymizeOutboundLogs: 'Leave names out of the log',
  assignToTeamsRepeatAlerts: 'Alert again when assigned',
  attributesMatchType: 'Attributes: all or any',
  labelsMatchType: 'Labels: all or any',
  contentTest: 'Text that is looked for',
  contentTestMode: 'The answer must',
  createTeam: 'Create a team',
  deleteInRelativeInSeconds: 'Delete after seconds',
  skipUpdatingAfterForwarding: 'Send nothing more after forwarding',
  snoozeForRelativeInMinutes: 'Snooze for minutes',
  snoozeUntilAbsolute: 'Snooze until',
  snoozeUntilWeekdayAbsolute: 'Until the weekday',
  outboundIntegrationsMuted: 'Mute those outbound integrations',
  notificationChannelsMuted: 'Mute those channels',
  ruleFlowControl: 'Later rules',
  breakGlassUserIds: 'People for emergencies',
  alsoCritical: 'Critical, too',
  clientId: 'Client ID',
  appId: 'App ID',
  tenantId: 'Tenant ID',
  microsoftTeamsSettings: 'Microsoft Teams',
  onCallReminderChannelIds: 'Channels of the reminder',
  otherwise: 'Otherwise: steps',
  urgencySettings: 'Urgency',
  low: 'Not urgent',
  during: 'During the support hours',
  outside: 'Outside of the support hours',
  raisesAtStart: 'Alert anew when they begin',
  repeatsEveryMinutes: 'Again every (minutes)',
  isDefault: 'Default of the team',
  share: 'Share out',
  size: 'How many',
  over: 'So many of what',
  repeatsAfterMinutes: 'Every (minutes)',
  ifNobody: 'If there is nobody',
  assignTeamIds: 'Assign teams',
  resolves: 'Resolves the incident',
  loops: 'Rounds after the first',
  loopAfterMinutes: 'New round after (minutes)',
  loopWhile: 'No more rounds once it is',
  acknowledgementLapsesAfterMinutes: 'An acknowledgement lapses after (minutes)',
  resolvesAfterMinutes: 'Resolves itself after (minutes)',
  lowUrgencyEscalates: 'What is not urgent escalates, too',
  noticeOutboundIntegrationIds: 'Tell when it begins and ends',
  noticesBeforeMinutes: 'Tell people before shifts (minutes)',
  isRequired: 'Required for everybody',
  justInTimeProvisioning: 'Create people at their first sign-in',
  triggersOnlyOnForwarded: 'Send only what is forwarded',
  bannerBackgroundColor: 'Banner',
  bannerTextColor: 'Text on the banner',
  bodyBackgroundColor: 'Background',
  secondaryBackgroundColor: 'Cards',
  primaryTextColor: 'Text',
  secondaryTextColor: 'Quiet text',
  buttonBackgroundColor: 'Buttons',
  buttonTextColor: 'Text on buttons',
  customHostSettings: 'Host of your own',
  historyInDays: 'Days that are shown',
  passwordProtectionPassword: 'Password',
  privateIpFilter: 'Only for these addresses (IP)',
  privateUserAuthenticationRequired: 'Only for people who are signed in',
  publicDisplayLiveStateOnly: 'Show the present state only',
  publicHideIncidentDetails: 'Hide details of incidents',
  publicShowIncidentTitles: 'Show titles of incidents at once',
  publicHideMaintenances: 'Hide maintenance',
  disablePublicPage: 'Switch the page off',
  disablePublicJson: 'Switch the JSON off',
  disablePublicSubscription: 'Nobody can subscribe',
  enableSMSSubscription: 'Subscription by SMS',
  publicCompanyName: 'Company name',
  publicCompanyUrl: 'Company URL',
  publicSupportUrl: 'Help URL',
  publicSupportEmail: 'Help by mail',
  publicSeverityMappingCritical: 'Word for Critical',
  publicSeverityMappingMinor: 'Word for Minor',
  publicSeverityMappingWarning: 'Word for Warning',
  teamConnectionMode: 'Which teams',
  teamConnectionSettings: 'Further teams',
};

/** Words that people write with capitals. */
const acronyms = new Set(['api', 'id', 'ip', 'json', 'sid', 'ssl', 'url']);

/** `dialTimeoutPerUserInSeconds` → `Dial timeout per user in seconds`. */
export function labelOf(member: string, language: Language): string {
  const own =
    language === 'de' ? (germanLabels[member] ?? labelsUnseen[member]) : englishLabels[member];
  if (own !== undefined) return own;
  const words = member
    .replace(/^is(?=[A-Z])/, '')
    .replace(/Ids$/, 's')
    .replace(/(?<!^)Id$/, '')
    .replace(/(?<=.)InSec$/, 'InSeconds')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(' ')
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .map((word) => (acronyms.has(word) ? word.toUpperCase() : word))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `rules[0].conditions` → `Rule 1 › Conditions`: where in a request something is, for whoever has not written it. */
export function labelOfPath(
  path: string,
  language: Language,
  numbered: (label: string, place: number) => string,
): string {
  const parts: string[] = [];
  for (const part of path.split(/[.[\]]+/).filter(Boolean)) {
    const before = parts.at(-1);
    if (!/^\d+$/.test(part)) parts.push(labelOf(part, language));
    else if (before !== undefined) parts[parts.length - 1] = numbered(before, Number(part) + 1);
  }
  return parts.join(' › ');
}
