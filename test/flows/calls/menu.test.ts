import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accepts, noAnswer, silentWav } from '../../support/carrier/index.ts';
import { formData } from '../../support/multipart.ts';
import { caller, Hotline, type OnCallTeam, type PhoneNumber } from './hotline.ts';

const welcome = 'Press 1 for payments, 2 for the shop.';
const menuSeconds = 5;

let hotline: Hotline;
let payments: OnCallTeam;
let shop: OnCallTeam;
beforeAll(async () => {
  hotline = await Hotline.start();
  payments = await hotline.team(['Ada']);
  shop = await hotline.team(['Bob']);
  for (const { phone } of [...Object.values(payments.people), ...Object.values(shop.people)])
    hotline.carrier.phone(phone, accepts);
});
afterAll(() => hotline?.stop());

function menuNumber(more: object = {}, flow: object = {}): Promise<PhoneNumber> {
  return hotline.number(payments.id, {
    welcomeMessage: { type: 'TextToSpeech', text: welcome, locale: 'en-US' },
    menu: {
      options: [
        { key: '1', route: { teamId: payments.id } },
        { key: '2', route: { teamId: shop.id } },
      ],
      menuMaxAttempts: 3,
      menuGatherTimeoutSeconds: menuSeconds,
      ...more,
    },
    ...flow,
  });
}

const accepted = [
  'DialChainResolved internal',
  'DialTarget sent',
  'ConfirmTarget sent',
  'ConfirmTargetResult received',
  'DialTargetResult received',
  'Hangup sent',
  'Hangup received',
];

describe('the menu', () => {
  it('11. silence until the attempts are used up ends the call as missed', async () => {
    const seen = await hotline.call(await menuNumber());
    expect(seen.session).toMatchObject({ outcome: 'Missed', menuKey: null });
    expect(seen.call.leg.heard).toEqual([welcome, welcome, welcome]);
    expect(seen.log).toEqual([
      'CallReceived received',
      ...['GatherDtmf sent', 'GatherDtmf received Ignored'],
      ...['GatherDtmf sent', 'GatherDtmf received Ignored'],
      ...['GatherDtmf sent', 'GatherDtmf received Ignored'],
      'Hangup sent',
      'Hangup received',
    ]);
    expect(seen.incident).toBe(null);
    const seconds = ((seen.call.leg.endedAt ?? 0) - seen.call.sent.startedAt) / 1000;
    expect(seconds).toBeCloseTo(3 * (welcome.length / 15 + menuSeconds), 1);
  });

  it('12. a wrong key, then the right one', async () => {
    const seen = await hotline.call(await menuNumber(), { keys: ['7', '2'] });
    expect(seen.session).toMatchObject({ outcome: 'Accepted', menuKey: '2' });
    expect(seen.dialled).toEqual(['Bob']);
    expect(seen.log).toEqual([
      'CallReceived received',
      'GatherDtmf sent',
      'GatherDtmf received Ignored',
      'GatherDtmf sent',
      'GatherDtmf received',
      ...accepted,
    ]);
    expect(seen.reasons).toMatch(/pressed 7/);
  });

  it('13. a key during the welcome counts at once', async () => {
    const seen = await hotline.call(await menuNumber(), { keys: [{ keys: '1', after: 0.3 }] });
    expect(seen.dialled).toEqual(['Ada']);
    expect(seen.call.rung[0]?.at).toBeCloseTo(0.3);
  });

  it('14. the key of a route whose team was deleted leads nowhere, and the log says why', async () => {
    const doomed = await hotline.team(['Cleo']);
    const number = await menuNumber({
      options: [
        { key: '1', route: { teamId: payments.id } },
        { key: '3', route: { teamId: doomed.id } },
      ],
    });
    const removed = await hotline.app.api.delete(`/team/${doomed.id}`);
    expect(removed.status, removed.text).toBeLessThan(300);
    const seen = await hotline.call(number, { keys: ['3', '1'] });
    expect(seen.dialled).toEqual(['Ada']);
    expect(seen.log).toContain('GatherDtmf received Ignored');
    expect(seen.reasons).toMatch(/pressed 3, whose team was deleted/);
  });

  it('15. *, # and 0 lead nowhere', async () => {
    const seen = await hotline.call(await menuNumber(), { keys: ['*', '#', '0'] });
    expect(seen.session.outcome).toBe('Missed');
    expect(seen.log.filter((line) => line === 'GatherDtmf received Ignored')).toHaveLength(3);
    for (const key of ['*', '#', '0']) expect(seen.reasons).toContain(`pressed ${key}`);
  });

  it('16. of two keys in a row the first counts', async () => {
    const seen = await hotline.call(await menuNumber(), { keys: ['21'] });
    expect(seen.dialled).toEqual(['Bob']);
    expect(seen.call.leg.unheardKeys).toEqual(['1']);
  });

  it('17. with one attempt the menu is played once', async () => {
    const seen = await hotline.call(await menuNumber({ menuMaxAttempts: 1 }), { keys: ['9', '1'] });
    expect(seen.session.outcome).toBe('Missed');
    expect(seen.call.leg.heard).toEqual([welcome]);
  });

  it('18. a menu without a route that is left says so, and the call has failed', async () => {
    const doomed = await hotline.team(['Dora']);
    const number = await menuNumber({ options: [{ key: '1', route: { teamId: doomed.id } }] });
    await hotline.app.api.delete(`/team/${doomed.id}`);
    const seen = await hotline.call(number, { keys: ['1'] });
    expect(seen.session.outcome).toBe('Failed');
    expect(seen.call.leg.heard).toHaveLength(1);
    expect(seen.log).toEqual([
      'CallReceived received',
      'GatherDtmf internal Failed',
      'Hangup sent',
      'Hangup received',
    ]);
    expect(seen.incident).toBe(null);
  });

  it('an uploaded welcome is played from where only the carrier finds it, for as long as it lasts', async () => {
    const number = await menuNumber();
    const uploaded = await hotline.app.api.post(
      `/inbound-integration/${number.integrationId}/call-routing-media/welcome`,
      formData({ file: silentWav(7) }),
    );
    expect(uploaded.status, uploaded.text).toBe(200);
    const played = await menuNumber(
      { menuMaxAttempts: 1 },
      {
        welcomeMessage: { type: 'AudioFile', audioFile: uploaded.body },
      },
    );
    const seen = await hotline.call(played);
    const [file = ''] = seen.call.leg.heard;
    expect(file).toMatch(/^https:\/\/tocsin\.example\.com\/alerts\/telephony\/audio\/.+\.wav$/);
    const seconds = ((seen.call.leg.endedAt ?? 0) - seen.call.sent.startedAt) / 1000;
    expect(seconds).toBeCloseTo(7 + menuSeconds, 0);
  });

  it('severity, team and key of the route are those of the incident', async () => {
    const number = await menuNumber({
      options: [
        {
          key: '4',
          route: { teamId: shop.id, incidentSeverity: 'Critical', autoResolveOnAnswer: false },
        },
      ],
    });
    const seen = await hotline.call(number, { keys: ['4'] });
    expect(seen.incident).toMatchObject({ severity: 'Critical', status: 'Open' });
    expect(await hotline.incidentsOf(shop.id)).toContainEqual(
      expect.objectContaining({ id: seen.incident?.id }),
    );
    const [bob] = Object.values(shop.people);
    expect(seen.session.acceptedBy?.id).toBe(bob?.id);
    if (bob) hotline.carrier.phone(bob.phone, noAnswer);
    const missed = await hotline.call(number, {
      from: caller,
      keys: ['4'],
      hangsUp: { when: 'ringing', after: 1 },
    });
    expect(missed.session.outcome).toBe('Missed');
    if (bob) hotline.carrier.phone(bob.phone, accepts);
  });
});
