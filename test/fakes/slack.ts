import type { ReceivedRequest, ScriptedAnswer } from './scripted-receiver.ts';

interface Channel {
  id: string;
  name: string;
  isPrivate: boolean;
  topic: string;
  invited: string[];
  isArchived: boolean;
  /** Texts of what was posted; what was changed in place counts once. */
  posted: string[];
}

/** A workspace of Slack as far as channels of incidents need it. Refuses what Slack documents as wrong. */
export class FakeSlack {
  readonly channels: Channel[] = [];
  readonly calls: string[] = [];
  /** Members that a user group was given, one after the other. */
  readonly groups: string[] = [];
  /** Answers a method with this error instead. */
  readonly errors = new Map<string, string>();
  #posts = 0;

  readonly script = (request: ReceivedRequest): ScriptedAnswer => {
    const [, method = ''] = /^\/api\/(\S+)$/.exec(request.path) ?? [];
    if (request.host !== 'slack.com' || method === '') return { status: 404 };
    this.calls.push(method);
    const error = this.errors.get(method);
    if (error) return refusal(error);
    const json = Object(request.json) as Record<string, unknown>;
    const text = (name: string) => String(json[name] ?? '');
    if (method === 'conversations.create') return this.#create(text('name'), json.is_private);
    if (method === 'conversations.list') return this.#list(request);
    if (method.startsWith('chat.')) return this.#post(method, json);
    if (method === 'usergroups.users.update') return this.#group(text('usergroup'), text('users'));
    const channel = this.channels.find(({ id }) => id === text('channel'));
    if (!channel) return refusal('channel_not_found');
    if (channel.isArchived)
      return refusal(method === 'conversations.archive' ? 'already_archived' : 'is_archived');
    if (method === 'conversations.setTopic') {
      if (text('topic').length > 250) return refusal('too_long');
      channel.topic = text('topic');
    } else if (method === 'conversations.invite') {
      if (!/^[UW][A-Z0-9]+$/.test(text('users'))) return refusal('user_not_found');
      if (channel.invited.includes(text('users'))) return refusal('already_in_channel');
      channel.invited.push(text('users'));
    } else if (method === 'conversations.archive') channel.isArchived = true;
    else return refusal('unknown_method');
    return { json: { ok: true } };
  };

  #group(id: string, users: string): ScriptedAnswer {
    if (!/^S[A-Z0-9]+$/.test(id)) return refusal('no_such_subteam');
    if (users === '') return refusal('no_users_provided');
    if (!users.split(',').every((user) => /^[UW][A-Z0-9]+$/.test(user)))
      return refusal('invalid_users');
    this.groups.push(users);
    return { json: { ok: true, usergroup: { id, users: users.split(',') } } };
  }

  #create(name: string, isPrivate: unknown): ScriptedAnswer {
    if (!/^[a-z0-9_-]{1,80}$/.test(name)) return refusal('invalid_name_specials');
    if (this.channels.some((one) => one.name === name)) return refusal('name_taken');
    const id = `C${String(this.channels.length + 1).padStart(8, '0')}`;
    const fresh = { topic: '', invited: [], isArchived: false, posted: [] };
    this.channels.push({ id, name, isPrivate: isPrivate === true, ...fresh });
    return { json: { ok: true, channel: { id, name } } };
  }

  #list({ query }: ReceivedRequest): ScriptedAnswer {
    const isPrivate = query.get('types') === 'private_channel';
    const channels = this.channels
      .filter((one) => !one.isArchived && one.isPrivate === isPrivate)
      .map(({ id, name }) => ({ id, name }));
    return { json: { ok: true, channels, response_metadata: { next_cursor: '' } } };
  }

  #post(method: string, { channel: id, text }: Record<string, unknown>): ScriptedAnswer {
    const channel = this.channels.find((one) => one.id === id);
    if (channel?.isArchived) return refusal('is_archived');
    if (method === 'chat.postMessage') channel?.posted.push(String(text));
    this.#posts += 1;
    return { json: { ok: true, ts: `1.${this.#posts}`, channel: id } };
  }
}

function refusal(error: string): ScriptedAnswer {
  return { json: { ok: false, error } };
}
