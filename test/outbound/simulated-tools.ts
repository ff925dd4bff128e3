import type { OutboundIntegration, OutboundTypeId } from '../../src/outbound/index.ts';
import type { ReceivedRequest, ScriptedAnswer } from '../fakes/scripted-receiver.ts';

/** What a tool holds: a message, a ticket, an alert. */
export interface Thing {
  id: string;
  /** Everything it was made and changed with, as text. */
  content: string[];
  comments: string[];
  state: 'open' | 'acknowledged' | 'resolved';
}

/** A tool as far as we use it. */
export interface SimulatedTool {
  settings: Partial<OutboundIntegration['wire']>;
  /** Where its requests have to go. */
  host: string;
  /** Answers a request and changes `things` accordingly. */
  answer(request: ReceivedRequest, things: Thing[]): ScriptedAnswer;
  /** An event changes what was made by the one before. */
  changesInPlace: boolean;
  /** The tool can be asked for what a lost answer has made, or takes our id. */
  canFind: boolean;
  /** The title in a creating request, and how long it may be. */
  title(json: Json): unknown;
  titleMax: number;
  /** What of a creating request the tool reads as markup, and what must not stand there. */
  markup?: { of(json: Json): string; dangers: readonly RegExp[] };
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of twenty tools are read here; a wrong path fails the test.
export type Json = any;

const jsonOf = ({ json }: ReceivedRequest): Json => json ?? {};

function add(things: Thing[], id: string, content: string): Thing {
  const thing: Thing = { id, content: [content], comments: [], state: 'open' };
  things.push(thing);
  return thing;
}

function thingAt(things: Thing[], id: string): Thing {
  const thing = things.find((known) => known.id === id);
  if (!thing) throw new Error(`the tool has no ${id}`);
  return thing;
}

const notFound: ScriptedAnswer = { status: 404, json: { message: 'no such address' } };
const markdownDangers = [
  /(?<!\\)<script/,
  /(?<!\\)\[click\]/,
  /@(?:all|everyone|channel)/,
  /^\/close/m,
];
const htmlDangers = [/<script/];

/** Matches `METHOD /path` with groups. */
function route(request: ReceivedRequest, method: string, path: RegExp): string[] | null {
  return request.method === method ? (path.exec(request.path)?.slice(1) ?? null) : null;
}

/** A webhook that takes anything and keeps nothing. */
function hook(request: ReceivedRequest, things: Thing[]): ScriptedAnswer {
  const resolved = /"(?:status|type|event_action)": ?"(?:Resolved|incident\.resolved)"/.test(
    request.body,
  );
  add(things, `request-${things.length}`, request.body).state = resolved ? 'resolved' : 'open';
  return { status: 202, body: 'accepted' };
}

export const simulatedTools: Record<OutboundTypeId, SimulatedTool> = {
  Webhook: {
    settings: {
      webhookSettings: {
        url: 'https://hooks.example.com/incidents',
        headers: [{ name: 'X-Key', value: 'SECRET-header' }],
        secret: `whsec_${Buffer.from('SECRET-of-the-webhook-32-bytes!!').toString('base64')}`,
      },
    },
    host: 'hooks.example.com',
    answer: hook,
    changesInPlace: false,
    canFind: false,
    title: (json) => json.data.incident.title,
    titleMax: Number.POSITIVE_INFINITY,
  },
  Zapier: {
    settings: {
      zapierSettings: { webhookUrl: 'https://hooks.zapier.com/hooks/catch/1/SECRET-zap/' },
    },
    host: 'hooks.zapier.com',
    answer: hook,
    changesInPlace: false,
    canFind: false,
    title: (json) => json.data.incident.title,
    titleMax: Number.POSITIVE_INFINITY,
  },
  MicrosoftTeams: {
    settings: {
      microsoftTeamsSettings: {
        webhookUrl: 'https://flows.example.com/workflows/1?sig=SECRET-sig',
      },
    },
    host: 'flows.example.com',
    answer: hook,
    changesInPlace: false,
    canFind: false,
    title: (json) => json.attachments[0].content.body[0].inlines[0].text,
    titleMax: 300,
    markup: { of: (json) => JSON.stringify(json), dangers: [/"type":"TextBlock"/] },
  },
  GoogleChat: {
    settings: {
      googleChatSettings: {
        webhookUrl:
          'https://chat.googleapis.com/v1/spaces/A/messages?key=SECRET-key&token=SECRET-token',
      },
    },
    host: 'chat.googleapis.com',
    answer(request, things) {
      const { thread } = jsonOf(request);
      // What is about no incident is in no thread of one.
      if (!thread) {
        add(things, 'notice', request.body);
        return { json: { name: 'spaces/A/messages/1' } };
      }
      const known = things.find(({ id }) => id === thread.threadKey);
      if (known && request.query.get('messageReplyOption')?.includes('FALLBACK'))
        known.comments.push(request.body);
      else add(things, thread.threadKey, request.body);
      return { json: { name: 'spaces/A/messages/1' } };
    },
    changesInPlace: true,
    canFind: false,
    title: (json) => json.cardsV2[0].card.header.title,
    titleMax: 200,
    markup: {
      of: (json) => json.cardsV2[0].card.sections[0].widgets[0].textParagraph.text,
      dangers: htmlDangers,
    },
  },
  Discord: {
    settings: {
      discordSettings: { webhookUrl: 'https://discord.com/api/webhooks/1/SECRET-discord' },
    },
    host: 'discord.com',
    answer(request, things) {
      if (route(request, 'POST', /^\/api\/webhooks\/1\/SECRET-discord$/)) {
        const id = `90071992547409${things.length}`;
        add(things, id, request.body);
        return request.query.get('wait') === 'true' ? { json: { id } } : { status: 204 };
      }
      const [id = ''] = route(request, 'PATCH', /messages\/(\d+)$/) ?? [];
      if (!id) return notFound;
      thingAt(things, id).content.push(request.body);
      return { json: { id } };
    },
    changesInPlace: true,
    canFind: false,
    title: (json) => json.embeds[0].title,
    titleMax: 256,
    markup: {
      of: (json) =>
        JSON.stringify([
          json.embeds[0].title,
          json.embeds[0].description,
          json.embeds[0].fields,
        ]).replaceAll('\\\\', '\\'),
      dangers: markdownDangers,
    },
  },
  Slack: {
    settings: {
      slackSettings: {
        botToken: 'xoxb-SECRET',
        signingSecret: 'SECRET-sign',
        selectedChannelIds: ['C1'],
      },
    },
    host: 'slack.com',
    answer(request, things) {
      const json = jsonOf(request);
      if (request.path === '/api/chat.postMessage' && json.thread_ts) {
        thingAt(things, json.thread_ts).comments.push(request.body);
        return { json: { ok: true, ts: '9.9' } };
      }
      if (request.path === '/api/chat.postMessage') {
        const ts = `17400000.00000${things.length}`;
        add(things, ts, request.body);
        return { json: { ok: true, ts, channel: json.channel } };
      }
      if (request.path !== '/api/chat.update') return notFound;
      thingAt(things, json.ts).content.push(request.body);
      return { json: { ok: true, ts: json.ts } };
    },
    changesInPlace: true,
    canFind: false,
    title: (json) => json.blocks[0].text.text,
    titleMax: 150,
    markup: {
      of: (json) => JSON.stringify(json.blocks.slice(1)),
      dangers: [/<script/, /<!channel/],
    },
  },
  Mattermost: {
    settings: {
      mattermostSettings: {
        sendIncidentsToMattermost: true,
        createIncidentsFromMattermost: false,
        slashCommandToken: 'SECRET-command',
        baseUrl: 'https://chat.example.com/mattermost/',
        botToken: 'SECRET-bot',
        selectedChannelIds: ['town-square'],
      },
    },
    host: 'chat.example.com',
    answer(request, things) {
      const json = jsonOf(request);
      if (route(request, 'POST', /^\/mattermost\/api\/v4\/posts$/)) {
        if (json.root_id) {
          thingAt(things, json.root_id).comments.push(request.body);
          return { status: 201, json: { id: 'reply' } };
        }
        const id = `post${things.length}`;
        add(things, id, request.body);
        return { status: 201, json: { id } };
      }
      const [id = ''] = route(request, 'PUT', /\/api\/v4\/posts\/(\w+)\/patch$/) ?? [];
      if (!id) return notFound;
      thingAt(things, id).content.push(request.body);
      return { json: { id } };
    },
    changesInPlace: true,
    canFind: false,
    title: (json) => json.props.attachments[0].title,
    titleMax: 1000,
    markup: {
      of: (json) =>
        `${json.props.attachments[0].text}${json.props.attachments[0].fields.map(({ value }: Json) => value)}`,
      dangers: markdownDangers,
    },
  },
  Telegram: {
    settings: {
      telegramSettings: { botToken: '12:SECRET', chatId: '-1001', webhookSecret: 'SECRET_hook' },
    },
    host: 'api.telegram.org',
    answer(request, things) {
      const json = jsonOf(request);
      if (request.path === '/bot12:SECRET/sendMessage') {
        add(things, String(things.length + 1), request.body);
        return { json: { ok: true, result: { message_id: things.length } } };
      }
      if (request.path !== '/bot12:SECRET/editMessageText') return notFound;
      thingAt(things, String(json.message_id)).content.push(request.body);
      return { json: { ok: true, result: { message_id: json.message_id } } };
    },
    changesInPlace: true,
    canFind: false,
    title: (json) => json.text,
    titleMax: 4096,
    markup: { of: (json) => json.text, dangers: htmlDangers },
  },
  Email: {
    settings: { emailSettings: { to: ['list@example.com'] } },
    host: 'mail.example.com',
    answer(request, things) {
      const { threadId } = jsonOf(request);
      const known = things.find(({ id }) => id === threadId);
      if (known) known.comments.push(request.body);
      else add(things, threadId, request.body);
      return { status: 250 - 50, json: { id: 'mail' } };
    },
    changesInPlace: true,
    canFind: false,
    title: (json) => json.subject,
    titleMax: 200,
    markup: { of: (json) => json.html, dangers: htmlDangers },
  },
  PagerDuty: {
    settings: { pagerDutySettings: { routingKey: 'SECRET-routing', region: 'eu' } },
    host: 'events.eu.pagerduty.com',
    answer(request, things) {
      const { event_action: action, dedup_key: key } = jsonOf(request);
      const known = things.find(({ id }) => id === key);
      // As there: what was never triggered cannot be acknowledged.
      const alert = known ?? (action === 'trigger' ? add(things, key, '') : undefined);
      if (alert) {
        alert.content.push(request.body);
        alert.state =
          action === 'resolve' ? 'resolved' : action === 'acknowledge' ? 'acknowledged' : 'open';
      }
      return { status: 202, json: { status: 'success', dedup_key: key } };
    },
    changesInPlace: true,
    canFind: true,
    title: (json) => json.payload.summary,
    titleMax: 1024,
  },
  Jira: {
    settings: {
      jiraSettings: {
        baseUrl: 'https://example.atlassian.net',
        email: 'alerts@example.com',
        apiToken: 'SECRET-jira',
        projectKey: 'OPS',
        resolveTransition: 'done',
      },
    },
    host: 'example.atlassian.net',
    answer(request, things) {
      if (route(request, 'GET', /^\/rest\/api\/2\/search\/jql$/)) {
        const [, label = '?'] = /labels = "([^"]+)"/.exec(request.query.get('jql') ?? '') ?? [];
        return {
          json: {
            issues: things
              .filter(({ content }) => content[0]?.includes(`"${label}"`))
              .map(({ id }) => ({ key: id })),
          },
        };
      }
      if (route(request, 'POST', /^\/rest\/api\/2\/issue$/)) {
        const key = `OPS-${things.length + 1}`;
        add(things, key, request.body);
        return { status: 201, json: { id: '1', key } };
      }
      const [key = '', part = ''] =
        /^\/rest\/api\/2\/issue\/([^/]+)\/(\w+)$/.exec(request.path)?.slice(1) ?? [];
      if (part === 'comment') thingAt(things, key).comments.push(request.body);
      else if (part === 'transitions' && request.method === 'GET')
        return {
          json: {
            transitions: [
              { id: '11', name: 'Start', to: { name: 'Doing' } },
              { id: '31', name: 'Close', to: { name: 'Done' } },
            ],
          },
        };
      else if (part === 'transitions' && jsonOf(request).transition.id === '31')
        thingAt(things, key).state = 'resolved';
      else return notFound;
      return { status: 204 };
    },
    changesInPlace: true,
    canFind: true,
    title: (json) => json.fields.summary,
    titleMax: 255,
    markup: {
      of: (json) => json.fields.description,
      dangers: [/(?<!\\)\{code\}/, /(?<!\\)\[click\]/, /@all/],
    },
  },
  ServiceNow: {
    settings: {
      serviceNowSettings: {
        instanceUrl: 'https://example.service-now.com',
        userName: 'tocsin',
        password: 'SECRET-now',
      },
    },
    host: 'example.service-now.com',
    answer(request, things) {
      if (route(request, 'GET', /^\/api\/now\/table\/incident$/)) {
        const [, marker = '?'] =
          /correlation_id=(.+)/.exec(request.query.get('sysparm_query') ?? '') ?? [];
        return {
          json: {
            result: things
              .filter(({ content }) => content[0]?.includes(marker))
              .map(({ id }) => ({ sys_id: id })),
          },
        };
      }
      if (route(request, 'POST', /^\/api\/now\/table\/incident$/)) {
        const { id } = add(things, `sys${things.length}`, request.body);
        return { status: 201, json: { result: { sys_id: id } } };
      }
      const [id = ''] = route(request, 'PATCH', /^\/api\/now\/table\/incident\/(\w+)$/) ?? [];
      if (!id) return notFound;
      const json = jsonOf(request);
      if (json.work_notes) thingAt(things, id).comments.push(request.body);
      if (json.state === '6' && json.close_code && json.close_notes)
        thingAt(things, id).state = 'resolved';
      return { json: { result: { sys_id: id } } };
    },
    changesInPlace: true,
    canFind: true,
    title: (json) => json.short_description,
    titleMax: 160,
    markup: { of: (json) => json.description, dangers: [/\[code\]/] },
  },
  GitHub: {
    settings: {
      gitHubSettings: {
        repository: 'example/operations',
        token: 'SECRET-github',
        labels: ['incident'],
      },
    },
    host: 'api.github.com',
    answer(request, things) {
      if (route(request, 'GET', /^\/search\/issues$/)) {
        const [, marker = '?'] =
          /"([^"]+)" repo:example\/operations/.exec(request.query.get('q') ?? '') ?? [];
        return {
          json: {
            items: things
              .filter(({ content }) => content[0]?.includes(marker))
              .map(({ id }) => ({ number: Number(id) })),
          },
        };
      }
      if (route(request, 'POST', /^\/repos\/example\/operations\/issues$/)) {
        const { id } = add(things, String(things.length + 1), request.body);
        return { status: 201, json: { number: Number(id) } };
      }
      const [number = ''] =
        /^\/repos\/example\/operations\/issues\/(\d+)/.exec(request.path)?.slice(1) ?? [];
      if (!number) return notFound;
      if (request.path.endsWith('/comments')) thingAt(things, number).comments.push(request.body);
      else thingAt(things, number).state = jsonOf(request).state === 'closed' ? 'resolved' : 'open';
      return { json: {} };
    },
    changesInPlace: true,
    canFind: true,
    title: (json) => json.title,
    titleMax: 256,
    markup: { of: (json) => json.body, dangers: markdownDangers },
  },
  GitLab: {
    settings: { gitLabSettings: { project: 'example/operations', token: 'SECRET-gitlab' } },
    host: 'gitlab.com',
    answer(request, things) {
      const base = '/api/v4/projects/example%2Foperations/issues';
      if (request.path === base && request.method === 'GET')
        return {
          json: things
            .filter(({ content }) => content[0]?.includes(request.query.get('search') ?? '?'))
            .map(({ id }) => ({ iid: Number(id) })),
        };
      if (request.path === base) {
        const { id } = add(things, String(things.length + 1), request.body);
        return { status: 201, json: { id: 4711, iid: Number(id) } };
      }
      const [iid = ''] = /issues\/(\d+)/.exec(request.path)?.slice(1) ?? [];
      if (request.path.endsWith('/notes')) thingAt(things, iid).comments.push(request.body);
      else
        thingAt(things, iid).state = jsonOf(request).state_event === 'close' ? 'resolved' : 'open';
      return { json: {} };
    },
    changesInPlace: true,
    canFind: true,
    title: (json) => json.title,
    titleMax: 255,
    markup: { of: (json) => json.description, dangers: markdownDangers },
  },
  AzureDevOps: {
    settings: {
      azureDevOpsSettings: {
        organizationUrl: 'https://dev.azure.com/example',
        project: 'Shop Operations',
        token: 'SECRET-azure',
      },
    },
    host: 'dev.azure.com',
    answer(request, things) {
      const base = '/example/Shop%20Operations/_apis/wit';
      if (request.path === `${base}/wiql`) {
        const [, tag = '?'] = /CONTAINS '([^']+)'/.exec(jsonOf(request).query) ?? [];
        return {
          json: {
            workItems: things
              .filter(({ content }) => content[0]?.includes(tag))
              .map(({ id }) => ({ id: Number(id) })),
          },
        };
      }
      if (request.headers['content-type'] !== 'application/json-patch+json') return { status: 415 };
      if (request.path === `${base}/workitems/$Issue`) {
        const { id } = add(things, String(things.length + 1), request.body);
        return { json: { id: Number(id) } };
      }
      const [id = ''] = route(request, 'PATCH', /workitems\/(\d+)$/) ?? [];
      if (!id) return notFound;
      for (const { path, value } of jsonOf(request)) {
        if (path === '/fields/System.History') thingAt(things, id).comments.push(value);
        if (path === '/fields/System.State')
          thingAt(things, id).state = value === 'Done' ? 'resolved' : 'open';
      }
      return { json: { id: Number(id) } };
    },
    changesInPlace: true,
    canFind: true,
    title: (json) => json.find(({ path }: Json) => path === '/fields/System.Title').value,
    titleMax: 255,
    markup: {
      of: (json) => json.find(({ path }: Json) => path === '/fields/System.Description').value,
      dangers: htmlDangers,
    },
  },
  Notion: {
    settings: {
      notionSettings: {
        token: 'SECRET-notion',
        databaseId: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
        statusProperty: 'Status',
      },
    },
    host: 'api.notion.com',
    answer(request, things) {
      const json = jsonOf(request);
      if (!request.headers['notion-version']) return { status: 400 };
      if (route(request, 'POST', /^\/v1\/databases\/\w+\/query$/)) {
        const wanted = JSON.stringify(json.filter.and[0].title.equals);
        return {
          json: {
            results: things
              .filter(({ content }) => content[0]?.includes(wanted))
              .map(({ id }) => ({ id })),
          },
        };
      }
      if (route(request, 'POST', /^\/v1\/pages$/)) {
        const { id } = add(things, `page-${things.length}`, request.body);
        return { json: { id } };
      }
      const [id = ''] = /^\/v1\/(?:blocks|pages)\/([\w-]+)/.exec(request.path)?.slice(1) ?? [];
      if (request.path.endsWith('/children')) thingAt(things, id).comments.push(request.body);
      else thingAt(things, id).state = json.properties.Status.select.name.toLowerCase();
      return { json: { id } };
    },
    changesInPlace: true,
    canFind: true,
    title: (json) => json.properties.Name.title[0].text.content,
    titleMax: 2000,
  },
  Zendesk: {
    settings: {
      zendeskSettings: {
        subdomain: 'example',
        email: 'agent@example.com',
        apiToken: 'SECRET-zendesk',
      },
    },
    host: 'example.zendesk.com',
    answer(request, things) {
      const marker = request.query.get('external_id');
      if (request.method === 'GET')
        return {
          json: {
            tickets: things
              .filter(({ content }) => marker && content[0]?.includes(marker))
              .map(({ id }) => ({ id: Number(id) })),
          },
        };
      const { ticket } = jsonOf(request);
      if (ticket.comment && ticket.comment.public !== false) return { status: 422 };
      if (request.method === 'POST') {
        const { id } = add(things, String(things.length + 1), request.body);
        return { status: 201, json: { ticket: { id: Number(id) } } };
      }
      const [id = ''] = route(request, 'PUT', /^\/api\/v2\/tickets\/(\d+)\.json$/) ?? [];
      if (ticket.comment) thingAt(things, id).comments.push(request.body);
      if (ticket.status)
        thingAt(things, id).state = ticket.status === 'solved' ? 'resolved' : 'open';
      return { json: { ticket: { id: Number(id) } } };
    },
    changesInPlace: true,
    canFind: true,
    title: (json) => json.ticket.subject,
    titleMax: 150,
  },
  Linear: {
    settings: {
      linearSettings: { apiKey: 'SECRET-linear', teamId: 'team', resolvedStateId: 'done' },
    },
    host: 'api.linear.app',
    answer(request, things) {
      const { query, variables } = jsonOf(request);
      if (query.includes('issues(filter'))
        return {
          json: {
            data: {
              issues: {
                nodes: things.filter(({ id }) => id === variables.id).map(({ id }) => ({ id })),
              },
            },
          },
        };
      if (query.includes('issueCreate')) {
        const { id } = variables.input;
        if (things.some((known) => known.id === id))
          return {
            json: {
              errors: [{ message: 'Entity already exists', extensions: { code: 'INPUT_ERROR' } }],
            },
          };
        add(things, id, request.body);
        return { json: { data: { issueCreate: { issue: { id } } } } };
      }
      if (query.includes('commentCreate'))
        thingAt(things, variables.input.issueId).comments.push(request.body);
      else
        thingAt(things, variables.id).state =
          variables.input.stateId === 'done' ? 'resolved' : 'open';
      return { json: { data: {} } };
    },
    changesInPlace: true,
    canFind: true,
    title: (json) => json.variables.input.title,
    titleMax: 255,
    markup: { of: (json) => json.variables.input.description, dangers: markdownDangers },
  },
  ClickUp: {
    settings: {
      clickUpSettings: { apiToken: 'SECRET-clickup', listId: '901', resolvedStatus: 'complete' },
    },
    host: 'api.clickup.com',
    answer(request, things) {
      if (route(request, 'GET', /^\/api\/v2\/list\/901\/task$/)) {
        const tag = request.query.get('tags[]') ?? '?';
        return {
          json: {
            tasks: things
              .filter(({ content }) => content[0]?.includes(tag))
              .map(({ id }) => ({ id })),
          },
        };
      }
      if (route(request, 'POST', /^\/api\/v2\/list\/901\/task$/)) {
        const { id } = add(things, `task${things.length}`, request.body);
        return { json: { id } };
      }
      const [id = ''] = /^\/api\/v2\/task\/(\w+)/.exec(request.path)?.slice(1) ?? [];
      if (request.path.endsWith('/comment')) thingAt(things, id).comments.push(request.body);
      else thingAt(things, id).state = jsonOf(request).status === 'complete' ? 'resolved' : 'open';
      return { json: { id } };
    },
    changesInPlace: true,
    canFind: true,
    title: (json) => json.name,
    titleMax: 255,
    markup: { of: (json) => json.markdown_content, dangers: markdownDangers },
  },
  Trello: {
    settings: {
      trelloSettings: {
        apiKey: 'SECRETkey',
        token: 'SECRETtoken',
        listId: '5f0c2a526f1e4b7e9a552f3c',
        resolvedListId: '5f0c2a526f1e4b7e9a552f3d',
      },
    },
    host: 'api.trello.com',
    answer(request, things) {
      if (route(request, 'GET', /^\/1\/search$/)) {
        const marker = (request.query.get('query') ?? '?').replaceAll('"', '');
        return {
          json: {
            cards: things
              .filter(({ content }) => content[0]?.includes(marker))
              .map(({ id }) => ({ id })),
          },
        };
      }
      if (route(request, 'POST', /^\/1\/cards$/)) {
        const { id } = add(things, `card${things.length}`, request.body);
        return { json: { id } };
      }
      const [id = ''] = /^\/1\/cards\/(\w+)/.exec(request.path)?.slice(1) ?? [];
      if (request.path.endsWith('/actions/comments'))
        thingAt(things, id).comments.push(request.body);
      else thingAt(things, id).state = jsonOf(request).idList.endsWith('d') ? 'resolved' : 'open';
      return { json: { id } };
    },
    changesInPlace: true,
    canFind: true,
    title: (json) => json.name,
    titleMax: 500,
    markup: { of: (json) => json.desc, dangers: markdownDangers },
  },
};
