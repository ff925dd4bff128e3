import { chatHealth } from '../../contacts/index.ts';
import type { World } from '../../kernel/index.ts';
import { userGroupHealth } from '../../notifications/index.ts';
import { eachOnce, inEnglish } from '../../sentences/index.ts';
import { oneLine } from '../table.ts';
import { type Finding, ok, warning } from './finding.ts';

/** Whether user groups of Slack are in step with who is on call; nothing where none is kept. */
export async function checkUserGroups(world: World): Promise<Finding[]> {
  const { count, failures } = await userGroupHealth(world);
  if (count === 0) return [];
  if (failures.length === 0)
    return [ok('Slack user groups', `The last update of each of ${count} was made.`)];
  const said = `The last update of ${failures.length} of ${count} failed.`;
  const reasons = eachOnce(failures).map(inEnglish).join(' ');
  return [warning('Slack user groups', oneLine(said), oneLine(reasons))];
}

/** Whether the last direct message to each account in a chat arrived; nothing where nobody has connected one. */
export async function checkChats(world: World): Promise<Finding[]> {
  const { count, failures } = await chatHealth(world);
  if (count === 0) return [];
  if (failures.length === 0)
    return [ok('Chats', `The last direct message to each of ${count} accounts arrived.`)];
  const reasons = eachOnce(failures).map(inEnglish).join(' ');
  return [
    warning(
      'Chats',
      oneLine(`The last direct message to ${failures.length} of ${count} accounts did not arrive.`),
      oneLine(reasons),
    ),
  ];
}
