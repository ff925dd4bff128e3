/** A button that goes away with what it stands in leaves the focus to what is around it: the dialog, or the page. */
export function focusAround({ currentTarget }: { currentTarget: Element }): void {
  const around = currentTarget.closest('[role=dialog], main');
  if (around instanceof HTMLElement) around.focus({ preventScroll: true });
}
