import { createFileRoute, redirect } from '@tanstack/react-router'
import { slug } from '#web/app/docs-topic.ts'
import { DocsPage } from '../docs/docs-page.tsx'

export const Route = createFileRoute('/docs_/$page')({
  // A page may be typed as it is called, or in other letter case.
  beforeLoad({ params }) {
    const page = slug(params.page)
    if (page !== params.page && page !== '')
      throw redirect({ to: '/docs/$page', params: { page }, search: true, hash: true, replace: true })
  },
  component: Page,
})

function Page() {
  return <DocsPage id={Route.useParams().page} />
}
