/** What is wrong with settings: integrations, on-call, silences, status pages. */
export const settings = {
  publicUpdateNeedsService: 'Name a service at least: pages show it with its services.',
  oneTextPerLanguage: 'There can be one text in each language.',
  pageNeedsAddress: 'A status page needs a slug or a custom host.',
  noSignInOnCustomHost: 'Users cannot sign in on a custom host; leave one of the two out.',
  holdIsOneOfTwo: 'give either a threshold or a pause in minutes',
  callsAreNotHeld: 'calls to a phone number are not held back',
  silenceMatchesNothing: 'give at least one matcher, or integrations',
  mustBeAfter: 'must be after {start}',
  withinYearOfStart: 'must be within a year of start',
  integrationOfOtherTeam:
    '{id} belongs to another team; a silence is for integrations of its own team.',
  calendarOfOne: 'Give one of userId, teamId and scheduleId.',
  escalationsStay:
    'Escalations cannot move to another team; replace the escalations of that team instead.',
  dayNotInCalendar: '{value} is not a day of the calendar.',
  shiftTakerMissing: 'Name who takes the shift: this key has no user.',
  shiftOver: 'The shift is over already.',
  mustBeWithinDays: 'must be at most {days:number} days after {start}',
  shiftTakenByItsOwner: 'is who takes the shift: nothing would change',
  shiftTakerNoMember: 'User {by} is not a member of the team, so nobody would be on call.',
  shiftTakerAbsent: 'User {by} is absent then by the override {override}; delete it first.',
  shiftTakenAlready: 'The override {override} has taken this shift from user {from} already.',
  timelineTooLong:
    'The timeline has more than {max:number} shifts; request a shorter interval or fewer teams.',
  dutyReportTooLong:
    'The report has more than {max:number} times on duty; request a shorter interval or fewer teams.',
  noDomainName: '{domain} is not a domain name.',
  thereTwice: '{name} is there twice.',
  issuerNeedsHttps: 'Give a URL that starts with https://.',
  issuerHasCredentials: 'Leave the user name and password out of the URL.',
  issuerHasQuery: 'An issuer has neither a query nor a fragment.',
  issuerHasDiscovery: 'Leave out /.well-known/openid-configuration.',
  issuerOfEveryTenant:
    'Name your tenant in place of {tenant}: everybody with a Microsoft account could sign in otherwise.',
  disabledNotRequirable: 'A connection that is not enabled cannot be required.',
  unprovenNotRequirable:
    'Nobody has signed in by this connection yet; sign in by it once, then require it.',
  notAnOwner: '{id} is not an Owner of the organization.',
  breakGlassMissing:
    'Name an Owner who has a password or a passkey here: without one, nobody could sign in when the identity provider fails.',
  monitorUnset: 'This monitor has no settings yet, so it expects nothing.',
  tooManySignsOfLife: 'Too many signs of life at once; send it again.',
  foreignSuppressedTeams:
    'You can hold back incidents of teams that you administer, which {teams} is not; ask an Administrator of the organization.',
  suppressionNeedsSource:
    'Name at least one condition: incidents that both sides match are never held back, so a source that matches everything holds back nothing.',
  foreignCallTeams:
    'You can route calls to teams that you administer, which {teams} is not; ask an Administrator of the organization.',
  pingHostInvalid: 'Give a host name or an address; host:port asks that port by TCP.',
  noHttpUrl: 'This is not an http or https URL.',
  headerUnsendable:
    '{name} cannot be sent: names have letters, digits and dashes, values no line breaks.',
  noPhoneNumberType: '{type} is no phone number.',
  audioTooLarge: 'The file has {bytes:number} bytes; at most 5 MB are kept.',
  audioTooLong: 'The file plays for {seconds:number} seconds; at most {max:number} are possible.',
  integrationTypeUnknown: '{name} is not a type; see /inbound-integration/types.',
  numbersNeedAdministrators:
    'Only Administrators and Owners of the organization can create call routing numbers.',
  settingsOfOtherType: 'The type {type} does not have these settings; leave them out.',
  mailCarriesNoToken: 'Mail carries no token; limit the addresses that may send.',
  setupAcceptedKey:
    'A client whose key is hard to change keeps it: enter it in the settings of this integration, under keys of other products (acceptedKeys).',
  acceptedKeysNeedRequests: '{type} receives no requests that could bring a key; leave it out.',
  acceptedKeyShape:
    'Give the key as the sender has it: 20 to 200 letters, digits and _ . ~ / + = -, with spaces inside of it only.',
  acceptedKeyTwice: 'this key is there twice',
  typeSignsNothing:
    '{type} signs nothing that could be verified; use the authentication of the webhook.',
  signingSecretMissing: 'give the secret that the sender signs with',
  userCalendarUnpublished:
    'The calendar is not published: set calendarPublishingSettings.isPublished of this user to true first.',
  teamCalendarUnpublished:
    'The calendar is not published: set calendarPublishingSettings.isPublished of this team to true first.',
  shiftNotTheirs: 'User {from} is not on call between start and end.',
  shiftNotTheirsInTier: 'User {from} is not on call in tier {tier:number} between start and end.',
  carrierVerifiesItself:
    'Leave it out: requests of the carrier are verified by the access settings of the number.',
  cronNeedsFields: 'This is not a cron expression; write five fields, such as 0 3 * * *.',
  cronNamesNothing: 'This expression names no moment that is still to come.',
  cronUnreadable: 'This is not a cron expression: {reason}',
} as const;
