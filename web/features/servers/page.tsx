import { useQuery } from '@tanstack/react-query';
import { counted } from '../../lib/numbers.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { DataPanel } from '../../ui/data-panel.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { useRowKeys } from '../../ui/table.tsx';
import { ClientTable } from './client-table.tsx';
import { clientsQuestion, serversQuestion } from './queries.ts';
import { ServerTable } from './server-table.tsx';
import './servers.css';

/** Who answers and who asks: versions, dialect, traffic, health, last seen. */
export function ServersPage() {
  const filter = useFilter();
  const servers = useQuery(serversQuestion(filter));
  const clients = useQuery(clientsQuestion(filter));
  useRowKeys();
  return (
    <div className="page">
      <div className="pagehead">
        <h1>Servers and clients</h1>
      </div>
      <DataPanel
        title="Servers"
        note={({ items }) => counted(items.length, 'server')}
        query={servers}
        members={['items', 'versions', 'clients', 'operations']}
        height={260}
        skeleton={<SkeletonRows rows={6} />}
        empty={({ items }) => (items.length === 0 ? 'servers' : undefined)}
      >
        {({ items }) => <ServerTable rows={items} />}
      </DataPanel>
      {/* Its position depends on the answer above. */}
      {!servers.isPending && (
        <DataPanel
          title="Clients"
          note={({ items }) => counted(items.length, 'client')}
          query={clients}
          height={260}
          skeleton={<SkeletonRows rows={6} />}
          empty={({ items }) => (items.length === 0 ? 'clients' : undefined)}
        >
          {({ items }) => <ClientTable rows={items} />}
        </DataPanel>
      )}
    </div>
  );
}
