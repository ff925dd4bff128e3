/** Why somebody may not, or cannot: people, roles, keys, groups, accounts and signing in. */
export const access = {
  crossOrigin:
    'A request with the cookie of a session must come from a page of this server. Scripts use an API key.',
  foreignHost: 'Ask by the address {url}, and not from a page of another origin.',
  youAreSuspended: 'You are suspended in this organization; ask an administrator to resume you.',
  youAreGone: 'You are not in this organization any more; ask an administrator.',
  cannotProvision:
    'Personal keys and sessions cannot mark objects as provisioned; leave provision out.',
  keyOrganizationDeleted: 'The organization of this API key was deleted.',
  keyKindNeeded: 'This operation needs a key of the kind {kinds:anyOf}.',
  wholeOrganizationKeyNeeded:
    'This operation needs a key for the whole organization, not one limited to teams.',
  scopeMissing: 'This API key lacks the scope {scope}.',
  foreignKeyNeedsRights:
    'A key of another organization is made by an organization key that may make organizations.',
  foreignKeyKind: 'Of another organization only an organization key can be made.',
  userSuspended: 'The user is suspended; resume them first.',
  personSuspendedResumeFirst: 'This person is suspended; resume them first.',
  someTeamRoleNeeded: 'This needs the role Administrator in a team or in the organization.',
  invitationNeedsFullKey:
    'An invitation gives all rights of the user, so a key with scopes cannot make one; use a key without scopes.',
  updateNeedsRole:
    'This needs the role Administrator in the organization, or incidents of your teams in incidentIds.',
  memberRoleNeeded:
    'This needs the role organization member or higher; without it you may read yourself.',
  linkOver: 'This link is not valid, or not any more. Ask for a new one.',
  confirmFirst: 'This needs a sign-in of the last 15 minutes: confirm who you are, then try again.',
  signedInElsewhere:
    'You signed in by the identity provider of your organization; change how you sign in there.',
  nobodySignedIn: 'Nobody is signed in; sign in at /sign-in.',
  incidentTeamRoleNeeded: 'This needs the role Administrator in a team of the incident.',
  keyUserGone: 'The user of this key was removed from the organization; use another key.',
  keyUserSuspended: 'The user of this key is suspended; ask an administrator to resume them.',
  keyInvalid:
    'Send a valid API key as X-Api-Key or Authorization: Bearer; this one is missing, unknown, expired or revoked.',
  keyEnded: 'This key was revoked or has expired; create a new one.',
  keyHasSuccessor: 'This key already has a successor; rotate that one.',
  onlyForAgents: 'Only a key of the kind agent has these rights; leave agent out.',
  agentNeedsOwner: 'A key of an agent needs agent.ownerId: the person who answers for it.',
  agentNeedsScopes: 'A key of an agent needs scopes.',
  agentNeedsEnd: 'A key of an agent ends within {days:number} days; give expiresAt.',
  agentMayNot: 'An agent reads, tries and acts on incidents; ask a person for anything else.',
  agentReadsNoPayloads:
    'This key may not read what tools sent in; readsPayloads of its agent allows it.',
  agentMayNotDoThis:
    'This key may not do that to an incident with the severity {severity}; ask a person.',
  agentChangesNothingElse:
    'An agent comments, escalates, acknowledges, assigns, snoozes and resolves as its key allows, and changes nothing else.',
  agentTellsNoPublic: 'An agent tells the public nothing; leave out services and public messages.',
  personalKeyNeedsUser: 'A personal key needs a userId: the user it acts for.',
  organizationKeyHasNoUser: 'An organization key cannot have a user; leave userId out.',
  keyScopesTooWide: 'A key cannot be given more scopes than the key that manages it has.',
  twoKeysSent: 'X-Api-Key and Authorization hold different keys; send one.',
  membershipOfGroups:
    'Groups of an identity provider give this membership; create another one instead.',
  roleOfGroups:
    'Groups of an identity provider give this role: take the person out of the group, or change the group mapping.',
  membershipChangingNow: 'This membership is being changed by others; try again.',
  notEmailOfUser: 'This is not the e-mail address of the user; leave it out.',
  nameUser: 'Name the user by userId, or by email to invite somebody.',
  userManagesSettings: 'The user manages these settings; send provision=true to overwrite them.',
  ownOrganizationStays: 'A key cannot delete its own organization.',
  subOrganizationsFirst: 'Delete the sub-organizations of this organization first.',
  lastOwner: 'This is the last active Owner of the organization; name another one first.',
  notAnActiveOwner: 'This user is not an active Owner of the organization.',
  userHasNoPhone: 'The user has no phone number.',
  noValidCode: 'There is no valid code; ask for a new one.',
  codeTriedTooOften: 'This code was tried too often; ask for a new one.',
  wrongTextedCode: 'This is not the code that was sent to the number.',
  codesTooMany: 'More than {max:number} codes in an hour; try again in {seconds:number} s.',
  phoneChangedMeanwhile: 'The phone number was changed meanwhile; ask for a new code.',
  noSuchContact: 'There is no contact {id} in the notification rules of this user.',
  contactChangedMeanwhile: 'The contact was changed meanwhile; ask for a new code.',
  contactNotConfirmed: 'This contact is not confirmed: ask for a code and give it first.',
  contactOfOtherChannel: 'The contact {id} is used by {channel:choice}: test it by that.',
  noSuchDevice: 'There is no push subscription {id} of this user.',
  codeNotSpoken: 'A call cannot say a code to a mail address: leave byCall out.',
  contactNeedsCode: 'Give the code that was sent to the contact.',
  wrongSentCode: 'This is not the code that was sent to the contact.',
  contactCodeTitle: 'Your Tocsin code: {code}',
  contactCodeText:
    '{code} confirms that alerts may be sent here. It is valid for 10 minutes. Somebody else asked for it? Then ignore this message.',
  keyMayNotChange:
    'A key that may not give roles may not {change:sentence} of a user: add the scope organization-memberships:update.',
  rankTooLow:
    'This person has a higher role than you, so you may not {change:sentence}; ask an Owner.',
  viewsTooMany: 'There are {max:number} views already; delete one first.',
  secretKeyChanging:
    'The secret key is being replaced. If no npx tocsin rotate-secret-key is running, it was interrupted: run it again, with the same settings and options; it goes on where it stopped.',
  secretKeyDiffers:
    'This database uses another secret key: set TOCSIN_SECRET_KEY to the key of the other processes, or copy their secret.key file into the data folder. After npx tocsin rotate-secret-key it is the new key; if that command did not end by itself, run it again. A backup from before it needs the former key.',
  notSuspendSelf: 'You cannot suspend yourself; ask another Owner or Administrator.',
  ownersOnly: 'This person is an Owner: only Owners may do this.',
  notOwnEmail: 'Your e-mail address identifies you; ask an administrator to change it.',
  notDeleteSelf: 'You cannot delete yourself; ask another Owner.',
  groupsChangingFast: 'Groups are changing too fast to give their roles; try again.',
  nameGroup: 'Name the group by groupDisplayName, or by groupId.',
  nameGroupOnce: 'Name the group by groupDisplayName or by groupId, not by both.',
  mappingGivesNothing: 'Give a role in the organization, in the team, or both.',
  teamOrCreateTeam: 'Leave out teamId, or set createTeam to false.',
  teamRoleNeedsTeam: 'Give teamRole together with teamId or createTeam.',
  groupOfOtherOrigin: 'This group has another origin; set origin to that of the group.',
  previewNeedsMapping: 'Give mapping, the id of one that is there, or both.',
  onePushAddress: 'Give either webPush or ntfyTopicUrl, not both.',
  mustBeHttpUrl: 'must be an http or https URL',
  pushAddressMissing: 'Give webPush or ntfyTopicUrl.',
  mustBeNtfyTopic: 'must be a topic such as https://ntfy.sh/my-topic',
  noUserWithAddress: 'There is no user with the address {email}.',
  accountJustMade: 'Somebody has just made this account; open the link again.',
  accountAddressTaken: 'Another account has this address by now.',
  accountChangingNow: 'The account is being changed by others; try again.',
  mustBeEmail: 'must be an e-mail address',
  accountGone: 'The account is gone.',
  presentAddress: 'is the present address',
  attemptsAtOnce: 'Too many attempts at once; try again.',
  attemptsTooMany: 'Too many failed attempts; try again in {seconds:number} s.',
  passkeyTaken: 'This passkey belongs to an account already.',
  lastWayIn: 'Choose a password first: nothing else would let you in.',
  passkeysTooMany: 'An account has at most {max:number} passkeys; remove one.',
  noSuchPasskey: 'The account has no such passkey.',
  passwordTooShort: 'must have at least {length:number} characters',
  passwordTooLong: 'must have at most {length:number} characters',
  passwordOwnName: 'must not be your address, your name or that of the product',
  passwordCommon: 'is on lists of common passwords; choose another one',
  appFirst: 'Add an authenticator app first; the codes replace it.',
  enrolmentTooOld: 'The enrolment is too old; begin again.',
  wrongAppCode: 'This is not the code that the app shows now.',
  keyRankTooLow:
    'This user is {role:choice}, so this key may not {change:sentence}: an Owner may, or a key that may give roles.',
  scimRankTooLow:
    'This user is {role:choice} by the decision of others than this SCIM client, so this key may not {change:sentence}: an Owner may, or a key that may give roles.',
  toChangeEmail: 'change the e-mail address',
  toChangePhone: 'change the phone number',
  toRegisterPush: 'register a receiver of pushes',
  toInvite: 'invite them',
  billableUserStays: 'The billable user must stay; name another billable user first.',
  billableUserStaysOwner:
    'The billable user must stay an active Owner; name another billable user first.',
  mustBeKeysOrganization: 'must be the organization of the key, or null',
  mustBeOriginalRoot: 'must be the organization it was made from, or null',
  settingsSentTwice:
    'differs from incidentNotificationSettings; send the settings in one of the two forms',
  noSuchUsers: '{ids:list}: there is no User with this id in this organization.',
  messageWaits: 'The message {id} waits to be sent; look at its record before you send it again.',
  mergedIntoItself: 'An incident cannot be merged into itself; name another open one.',
  mergedAlready: 'The incident is part of another one; unmerge it first.',
  leaderIsMerged:
    'The incident to merge into is part of another one itself; merge into that one, or unmerge it first.',
  leaderNotOpen:
    'Only an open incident that is not archived can have others merged into it; reopen it, or name another one.',
  leadsOthers:
    'Other incidents are part of this one; unmerge them first, or merge the other way round.',
  onlyOpenMerged: 'Only open incidents can be merged; reopen this one first.',
  notMerged: 'The incident is part of no other one, or it is over: there is nothing to unmerge.',
  onlyArchivedDeleted: 'Only archived incidents can be deleted; archive this one first.',
  incidentNeedsTeam: 'give at least one team, or the integration whose team it goes to',
  problemOpenElsewhere:
    'Another incident is open for the same problem; use that one instead of reopening this one.',
  accountMailImpossible: 'The new address cannot be confirmed by mail. {why:sentence}',
  invitationNotMailed:
    'The invitation could not be mailed. {why:sentence} Check the address and TOCSIN_SMTP_URL; without that setting you get a link to hand over.',
  passkeysNeedName:
    'Browsers make no passkeys for an IP address; set TOCSIN_PUBLIC_URL to an address with a name.',
  passkeysNeedHttps:
    'Browsers make passkeys over https only; set TOCSIN_PUBLIC_URL to an https address.',
  passkeyUnexpected: 'The passkey cannot be added; begin again.',
  passkeyUnexpectedBecause: 'The passkey cannot be added; begin again. {why}',
  passkeyNotAskedFor: 'The passkey cannot be added; begin again. It was not asked for.',
  codeNotSent: 'The code was not sent: {why:sentence}',
  lastOwnerStays: 'The last active Owner keeps the role.',
  userHasNoPush: 'The user has no push subscription.',
  userHasNoEmail: 'The user has no e-mail address.',
  phoneUnconfirmed:
    'The phone number is not confirmed; text a code to it with send-code, and confirm it.',
  devicesTookIt: '{taken:number} of {all:number} devices took it. {reasons:sentences}',
  noDeviceTookIt: 'None of {all:number} devices took it. {reasons:sentences}',
  deviceSays: '{device}: {why:sentence}',
  billableUserKeepsRole: 'The billable user stays an Owner.',
  signInTimedOut: 'It did not answer in time.',
  signInClientRefused: 'It refuses the client (401).',
  signInKeyUnknown: 'The ID token names a key that is not published.',
  signInSuspended: 'The person is suspended in this organization.',
  signInNotByAddress:
    'The person is {role:choice}, and nobody with that role is linked by their address alone.',
  signInOtherPerson: 'Somebody else than the person of the session signed in.',
  signInPersonGone: 'The person of the session was removed.',
  signInUnknownPerson:
    'The organization has no person with this address, and the connection creates nobody at their first sign-in.',
  signInUnknownBesideScim:
    'The organization has no person with this address. Its people are provisioned by SCIM, so sign-ins create none.',
  domainNotAnswered: 'The name service gave no answer about {name}; try again later.',
  domainRecordMissing:
    'There is no TXT record {name} with the value in recordValue. New records can take hours to be seen.',
  domainRecordLost:
    'The TXT record {name} was missing for seven days; the domain does not count any more.',
  domainRecordGone: 'The TXT record {name} is gone. Publish it again before {until:moment}.',
  domainTaken:
    '{domain} is proven for another connection of this installation; take it out of that one first.',
  signInNoEmail: 'Neither the ID token nor the userinfo endpoint has the claim email.',
  signInEmailUnverified: 'The provider does not say that it verified the address (email_verified).',
  signInForeignDomain:
    'The domain of the address ({domain}) is not among the proven domains of the connection.',
  signInLinkedOtherwise:
    'The person is linked to another identity of the provider. An Owner can unlink that one.',
  signInDisabled: 'There is no such connection, or it is not enabled.',
  signInUnknownState: 'The state of the answer is not known here.',
  signInNoToken: 'The answer has no ID token.',
  signInOtherSession: 'The session of this browser is another one by now.',
} as const;
