import type VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js';
import { spokenText } from '../../../channels/index.ts';
import type { Prompt } from '../../call-settings.ts';
import type { StopgapInstruction } from '../../instructions.ts';
import type { Addresses, CarrierAnswer } from '../carrier.ts';
import { xmlType } from '../twiml/apology.ts';
import { spokenIn } from '../voices.ts';
import { withRetries } from './retries.ts';

const method = 'POST';

/** TwiML. The answer to an empty list connects whoever waits for each other, or ends the call where nobody does. */
export async function render(
  instructions: readonly StopgapInstruction[],
  addresses: Addresses,
): Promise<CarrierAnswer> {
  // Loaded when it is needed: the package is not small. Not by name, Node finds none in it.
  const { default: Response } = await import('twilio/lib/twiml/VoiceResponse.js');
  const response = new Response();
  const retried: Addresses = { ...addresses, of: (step) => withRetries(addresses.of(step)) };
  for (const instruction of instructions) write(response, instruction, retried);
  return { body: response.toString(), contentType: xmlType };
}

function write(
  response: VoiceResponse,
  instruction: StopgapInstruction,
  addresses: Addresses,
): void {
  switch (instruction.do) {
    case 'say':
      speak(response, instruction.prompt, addresses);
      return;
    case 'gather': {
      const gather = response.gather({
        action: addresses.of(instruction.next),
        method,
        numDigits: 1,
        timeout: instruction.seconds,
        // Without this, `#` would be silence instead of a key.
        finishOnKey: '',
        actionOnEmptyResult: true,
      });
      for (const prompt of instruction.prompts) speak(gather, prompt, addresses);
      return;
    }
    case 'dial':
      response
        .dial({
          action: addresses.of(instruction.result),
          method,
          timeout: instruction.ringSeconds,
          timeLimit: instruction.timeLimitSeconds,
          callerId: instruction.callerId,
          // The caller hears ringing, not silence, while the member is asked to press 1.
          answerOnBridge: true,
        })
        .number(
          {
            url: addresses.of(instruction.whisper),
            method,
            statusCallback: addresses.of(instruction.status),
            statusCallbackMethod: method,
            // That it was dialled is known.
            statusCallbackEvent: ['ringing', 'answered', 'completed'],
          },
          instruction.to,
        );
      return;
    case 'record':
      response.record({
        action: addresses.of(instruction.next),
        method,
        maxLength: instruction.secondsMax,
        timeout: 5,
        finishOnKey: '#',
        playBeep: true,
        // Silence at both ends does not count: nobody is woken by a caller who waited for the beep and said nothing.
        trim: 'trim-silence',
        recordingStatusCallback: addresses.of(instruction.status),
        recordingStatusCallbackMethod: method,
        recordingStatusCallbackEvent: ['in-progress', 'completed', 'absent'],
        ...(instruction.transcription
          ? { transcribe: true, transcribeCallback: addresses.of(instruction.transcription) }
          : {}),
      });
      return;
    case 'go':
      response.redirect({ method }, addresses.of(instruction.next));
      return;
    case 'pause':
      response.pause({ length: instruction.seconds });
      return;
    case 'connect':
      response
        .dial({
          action:
            typeof instruction.result === 'string'
              ? withRetries(instruction.result)
              : addresses.of(instruction.result),
          method,
          timeout: instruction.ringSeconds,
          timeLimit: instruction.timeLimitSeconds,
          callerId: instruction.callerId,
          answerOnBridge: true,
        })
        .number(instruction.to);
      return;
    case 'bridge':
      // The end of the document is what connects the two.
      return;
    case 'hang-up':
      response.hangup();
      return;
    case 'reject':
      response.reject();
      return;
  }
}

function speak(
  to: Pick<VoiceResponse, 'say' | 'play'>,
  prompt: Prompt,
  addresses: Addresses,
): void {
  if (prompt.kind === 'audio') to.play(addresses.audio(prompt));
  else to.say(spokenIn(prompt.locale), spokenText(prompt.text));
}
