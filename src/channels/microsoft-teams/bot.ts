/** An Azure Bot of one tenant: the app that it is registered as. */
export interface TeamsBot {
  appId: string;
  tenantId: string;
  clientSecret: string;
}

/** Null where one of the three is missing. */
export function teamsBotOf(
  settings: { [Name in keyof TeamsBot]?: string | null | undefined } | null | undefined,
): TeamsBot | null {
  const { appId, tenantId, clientSecret } = settings ?? {};
  return appId && tenantId && clientSecret ? { appId, tenantId, clientSecret } : null;
}

/** https://learn.microsoft.com/azure/bot-service/rest-api, on authentication; for an app of one tenant. */
export function tokenRequestOf({ appId, tenantId, clientSecret }: TeamsBot): {
  url: string;
  body: string;
} {
  return {
    url: `https://login.microsoftonline.com/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`,
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: appId,
      client_secret: clientSecret,
      scope: 'https://api.botframework.com/.default',
    }).toString(),
  };
}

/** Where a bot asks that has heard nothing of a conversation yet. */
export const teamsServiceUrl = 'https://smba.trafficmanager.net/teams/';
