import { Text } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';

interface Place {
  /** By the whole path, as `fieldErrors` of `api/problem.ts` makes them. */
  errors: Record<string, string>;
  path: string;
}

const Context = createContext<Place>({ errors: {}, path: '' });

/** Hands errors to the fields of a form that are deep inside of it. */
export function FieldErrors({ errors, children }: Pick<Place, 'errors'> & { children: ReactNode }) {
  return <Context value={{ errors, path: '' }}>{children}</Context>;
}

/** A part of the value, by its path in the part around it. */
export function ErrorsAt({ path, children }: Pick<Place, 'path'> & { children: ReactNode }) {
  const around = useContext(Context);
  return <Context value={{ ...around, path: pathIn(around.path, path) }}>{children}</Context>;
}

/** The error of a member of the part, and whether anything within some of its members is wrong. */
export function useFieldErrors() {
  const { errors, path } = useContext(Context);
  return {
    errorOf: (member: string) => errors[pathIn(path, member)],
    isWrong: (members: readonly string[]) =>
      members.some((member) =>
        Object.keys(errors).some((one) => `${one}.`.startsWith(`${pathIn(path, member)}.`)),
      ),
  };
}

/** The error of several fields together. */
export function FieldError({ error }: { error: string | undefined }) {
  if (!error) return null;
  return (
    <Text size="xs" c="red" data-field-error>
      {error}
    </Text>
  );
}

function pathIn(around: string, path: string): string {
  return around === '' ? path : `${around}.${path}`;
}
