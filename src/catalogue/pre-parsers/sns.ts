import { isJsonObject, type Json } from '../../mapping/index.ts';
import type { Payload } from '../types.ts';
import { embeddedJson } from './embedded-json.ts';
import { jsonInText } from './json-in-text.ts';

/**
 * Amazon SNS posts its JSON envelope as text/plain, with the publisher's JSON as a string in `Message`. Both appear
 * parsed in `jsonBody`. With raw message delivery there is no envelope, so it is rebuilt from the `x-amz-sns-*` headers
 * and one mapping reads both. An EventBridge event appears as `event`, whether it came through SNS or straight from an
 * API destination.
 */
export function sns(payload: Payload): Payload {
  const unwrapped = unwrap(payload);
  const body = unwrapped.jsonBody;
  if (!isJsonObject(body)) return unwrapped;
  const event = [body.Message, body].find((part) => isJsonObject(part) && 'detail-type' in part);
  return event === undefined ? unwrapped : { ...unwrapped, event };
}

function unwrap(payload: Payload): Payload {
  const readable = jsonInText(payload);
  const headers = isJsonObject(payload.headers) ? payload.headers : {};
  if (headers['x-amz-sns-rawdelivery'] === 'true') {
    return { ...payload, jsonBody: envelope(headers, readable.jsonBody ?? payload.textBody ?? '') };
  }
  const body = readable.jsonBody;
  if (!isJsonObject(body)) return readable;
  const message = embeddedJson(body.Message);
  return message === undefined
    ? readable
    : { ...readable, jsonBody: { ...body, Message: message } };
}

function envelope(headers: { [key: string]: Json }, message: Json): Json {
  return {
    Type: headers['x-amz-sns-message-type'] ?? 'Notification',
    MessageId: headers['x-amz-sns-message-id'] ?? null,
    TopicArn: headers['x-amz-sns-topic-arn'] ?? null,
    Message: message,
  };
}
