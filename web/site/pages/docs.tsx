import { createFileRoute, redirect } from '@tanstack/react-router'
import { docsLink, slug } from '#web/app/docs-topic.ts'
import { DocsPage } from '../docs/docs-page.tsx'
import { start } from '../docs/topics.ts'

export const Route = createFileRoute('/docs')({
  validateSearch: (search: Record<string, unknown>): { topic?: string } =>
    typeof search['topic'] === 'string' ? { topic: search['topic'] } : {},
  // Redirects links from earlier versions.
  beforeLoad({ search: { topic } }) {
    if (topic !== undefined) throw redirect({ ...docsLink(topic), replace: true })
  },
  component: () => <DocsPage id={slug(start)} />,
})
