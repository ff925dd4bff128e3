import { later, StandIn } from '../parts/later/index.ts';
import { PersonFace } from './person-face.tsx';

const PersonMenu = later(() => import('./person-menu.tsx'));

/** Who is signed in; the menu comes when it is asked for. */
export function PersonButton() {
  return (
    <StandIn button={({ isPressed: _, ...props }) => <PersonFace {...props} />}>
      <PersonMenu />
    </StandIn>
  );
}
