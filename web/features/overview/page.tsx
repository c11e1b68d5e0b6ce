import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { deprecationsQuestion, groupNewsQuestion, quotasQuestion } from '../../lib/questions.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { BucketChoice } from '../../ui/bucket-choice.tsx';
import { PageIsEmpty } from '../../ui/states.tsx';
import { useRowKeys } from '../../ui/table.tsx';
import { AnswerLine } from './answer-line.tsx';
import { Categories } from './categories.tsx';
import { Figures } from './figures.tsx';
import { News } from './news.tsx';
import { OutcomeChart } from './outcome-chart.tsx';
import './overview.css';
import { overviewQuestion } from './queries.ts';
import { Quotas } from './quotas.tsx';
import { Removals } from './removals.tsx';
import { Servers } from './servers.tsx';

/** What is wrong, since when and for whom, if anything; then what is coming. */
export function OverviewPage() {
  const filter = useFilter();
  useRowKeys();
  const { bucket } = useSearch({ from: '/' });
  const overview = useQuery(overviewQuestion({ ...filter, bucket }));
  const news = useQuery(groupNewsQuestion(filter));
  const deprecations = useQuery(deprecationsQuestion(filter));
  const quotas = useQuery(quotasQuestion(filter));
  return (
    <PageIsEmpty value={overview.data?.totals.responses === 0}>
      <div className="page">
        <h1 className="vh">Overview</h1>
        <BucketChoice shown={overview.data?.bucket_ms} />
        <AnswerLine query={overview} />
        <Figures query={overview} />
        <div className="overview-main">
          <OutcomeChart query={overview} />
          <Categories query={overview} />
        </div>
        <div className="overview-next">
          <News query={news} />
          <Removals query={deprecations} />
          <Quotas query={quotas} />
        </div>
        <Servers query={overview} />
      </div>
    </PageIsEmpty>
  );
}
