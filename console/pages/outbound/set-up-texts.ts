import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { defineTexts } from '../../parts/texts.tsx';

export const setUpTexts = defineTexts({
  en: {
    title: 'In the chat',
    help: 'What is pressed and written arrives here. An app of the chat belongs to one integration.',
    teamsEndpoint: 'Messaging endpoint of the Azure Bot',
    discordEndpoint: 'Interactions endpoint URL of the Discord app',
    googleEndpoint: 'HTTP endpoint URL of the Google Chat app',
    slackInteractivity: 'Request URL of Interactivity of the Slack app',
    slackCommand: 'Request URL of its slash command',
    slackEvents: 'Request URL of Event Subscriptions, for pinned messages',
    mattermostCommand: 'Request URL of the slash command, with the method POST',
    telegramWebhook: 'Webhook of the bot, for message and callback_query',
    teamsSteps: [
      'In the Azure portal, make an Azure Bot of the type Single Tenant, and a client secret of its app.',
      'Enter its app id, its tenant id and the value of the secret above.',
      'Enter the messaging endpoint under Configuration, and add Microsoft Teams under Channels.',
      'Download the app and upload it in Teams: Apps, Manage your apps.',
      'Add it to the team of the channel. For direct messages each person adds it, too.',
    ],
    discordSteps: [
      'In the Developer Portal, make an app, and enter the token of its bot and its public key above.',
      'Add it to the server with the scope bot. It writes only to people who share a server with it.',
      'Enter the interactions endpoint URL under General Information. Discord asks it at once.',
    ],
    teamsApp: 'Download the app for Teams',
  },
  de: {
    title: 'Im Chat',
    help: 'Hier kommt an, was gedrückt und geschrieben wird. Eine App des Chats gehört zu einer Integration.',
    teamsEndpoint: 'Messaging-Endpunkt des Azure-Bots',
    discordEndpoint: 'Interactions Endpoint URL der Discord-App',
    googleEndpoint: 'HTTP-Endpunkt-URL der App in Google Chat',
    slackInteractivity: 'Request URL unter Interactivity der Slack-App',
    slackCommand: 'Request URL ihres Slash-Befehls',
    slackEvents: 'Request URL unter Event Subscriptions, für angepinnte Nachrichten',
    mattermostCommand: 'Request URL des Slash-Befehls, mit der Methode POST',
    telegramWebhook: 'Webhook des Bots, für message und callback_query',
    teamsSteps: [
      'Legen Sie im Azure-Portal einen Azure-Bot der Art „Einzelner Mandant“ an.',
      'Erstellen Sie für dessen App einen geheimen Clientschlüssel.',
      'Geben Sie oben App-ID, Mandanten-ID und den Wert des Schlüssels ein.',
      'Tragen Sie unter „Konfiguration“ den Endpunkt ein. Fügen Sie unter „Kanäle“ Microsoft Teams hinzu.',
      'Laden Sie die App herunter und in Teams hoch: „Apps“, „Apps verwalten“.',
      'Fügen Sie sie dem Team des Kanals hinzu. Für Direktnachrichten fügt auch jede Person sie hinzu.',
    ],
    discordSteps: [
      'Legen Sie im Developer Portal eine App an.',
      'Geben Sie oben das Token ihres Bots und ihren öffentlichen Schlüssel ein.',
      'Fügen Sie sie mit dem Scope „bot“ dem Server hinzu. Sie schreibt nur Menschen, die dort sind.',
      'Tragen Sie unter „General Information“ die Interactions Endpoint URL ein. Discord fragt dort sofort nach.',
    ],
    teamsApp: 'App für Teams herunterladen',
  },
});

type Texts = (typeof setUpTexts)['en'];
type Label = {
  [Name in keyof Texts]: Texts[Name] extends string ? Name : never;
}[keyof Texts];

interface SetUp {
  addresses: readonly { label: Label; path: string }[];
  steps?: 'teamsSteps' | 'discordSteps';
}

/** Null for a tool that sends nothing back, and while it lacks what it would prove itself with. */
export function setUpOf(outbound: components['schemas']['OutboundIntegration']): SetUp | null {
  const { id } = outbound;
  const { microsoftTeamsSettings: teams, discordSettings: discord } = outbound;
  if (teams)
    return teams.webhookUrl
      ? null
      : {
          addresses: [{ label: 'teamsEndpoint', path: `/chat/microsoft-teams/${id}` }],
          steps: 'teamsSteps',
        };
  if (discord)
    return discord.webhookUrl
      ? null
      : {
          addresses: [{ label: 'discordEndpoint', path: `/chat/discord/${id}` }],
          steps: 'discordSteps',
        };
  if (outbound.googleChatSettings?.spaceName)
    return { addresses: [{ label: 'googleEndpoint', path: `/chat/google-chat/${id}` }] };
  if (outbound.slackSettings)
    return {
      addresses: [
        { label: 'slackInteractivity', path: `/chat/slack/${id}` },
        { label: 'slackCommand', path: `/chat/slack/${id}/command` },
        { label: 'slackEvents', path: `/chat/slack/${id}/event` },
      ],
    };
  if (outbound.mattermostSettings)
    return {
      addresses: [{ label: 'mattermostCommand', path: `/chat/mattermost/${id}/command` }],
    };
  if (outbound.telegramSettings)
    return { addresses: [{ label: 'telegramWebhook', path: `/chat/telegram/${id}` }] };
  return null;
}
