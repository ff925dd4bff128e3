import type { Page } from 'puppeteer-core';

/** Roles that say little without a name: controls, what opens above a page, and groups of choices. */
const roles =
  /^(button|link|textbox|combobox|checkbox|radio|switch|tab|menuitem|slider|spinbutton|searchbox|dialog|alertdialog|menu|radiogroup|tablist|img|table)$/;

/** Those that have no name in the tree that readers of screens are given, in a line each. */
export async function unnamed(page: Page): Promise<string[]> {
  const session = await page.createCDPSession();
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(({ ignored, role, name }) => !ignored && roles.test(role?.value) && !name?.value)
    .map(({ role }) => `${role?.value} without a name`);
}
