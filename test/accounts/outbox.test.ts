import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInWithPassword } from '../../src/accounts/index.ts';
import { accountsOf } from '../../src/accounts/model.ts';
import { auditEntry } from '../../src/audit/index.ts';
import { systemContext } from '../../src/kernel/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { clock, from, goodPassword, type Human, signUpOwner } from './support.ts';

let t: TestApp;
let owner: Human;
beforeAll(async () => {
  t = await startTestApp({ clock });
  owner = await signUpOwner(t);
});
afterAll(() => t?.stop());

it('what a crash left beside an account reaches the audit log, and the account stays', async () => {
  const entry = auditEntry(systemContext(t.app.world, t.organizationId), {
    action: 'user.change-password',
    entityType: 'User',
    entityId: owner.userId,
    personIds: [owner.userId],
  });
  const accounts = accountsOf(t.app.world);
  await accounts.updateOne({ _id: owner.accountId }, { $set: { outbox: [entry] } });
  for (let times = 0; times < 2; times += 1) {
    await t.app.jobs.runAll();
    const { body } = await t.api.get(`/auditlog/list?Action=user.change-password`);
    expect((body.items as { id: string }[]).map(({ id }) => id)).toEqual([entry._id]);
  }
  const account = await accounts.findOne({ _id: owner.accountId });
  expect(account).not.toBeNull();
  expect(account).not.toHaveProperty('outbox');
  const { kind } = await signInWithPassword(
    t.app.world,
    { email: owner.email, password: goodPassword },
    from,
  );
  expect(kind).toBe('ok');
});
