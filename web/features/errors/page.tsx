import { useParams } from '@tanstack/react-router';
import { GroupList } from './group-list.tsx';
import { GroupPanel } from './group-panel.tsx';
import { Rail } from './rail.tsx';
import './errors.css';

/** Failures by category, then grouped with one row per cause, and the open group. */
export function ErrorsPage() {
  const { group } = useParams({ strict: false });
  return (
    <div className={`errors${group === undefined ? '' : ' open'}`}>
      <h1 className="vh">Errors</h1>
      <Rail />
      <GroupList open={group} />
      {group !== undefined && <GroupPanel key={group} id={group} />}
    </div>
  );
}
