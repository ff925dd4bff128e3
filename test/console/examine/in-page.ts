/**
 * What runs in a page, as texts: this program does not have the types of a page. Each says in lines what is wrong.
 */

/** What a screen reader goes by: one heading of the first rank, ranks without gaps, landmarks, names. */
export const structure = `(() => {
  const wrong = [];
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[aria-hidden=true], [inert]');
  const ranks = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter(seen);
  const firsts = ranks.filter((one) => one.localName === 'h1').length;
  if (firsts !== 1) wrong.push(firsts + ' headings of the first rank');
  let last = 0;
  for (const one of ranks) {
    const rank = Number(one.localName[1]);
    if (rank > last + 1) wrong.push('h' + rank + ' after h' + last + ': ' + one.innerText);
    last = rank;
  }
  for (const name of ['banner|header', 'main|main', 'navigation|nav']) {
    const [role, tag] = name.split('|');
    const found = [...document.querySelectorAll('[role=' + role + '], ' + tag + ':not([role])')]
      .filter((one) => seen(one) && (tag !== 'header' || !one.closest('main, article, section')));
    if (role === 'navigation' ? found.length === 0 : found.length !== 1)
      wrong.push(found.length + ' of ' + role);
  }
  if (!document.documentElement.lang) wrong.push('no language');
  if (!document.title.endsWith(' · Tocsin')) wrong.push('title ' + document.title);
  return wrong;
})()`;

/** A phone shows first why people came: few buttons before it, one of them loud, and no table that scrolls sideways. */
export const hierarchy = `(() => {
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[aria-hidden=true], [inert], [role=dialog]');
  const all = (kinds) => [...document.querySelectorAll('main ' + kinds)].filter((one) => seen(one) && !one.matches(':disabled'));
  const wrong = [];
  const before = all(':is(.page-actions button, .page-actions a)').length;
  if (before > 2) wrong.push(before + ' buttons beside the heading');
  const loud = all('.mantine-Button-root').filter(({ dataset }) => (dataset.variant ?? 'filled') === 'filled').map(({ innerText }) => innerText);
  if (loud.length > 1) wrong.push('loud: ' + loud.join(', '));
  // Lines of time have no other way to be shown.
  for (const one of all('*'))
    if (one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX) && !one.matches('.duty-timeline'))
      wrong.push('scrolls sideways: ' + one.className);
  return wrong;
})()`;

/** Names all that the keyboard must reach, so that stops of a walk can be told from each other. */
export const mark = `(() => {
  const kinds = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]';
  const roving = '[role=tablist], [role=menu], [role=listbox], [role=radiogroup], [role=grid], [role=toolbar], .duty-timeline, fieldset';
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0;
  const nameOf = (one) => one.localName + ' ' + (one.getAttribute('aria-label') ?? one.labels?.[0]?.innerText ?? (one.innerText || one.name || one.className)).trim().slice(0, 60);
  const groups = new Set();
  const all = [...document.querySelectorAll(kinds)].filter(
    (one) => isSeen(one) && !one.matches(':disabled') && !one.closest('[inert], [aria-hidden=true]'),
  );
  const wrong = [];
  let number = 0;
  for (const one of all) {
    if (one.type === 'radio') {
      // One stop for all of a group: the one that is chosen, or the first.
      const group = all.filter((other) => other.type === 'radio' && other.name === one.name && other.form === one.form);
      if (one !== (group.find(({ checked }) => checked) ?? group[0])) continue;
    }
    if (one.tabIndex < 0) {
      const isControl = one.matches('a, button, input, select, textarea, summary, [role=button], [role=link], [role=checkbox]');
      if (isControl && !one.closest(roving) && !one.closest('.mantine-NumberInput-controls, .mantine-InputWrapper-root, .mantine-Combobox-dropdown, .mantine-PillsInput-root')
        && !one.closest('[data-tour-roving]')) wrong.push('not reached by Tab: ' + nameOf(one));
      continue;
    }
    one.dataset.stop = String(number++);
  }
  window.stopNames = Object.fromEntries([...document.querySelectorAll('[data-stop]')].map((one) => [one.dataset.stop, nameOf(one)]));
  window.ringOf = (one) => {
    // A border that takes a tenth of a second to change its colour.
    for (const each of document.getAnimations()) if (each.effect?.getComputedTiming().endTime !== Infinity) each.finish();
    const near = [...(one.parentElement?.children ?? []), ...(one.labels ?? []), ...(one.parentElement?.parentElement?.children ?? [])].map((each) => getComputedStyle(each));
    // The frame of a field with several values, and the row of a list, show it for what is in them.
    for (let each = one, up = 0; each && up < 6; each = each.parentElement, up += 1)
      near.push(getComputedStyle(each), getComputedStyle(each, '::after'));
    return near.map(({ outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor }) => {
      return [outlineStyle === 'none' ? '' : outlineWidth + outlineColor, boxShadow, borderColor, backgroundColor].join();
    }).join(';');
  };
  window.walked = [];
  return { wrong, count: number };
})()`;

/** Where the focus is now; null at the end. */
export const stop = `(() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const { top, bottom, left, right } = one.getBoundingClientRect();
  const at = { top: top + scrollY, bottom: bottom + scrollY, left, right };
  const number = one.dataset.stop ?? one.closest('[data-stop]')?.dataset.stop ?? '';
  const isFirst = window.walked.length > 1 && window.walked[0].one === one;
  if (!isFirst) window.walked.push({ one, at, number, ring: window.ringOf(one), isFixed: getComputedStyle(one.closest('.action-bar') ?? one).position === 'fixed' });
  return isFirst ? null : number;
})()`;

/** What the walk says. */
export const verdict = `(() => {
  document.activeElement?.blur();
  const wrong = [];
  const reached = new Set(window.walked.map(({ number }) => number));
  for (const [number, name] of Object.entries(window.stopNames))
    if (!reached.has(number) && document.querySelector('[data-stop="' + number + '"]')) wrong.push('not reached: ' + name);
  window.walked.forEach(({ one, at, number, ring }, place) => {
    // What is in a frame shows it there.
    if (one.localName !== 'iframe' && one.isConnected && window.ringOf(one) === ring) wrong.push('no visible focus: ' + (window.stopNames[number] ?? one.outerHTML.slice(0, 120)));
    const before = window.walked[place - 1];
    const isInMain = one.closest('main') && before?.one.closest('main');
    if (isInMain && at.bottom <= before.at.top - 4 && at.left < before.at.right - 4 && at.right > before.at.left + 4)
      wrong.push('goes up: ' + window.stopNames[before.number] + ' → ' + window.stopNames[number]);
  });
  return wrong;
})()`;

/** Choices of which one is taken that no group is around: its name would say what is chosen. */
export const looseRadios = `(() => {
  const seen = (one) => one.checkVisibility() && !one.closest('[aria-hidden=true], [inert]');
  return [...document.querySelectorAll('input[type=radio], [role=radio]')]
    .filter((one) => seen(one) && !one.closest('[role=radiogroup], fieldset'))
    .map((one) => 'radio outside of a group: ' + (one.labels?.[0]?.innerText ?? one.innerText));
})()`;

/** Above the page: what a press has opened. */
export const above = ':is([role=dialog], [role=alertdialog], [role=menu])';

/**
 * Marks the buttons that may open something with their place in the list of their names; of those that differ by their
 * object only, the first. Those that move something in its list open nothing, and a mapping has a hundred of them.
 */
export const openers = `(() => {
  const names = [];
  for (const one of document.querySelectorAll('[data-opener]')) delete one.dataset.opener;
  const buttons = ':is(main, header) :is(button, [role=button]):not([type=submit], [role=tab], [role=switch], [role=option])';
  for (const one of document.querySelectorAll(buttons)) {
    if (one.matches(':disabled') || !one.checkVisibility({ visibilityProperty: true }) || one.closest('[inert], [aria-hidden=true], [data-place], ${above}')) continue;
    const name = (one.getAttribute('aria-label') ?? one.innerText).trim().split(':')[0].replaceAll(/\\s+/g, ' ');
    if (name === '' || names.includes(name)) continue;
    one.dataset.opener = String(names.length);
    names.push(name);
  }
  return names;
})()`;

/** The first empty field for a text in what is open; nobody writes into a search. */
export const field = `[...document.querySelectorAll('${above} :is(textarea, input:not([type]), input[type=text])')].find((one) =>
  one.checkVisibility({ visibilityProperty: true }) && !one.matches(':disabled, :read-only, [aria-haspopup], [role=combobox], [inputmode], .mantine-Spotlight-search') && one.value === '')`;
