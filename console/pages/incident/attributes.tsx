import { Button, Text } from '@mantine/core';
import { Fragment, useMemo, useState } from 'react';
import { isSafe } from '../../parts/is-safe.ts';
import { SafeLink } from '../../parts/safe-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { type Attribute, arrangeAttributes, guidesOf } from './arrange-attributes.ts';
import { AttributeImage } from './attribute-image.tsx';
import { texts } from './texts.ts';

/** What the alert says, name by name, nothing twice. */
export function Attributes({
  incidentId,
  attributes,
}: {
  incidentId: string | null;
  attributes: readonly Attribute[];
}) {
  const t = useTexts(texts);
  const { plain, nested, raw } = useMemo(() => arrangeAttributes(attributes), [attributes]);
  // Where links stand above as buttons, they are not said again.
  const guides = useMemo(
    () => new Set(incidentId === null ? [] : guidesOf(attributes).map(({ to }) => to)),
    [attributes, incidentId],
  );
  const isElsewhere = ({ value }: { value: string | null }) => value !== null && guides.has(value);
  if (attributes.length === 0) return <Text c="dimmed">{t.noAttributes}</Text>;
  return (
    <>
      {plain.length > 0 && (
        <dl className="attributes">
          {plain
            .filter((one) => !isElsewhere(one))
            .map((attribute) => (
              <div key={attribute.name}>
                <dt className="breaks-anywhere">
                  {attribute.name}
                  {attribute.isGroupingKey && <GroupBadge />}
                </dt>
                <dd className="breaks-anywhere">
                  {attribute.isImage && incidentId !== null ? (
                    <AttributeImage incidentId={incidentId} attribute={attribute} />
                  ) : (
                    <Value text={attribute.value ?? ''} />
                  )}
                </dd>
              </div>
            ))}
        </dl>
      )}
      {nested.map(({ name, rows }) => (
        <Fragment key={name}>
          <h3 className="attributes-head">{name}</h3>
          <dl className="attributes">
            {rows
              .filter((one) => !isElsewhere(one))
              .map((row) => (
                <div key={row.name}>
                  <dt className="breaks-anywhere">{row.name}</dt>
                  <dd className="breaks-anywhere">
                    <Value text={row.value} />
                  </dd>
                </div>
              ))}
          </dl>
        </Fragment>
      ))}
      {raw.map(({ name, value }) => (
        <details key={name} className="folded">
          <summary>{t.raw(name)}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by itself, by the keyboard too */}
          <pre className="code" tabIndex={0}>
            {value.slice(0, rawMax)}
          </pre>
        </details>
      ))}
    </>
  );
}

/** More of it is in the payload. */
const rawMax = 50_000;

function GroupBadge() {
  const t = useTexts(texts);
  return (
    <>
      {' '}
      <span className="badge" title={t.groupHelp}>
        {t.group}
      </span>
    </>
  );
}

const longest = 600;

function Value({ text }: { text: string }) {
  const t = useTexts(texts);
  const [isWhole, setIsWhole] = useState(false);
  if (isWhole || text.length <= longest) return <Linked text={text} />;
  return (
    <>
      {text.slice(0, longest)}…{' '}
      <Button size="compact-xs" variant="default" onClick={() => setIsWhole(true)}>
        {t.showAll}
      </Button>
    </>
  );
}

const address = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}])/g;

/** Text in which addresses can be followed. */
function Linked({ text }: { text: string }) {
  return (
    <>
      {text.split(address).map((part, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
        at % 2 === 1 && isSafe(part) ? <SafeLink key={at} to={part} /> : part,
      )}
    </>
  );
}
