/** A phone number and its prompts as code, under the real Terraform. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeMedia } from '../../src/media/index.ts';
import { divertedTo } from '../calls/carriers/both.ts';
import { type ScriptedHttp, startScriptedHttp } from '../fakes/scripted-http.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { wavOf } from '../support/audio.ts';
import { type ProviderAt, startProviderAt } from './support/provider-at.ts';
import type { Workspace } from './support/terraform.ts';
import { terraformPath } from './support/terraform.ts';

const configuration = `
terraform {
  required_providers {
    tocsin = { source = "tocsin/tocsin" }
  }
}
resource "tocsin_team" "payments" {
  display_name = "Payments"
}
resource "tocsin_integration" "prompts" {
  display_name = "Prompts"
  team_id      = tocsin_team.payments.id
  type         = "Twilio"
}
resource "tocsin_call_routing_media" "welcome" {
  integration_id = tocsin_integration.prompts.id
  purpose        = "welcome"
  source         = abspath("welcome.wav")
  source_hash    = filesha256("welcome.wav")
}
resource "tocsin_integration" "hotline" {
  display_name = "Hotline"
  team_id      = tocsin_team.payments.id
  type         = "Twilio"
  integration_settings = {
    twilio = {
      access_settings = { phone_number = "+4930901820", account_sid = "AC1", auth_token = "token" }
      call_flow_config = {
        welcome_message = {
          type       = "AudioFile"
          audio_file = { object_key = tocsin_call_routing_media.welcome.object_key }
        }
      }
    }
  }
}
data "tocsin_call_routing_options" "hotline" {
  id = tocsin_integration.hotline.id
}
output "languages" {
  value = length(data.tocsin_call_routing_options.hotline.voice_locales) > 20
}
`;

describe.skipIf(terraformPath === undefined)('phone numbers as code', () => {
  let far: ScriptedHttp;
  let server: TestApp;
  let provider: ProviderAt;
  let workspace: Workspace;
  beforeAll(async () => {
    // The carrier is down until a test says otherwise.
    far = await startScriptedHttp(() => ({ status: 503, body: '{}' }));
    server = await startTestApp({
      env: { TOCSIN_PUBLIC_URL: 'https://tocsin.example.com' },
      outbound: divertedTo(far.url).outbound,
    });
    provider = await startProviderAt(server.app.url, server.key);
    workspace = provider.workspace;
    await workspace.write('main.tf', configuration);
  });
  afterAll(async () => {
    await provider?.stop();
    await server?.stop();
    await far?.stop();
  });

  const sound = (seconds: number) =>
    writeFile(join(workspace.directory, 'welcome.wav'), wavOf(seconds));
  const apply = async () => (await workspace.succeed(['apply', '-auto-approve'])).stdout;
  /** 0: nothing to do, 2: something. */
  const planned = async () => (await workspace.terraform(['plan', '-detailed-exitcode'])).code;
  const prompt = async () =>
    (await workspace.values())['tocsin_call_routing_media.welcome'] as Record<string, unknown>;
  const status = async () => {
    const { integration_settings: settings } = (await workspace.values())[
      'tocsin_integration.hotline'
    ] as { integration_settings: { twilio: { configuration_status: Record<string, string> } } };
    return settings.twilio.configuration_status.validation_status;
  };

  test('a number and its prompt are made, and nothing is left to do', async () => {
    await sound(2);
    expect(await apply()).toContain('4 added');
    expect(await planned()).toBe(0);
    expect(await prompt()).toMatchObject({
      content_type: 'audio/wav',
      duration_seconds: 2,
      object_key: expect.stringMatching(/^prompts\/.*\.wav$/),
    });
    expect((await workspace.state()).outputs?.languages?.value).toBe(true);
    expect(await status()).toMatch(/^Waiting: /);
  });

  test('an outcome that comes later is shown, and changes no plan', async () => {
    const number = { sid: 'PN1', phone_number: '+4930901820' };
    far.answerNext(
      { status: 200, body: JSON.stringify({ incoming_phone_numbers: [number] }) },
      { status: 200, body: JSON.stringify(number) },
    );
    server.clock.advance(60);
    await server.app.jobs.runAll();
    expect(await planned()).toBe(0);
    await workspace.succeed(['apply', '-refresh-only', '-auto-approve']);
    expect(await status()).toMatch(/^Set: /);
    expect(await planned()).toBe(0);
  });

  test('another content is uploaded, and the number plays it', async () => {
    const before = await prompt();
    await sound(3);
    expect(await planned()).toBe(2);
    expect(await apply()).toContain('1 added, 1 changed, 1 destroyed');
    expect(await planned()).toBe(0);
    const after = await prompt();
    expect(after.duration_seconds).toBe(3);
    expect(after.object_key).not.toBe(before.object_key);
  });

  test('a file that is gone is uploaded again', async () => {
    const { object_key: key } = await prompt();
    await removeMedia(server.app.world, [String(key).slice('prompts/'.length, -'.wav'.length)]);
    expect(await planned()).toBe(2);
    expect(await apply()).toContain('1 added, 1 changed, 0 destroyed');
    expect(await planned()).toBe(0);
  });

  test('what is no sound is refused with the reason of the server', async () => {
    await workspace.write('welcome.wav', 'not a sound');
    const { code, stderr } = await workspace.terraform(['apply', '-auto-approve']);
    expect([code, stderr.replace(/\s*\n[│\s]*/g, ' ')]).toEqual([
      1,
      expect.stringMatching(/neither an mp3 nor a wav/),
    ]);
    await sound(3);
  });

  test('all of it goes', async () => {
    expect((await workspace.succeed(['destroy', '-auto-approve'])).stdout).toContain('destroyed');
  });
});
