import { useEffect, useId, useRef } from 'react';

export interface PageFrameProps {
  title: string;
  address: string;
  /** The object that is about to be saved, as a form sends it. */
  fields: Readonly<Record<string, string>>;
  /** Id of the element that is scrolled to. */
  section: string;
}

/**
 * The page that the server makes of a form. Another frame for other fields: one that is sent a second form would add a
 * step to the history of the browser.
 */
export function PageFrame({ title, address, fields, section }: PageFrameProps) {
  const name = useId();
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: address, target: name, hidden: true });
    for (const [field, value] of Object.entries(fields))
      form.append(Object.assign(document.createElement('input'), { name: field, value }));
    document.body.append(form);
    form.submit();
    form.remove();
  }, [name, address, fields]);
  return (
    <iframe
      ref={frame}
      name={name}
      className="page-preview"
      title={title}
      sandbox="allow-same-origin"
      onLoad={() => {
        // Null where the network is away: the browser shows a page of its own.
        const shown = frame.current?.contentDocument;
        const place = shown?.getElementById(section)?.getBoundingClientRect().top;
        if (shown && place !== undefined) shown.documentElement.scrollTop = place - margin;
      }}
    />
  );
}

/** Above what is scrolled to. */
const margin = 16;
