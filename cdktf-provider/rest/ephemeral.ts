/** An ephemeral resource of the provider, interpreted from its resolved schema. */
import { randomUUID } from 'node:crypto';
import { ProviderError } from '../runtime/diagnostics.ts';
import type { EphemeralDefinition } from '../runtime/provider.ts';
import type { ValueObject } from '../runtime/value.ts';
import { isObject } from '../runtime/value.ts';
import { fromAnswer, toBody } from './objects.ts';
import type { ResolvedEphemeral } from './resolved.ts';
import type { Api } from './resource.ts';
import { explaining, unlessGone } from './resource.ts';
import { target } from './target.ts';

export interface EphemeralHooks {
  beforeOpen(config: ValueObject, now: Date): ValueObject;
}

export function defineEphemeral(
  { schema, open, close }: ResolvedEphemeral,
  hooks: EphemeralHooks,
): EphemeralDefinition<Api> {
  const { attributes } = schema;
  return {
    schema,
    open: ({ client }, config) =>
      explaining(attributes, async () => {
        const answer = await client.send({
          ...target(open, config),
          body: { ...toBody(attributes, config, config), ...hooks.beforeOpen(config, new Date()) },
          ...(open.idempotencyKey ? { idempotencyKey: randomUUID() } : {}),
        });
        if (!isObject(answer) || typeof answer.id !== 'string') {
          throw new ProviderError([
            {
              severity: 'error',
              summary: 'The server did not say what it created',
              detail: `The answer to ${open.method} ${open.path} holds no id.`,
            },
          ]);
        }
        return { result: fromAnswer(attributes, answer), memory: answer.id };
      }),
    close: ({ client }, memory) =>
      explaining(attributes, async () => {
        await client.send(target(close, { id: memory })).catch(unlessGone);
      }),
  };
}
