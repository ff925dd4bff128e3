import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ObjectForm, type ObjectFormProps } from '../object-form.tsx';
import { TryButton } from '../replays/try-button.tsx';
import { type Kind, kinds } from './kinds.ts';

export interface KindFormProps
  extends Pick<
    ObjectFormProps,
    'members' | 'without' | 'save' | 'saveLabel' | 'isReadOnly' | 'children'
  > {
  kind: Kind;
  /** Null of a new object. */
  id: string | null;
  stored: object;
}

/** The form of an object of a kind, with its code beside it. */
export function KindForm({ kind, id, stored, without = [], ...form }: KindFormProps) {
  const { schema, resource, ...more } = kinds[kind];
  const entityType = 'decides' in more ? more.decides : null;
  return (
    <ObjectForm
      {...form}
      schema={schema}
      stored={{ ...stored }}
      // An owner stays what it is.
      without={id === null ? without : ['teamId', ...without]}
      beside={(body) => (
        <>
          <AsCodeButton type={resource} id={id} value={{ ...stored, ...body }} />
          {entityType !== null && <TryButton entityType={entityType} id={id} body={body} />}
        </>
      )}
    />
  );
}
