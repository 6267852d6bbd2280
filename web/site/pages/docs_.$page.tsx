import { createFileRoute } from '@tanstack/react-router'
import { DocsPage } from '../docs/docs-page.tsx'

export const Route = createFileRoute('/docs_/$page')({ component: Page })

function Page() {
  return <DocsPage id={Route.useParams().page} />
}
