import { xmlElement } from '../../../channels/index.ts';
import type { Prompt } from '../../call-settings.ts';
import type { StopgapInstruction } from '../../instructions.ts';
import type { Addresses, CarrierAnswer } from '../carrier.ts';
import { xmlType } from '../twiml/apology.ts';
import { spokenIn } from '../voices.ts';

const method = 'POST';

/** TeXML. */
export async function render(
  instructions: readonly StopgapInstruction[],
  addresses: Addresses,
): Promise<CarrierAnswer> {
  const inside = instructions.flatMap((instruction) => elementsOf(instruction, addresses));
  const response = xmlElement('Response', {}, inside);
  return { body: `<?xml version="1.0" encoding="UTF-8"?>${response}`, contentType: xmlType };
}

function elementsOf(instruction: StopgapInstruction, addresses: Addresses): string[] {
  switch (instruction.do) {
    case 'say':
      return [spoken(instruction.prompt, addresses)];
    case 'gather': {
      const next = addresses.of(instruction.next);
      const prompts = instruction.prompts.map((prompt) => spoken(prompt, addresses));
      return [
        // The key that ends it by default is one that nothing waits for.
        xmlElement(
          'Gather',
          { action: next, method, numDigits: 1, timeout: instruction.seconds },
          prompts,
        ),
        xmlElement('Redirect', { method }, { text: next }),
      ];
    }
    case 'dial': {
      const member = xmlElement(
        'Number',
        {
          url: addresses.of(instruction.whisper),
          method,
          statusCallback: addresses.of(instruction.status),
          statusCallbackMethod: method,
          // That it was dialled is known.
          statusCallbackEvent: 'ringing answered completed',
        },
        { text: instruction.to },
      );
      return [
        xmlElement(
          'Dial',
          {
            action: addresses.of(instruction.result),
            method,
            timeout: instruction.ringSeconds,
            timeLimit: instruction.timeLimitSeconds,
            callerId: instruction.callerId,
            answerOnBridge: true,
          },
          [member],
        ),
      ];
    }
    case 'record':
      return [
        xmlElement('Record', {
          action: addresses.of(instruction.next),
          method,
          maxLength: instruction.secondsMax,
          timeout: 5,
          finishOnKey: '#',
          playBeep: true,
          channels: 'single',
          recordingStatusCallback: addresses.of(instruction.status),
          recordingStatusCallbackMethod: method,
          ...(instruction.transcription
            ? {
                transcription: true,
                transcriptionCallback: addresses.of(instruction.transcription),
              }
            : {}),
        }),
      ];
    case 'go':
      return [xmlElement('Redirect', { method }, { text: addresses.of(instruction.next) })];
    case 'pause':
      return [xmlElement('Pause', { length: instruction.seconds })];
    case 'connect':
      return [
        xmlElement(
          'Dial',
          {
            action:
              typeof instruction.result === 'string'
                ? instruction.result
                : addresses.of(instruction.result),
            method,
            timeout: instruction.ringSeconds,
            timeLimit: instruction.timeLimitSeconds,
            callerId: instruction.callerId,
            answerOnBridge: true,
          },
          [xmlElement('Number', {}, { text: instruction.to })],
        ),
      ];
    case 'bridge':
      return [];
    case 'hang-up':
      return [xmlElement('Hangup')];
    case 'reject':
      return [xmlElement('Reject')];
  }
}

function spoken(prompt: Prompt, addresses: Addresses): string {
  return prompt.kind === 'audio'
    ? xmlElement('Play', {}, { text: addresses.audio(prompt) })
    : xmlElement('Say', { ...spokenIn(prompt.locale) }, { text: prompt.text });
}
