import type { Team } from '../use-save-team.ts';

export default function TiersEditor({ team }: { team: Team }) {
  return <p>{team.displayName}</p>;
}
