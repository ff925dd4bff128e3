import type { Language } from '../texts.tsx';

/** German for words of member names. A name is put together of them when it has no entry of its own. */
const german: Record<string, string> = {
  displayName: 'Name',
  teamId: 'Team',
  teamIds: 'Teams',
  userId: 'Person',
  type: 'Art',
  url: 'Adresse (URL)',
  labels: 'Etiketten',
  severities: 'Schweregrade',
  severity: 'Schweregrad',
  statuses: 'Status',
  integrations: 'Integrationen',
  services: 'Dienste',
  attributes: 'Attribute',
  conditions: 'Bedingungen',
  actions: 'Aktionen',
  channels: 'Kanäle',
  rules: 'Regeln',
  comment: 'Kommentar',
  template: 'Vorlage',
  headers: 'Kopfzeilen',
  secret: 'Geheimnis',
  timeZoneId: 'Zeitzone',
  publicTitle: 'Öffentlicher Titel',
  publicDescription: 'Öffentliche Beschreibung',
  daysOfWeek: 'Wochentage',
  isPaused: 'Angehalten',
  teamConnectionSettings: 'Weitere Teams',
  phoneNumber: 'Telefonnummer',
  email: 'E-Mail-Adresse',
  name: 'Name',
  value: 'Wert',
  operator: 'Vergleich',
  message: 'Nachricht',
  from: 'Von',
  until: 'Bis',
  start: 'Beginn',
  end: 'Ende',
  serviceIds: 'Dienste',
  serviceGroups: 'Gruppen von Diensten',
  publicDisplayName: 'Öffentlicher Name',
  slug: 'Adresse (Slug)',
  customHostSettings: 'Eigener Host',
  host: 'Host',
  historyInDays: 'Tage, die gezeigt werden',
  decimalPlaces: 'Nachkommastellen',
  publicDisplayLiveStateOnly: 'Nur den jetzigen Zustand zeigen',
  publicHideIncidentDetails: 'Einzelheiten von Störungen verbergen',
  publicHideMaintenances: 'Wartungen verbergen',
  privateUserAuthenticationRequired: 'Nur für Angemeldete',
  privateIpFilter: 'Nur für diese Adressen (IP)',
  disablePublicPage: 'Seite ausschalten',
  disablePublicJson: 'JSON ausschalten',
  passwordProtectionPassword: 'Passwort',
  disablePublicSubscription: 'Niemand kann sie abonnieren',
  enableSMSSubscription: 'Abonnement per SMS',
  publicCompanyName: 'Name des Unternehmens',
  publicCompanyUrl: 'Adresse des Unternehmens (URL)',
  publicSupportUrl: 'Hilfe (URL)',
  publicSupportEmail: 'Hilfe (E-Mail-Adresse)',
  publicSeverityMappingMinor: 'Wort für Minor',
  publicSeverityMappingWarning: 'Wort für Warning',
  publicSeverityMappingCritical: 'Wort für Critical',
  bannerBackgroundColor: 'Kopf',
  bannerTextColor: 'Text im Kopf',
  bodyBackgroundColor: 'Hintergrund',
  secondaryBackgroundColor: 'Karten',
  primaryTextColor: 'Text',
  secondaryTextColor: 'Nebentext',
  buttonBackgroundColor: 'Knöpfe',
  buttonTextColor: 'Text auf Knöpfen',
  templates: 'Vorlagen',
};

/** `dialTimeoutPerUserInSeconds` → `Dial timeout per user in seconds`. */
export function labelOf(member: string, language: Language): string {
  const own = language === 'de' ? german[member] : undefined;
  if (own !== undefined) return own;
  const words = member
    .replace(/Ids$/, 's')
    .replace(/(?<!^)Id$/, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(' ')
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
