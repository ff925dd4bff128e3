import { Link } from '@tanstack/react-router';
import { Icon } from '../parts/icon.tsx';

export function Brand() {
  return (
    <Link to="/" className="brand">
      <Icon name="bell" size={22} />
      Tocsin
    </Link>
  );
}
