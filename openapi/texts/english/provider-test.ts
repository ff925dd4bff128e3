/** What a test of an identity provider finds, step by step. */
export const providerTest = {
  stepBeforeFailed: 'A step before it failed.',
  discoveryRedirects:
    '{url} redirects to another address ({status:number}). Give the issuer to which it belongs: redirects are not followed.',
  discoveryMissing:
    '{url} answers {status:number}: no discovery document is there. Check the path of the issuer, such as the realm or the application.',
  discoveryTooLarge: '{url} answers more than 64 KiB.',
  answersNoObject: '{url} answers no JSON object.',
  answersNoJson: '{url} answers no JSON.',
  addressAnswers: '{url} answers.',
  addressUnreachable: '{url} cannot be reached. {why:sentence}',
  issuerUnnamed: 'The discovery document names no issuer.',
  issuerIs: 'It is the issuer {issuer}.',
  issuerSpelled:
    'The discovery document writes the issuer {found}: the same, spelled otherwise than {issuer}.',
  issuerOther:
    'The discovery document says that the issuer is {found}. Create the connection with exactly that, including the slash at its end or none.',
  discoveryLacks: 'The discovery document lacks {members:list}.',
  noCodeFlow: 'It does not offer the authorization code flow.',
  noPublicKey:
    'It signs ID tokens with no public key (only none or HMAC). Choose RS256 or ES256 there.',
  pkceUnsaid: 'It does not say that it supports PKCE. It is sent anyway; most ignore it then.',
  noPkce: 'It does not support PKCE with S256, which protects the code on its way.',
  canSignIn: 'Authorization code flow with PKCE (S256) and signed ID tokens.',
  noKeySet: '{url} answers {status:number} and no set of keys.',
  noSigningKey: '{url} has no key for signatures.',
  signingKeys: 'Keys for signatures: {count:number}.',
  tookMadeUpCode: 'The token endpoint accepted a code that nobody issued.',
  tokensUnreachable: 'The token endpoint cannot be reached. {why:sentence}',
  clientRefused:
    'The identity provider refuses the client: {answer}. Copy the client id and the secret again; the secret may have expired.',
  clientAccepted: 'The client id and its secret are accepted.',
  clientUnclear:
    'Whether the client is accepted cannot be told; the answer to a made-up code was: {answer}',
  clientUnclearAnswer:
    'Whether the client is accepted cannot be told; the answer to a made-up code was not understood.',
  noDomains:
    'No domains are named: nobody is sent here by their address, and only people who linked themselves can sign in.',
  domainsProven: 'All domains are proven.',
  domainsUnproven:
    'Not proven by a DNS record: {domains:list}. domainProofs says which record is missing.',
  logoutWorks: 'Signing out works in both directions.',
  noLogoutThere:
    'It does not say that it signs people out when they sign out here (RP-initiated logout).',
  noLogoutNews: 'It does not say that it reports sign-outs (back-channel logout).',
  noLogoutAtAll:
    'It does not say that it signs people out when they sign out here (RP-initiated logout), nor that it reports sign-outs (back-channel logout).',
} as const;
