import { describe, expect, it } from 'vitest';
import {
  channelNames,
  channelSettingRows,
  createChannels,
  findingBy,
  type Reachable,
  registry,
} from '../../src/channels/index.ts';
import { readConfig } from '../../src/config.ts';
import { createOutboundClient } from '../../src/egress/index.ts';
import { inEnglish, usualSpeech } from '../../src/sentences/index.ts';
import { notification } from '../notifications/sample.ts';
import { testedChats } from '../support/chats.ts';

const nobody: Reachable = { email: null, phone: null, device: null };
const somebody: Reachable = {
  email: 'ada@example.com',
  phone: '+4915112345678',
  device: { kind: 'ntfy', topicUrl: 'https://ntfy.example.com/ada' },
  ...Object.assign({}, ...testedChats().map(({ to }) => to)),
};
const publicUrl = 'https://alerts.example.com';
const variables = Object.values(channelSettingRows).map(({ env }) => env);

/** What every channel of the registry keeps to; how each sends is in `channels.test.ts`. */
describe.each(channelNames)('%s', (name) => {
  const channel = registry[name];
  const settings = readConfig({});

  it('says which of its settings are missing, by the names of variables that there are', () => {
    const sentence = channel.missing(settings);
    if (sentence === null) return;
    expect(sentence.values.settings).toEqual(expect.arrayContaining([expect.any(String)]));
    for (const variable of sentence.values.settings as string[])
      expect(variables).toContain(variable);
    expect(inEnglish(sentence)).toContain('not configured');
  });

  it('finds people by what it says that it finds them by, and says so of those who lack it', async () => {
    const { reachedBy } = channel;
    expect(channel.addressOf(somebody)).toEqual(somebody[reachedBy]);
    expect(channel.addressOf({ ...somebody, [reachedBy]: null })).toBe(null);
    const channels = createChannels({
      settings,
      publicUrl: () => publicUrl,
      vapidKeys: () => Promise.reject(new Error('not needed')),
      outbound: createOutboundClient(),
    });
    expect(
      await channels.reach(name, nobody, { key: 'd1' }, { test: usualSpeech.en }),
    ).toMatchObject({
      outcome: 'refused',
      sentence: findingBy(reachedBy).lacking,
    });
  });

  it('has settings of a person for itself alone', () => {
    const own = new Set(Object.values(channel.members));
    expect(own.size).toBe(4);
    for (const other of channelNames.filter((one) => one !== name))
      for (const member of Object.values(registry[other].members))
        expect(own.has(member)).toBe(false);
  });

  it('wakes nobody by default who need not act, where it tells no news', () => {
    const { defaults, news } = channel;
    expect(defaults.delayMinutes).toBeGreaterThanOrEqual(0);
    if (news !== 'all') expect(defaults).toMatchObject({ intents: 'forAction' });
  });

  it('says of an incident what is wrong: in its message, or once somebody answers', () => {
    const { reply } = channel;
    const given = notification();
    const said = reply.by === 'keys' ? reply.script(given) : channel.render(given);
    expect(JSON.stringify(said)).toMatch(/db1/);
  });

  it('carries a note whole, or none', () => {
    const said = { title: 'Backup is late', body: 'Since 3:00.', link: { path: '/x', text: 'X' } };
    const note = { language: 'en' as const, ...said };
    const sent = JSON.stringify(channel.note?.render(note, publicUrl));
    if (channel.note === null) expect(channel.isLastResort).toBe(false);
    else for (const part of ['Backup is late', 'Since 3:00.', '/x']) expect(sent).toContain(part);
  });

  it('knows that a message arrived only by what it can learn', () => {
    if (channel.deliveredBy === 'key') expect(channel.reply.by).toBe('keys');
    if (channel.reply.by === 'keys') expect(channel.deliveredBy).toBe('key');
  });
});

it('there is a channel for those who are the last who can be told, and one for notes', () => {
  expect(channelNames.some((name) => registry[name].isLastResort)).toBe(true);
  expect(channelNames.some((name) => registry[name].note?.isFallback === false)).toBe(true);
});
