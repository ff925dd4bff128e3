import type { Channels } from '../channels/index.ts';
import type { OutboundClient } from '../egress/index.ts';
import type { World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { IncidentViews } from './incident-view.ts';
import { isToolLane } from './lanes.ts';
import { refused } from './outgoing-message.ts';
import { sendArchive } from './send-archive.ts';
import { sendReminder } from './send-reminder.ts';
import { sendTest } from './send-test.ts';
import { sendToSubscriber } from './send-to-subscriber.ts';
import type { SendMessage } from './sender.ts';
import { alertPerson, sendNote } from './to-person.ts';
import { tellTool } from './to-tool.ts';
import { sendToolNotice } from './tool-notice.ts';
import { sendUserGroup } from './user-group.ts';

export interface SendOptions {
  channels: Channels;
  outbound: OutboundClient;
  /** As people reach this server. */
  publicUrl(): string;
  /** At which domain answers to mails are received; null: they are not. */
  answerDomain(): string | null;
}

/** Writes a message for its channel or tool and sends it. */
export function createSendMessage(world: World, options: SendOptions): SendMessage {
  const views = new IncidentViews();
  return async (message, onPaused) => {
    const { incident, delivery, lane } = message;
    const { reminder, userGroup, archive, test, toSubscriber, note, toolNotice } = delivery;
    if (toolNotice) return sendToolNotice(world, options, onPaused, delivery, toolNotice);
    if (reminder) return sendReminder(world, options.outbound, delivery, reminder);
    if (userGroup) return sendUserGroup(world, options.outbound, delivery);
    if (archive) return sendArchive(world, options.outbound, delivery, archive);
    if (test) return sendTest(world, options, delivery, test);
    if (toSubscriber) return sendToSubscriber(world, options, delivery, toSubscriber);
    if (note && !isToolLane(lane)) return sendNote(world, options, lane, delivery, note);
    if (!incident) return refused(say('incidentGone'));
    return isToolLane(lane)
      ? tellTool(world, options, { views, onPaused }, { delivery, incident })
      : alertPerson(world, options, lane, { ...message, incident });
  };
}
