import { Link } from '@tanstack/react-router';
import { EmptyState } from '../ui/empty-state.tsx';

export function NotFoundPage() {
  return (
    <EmptyState title="There is no page at this address">
      <p>
        It may have been deleted, or you may not be allowed to see it. Go to <Link to="/">Overview</Link>,{' '}
        <Link to="/findings">Findings</Link> or <Link to="/projects">Projects</Link>.
      </p>
    </EmptyState>
  );
}
