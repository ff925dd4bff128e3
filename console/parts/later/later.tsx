import { type ComponentType, type ReactNode, Suspense, use, useReducer } from 'react';
import { loadPart } from './load-part.ts';
import { Missing, TakenBack } from './missing.tsx';

/**
 * A component that is loaded when it is first drawn, inside `Later`; what `lazy` of React would remember for good, a
 * part that did not come, is asked for again.
 */
export function later<Props extends object>(
  part: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<unknown> | null = null;
  const load = (): Promise<unknown> => {
    loading ??= loadPart(part).then(
      (module) => {
        loaded = module.default;
      },
      (error: unknown) => error,
    );
    return loading;
  };
  const forget = () => {
    loading = null;
  };
  return function Part(props: Props) {
    const [, drawAgain] = useReducer((count: number) => count + 1, 0);
    const error = loaded === null ? use(load()) : null;
    const Loaded = loaded;
    if (Loaded) return <Loaded {...props} />;
    const again = () => {
      forget();
      drawAgain();
    };
    return <Missing error={error} forget={forget} again={again} />;
  };
}

export interface LaterProps {
  /** Stands in for what is on its way. */
  fallback?: ReactNode;
  /**
   * Takes back the press that asked for it, where it cannot be loaded: the person is told, and may press again. Without
   * it, its place says so.
   */
  onMissing?: () => void;
  children: ReactNode;
}

/** The place of a part that is loaded later. */
export function Later({ fallback = null, onMissing, children }: LaterProps) {
  return (
    <TakenBack value={onMissing ?? null}>
      <Suspense
        fallback={
          <>
            {fallback}
            <span hidden aria-busy="true" />
          </>
        }
      >
        {children}
      </Suspense>
    </TakenBack>
  );
}
