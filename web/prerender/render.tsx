import { createMemoryHistory } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import guides from 'virtual:guides'
import { App, createAppRouter } from '../app/app.tsx'
import { categories, slug } from '../app/docs-topic.ts'
import { createQueryClient } from '../app/queries.ts'
import { descriptionOf } from '../site/docs/topics.ts'

export interface PrerenderedPage {
  path: string
  /** The document's title without the product's name; without one, the name alone. */
  title?: string
  /** The description for search engines and link previews. */
  description: string
}

/** All prerendered pages, which can be read without scripts. */
export const pages: readonly PrerenderedPage[] = [
  {
    path: '/',
    description: 'A self-hosted Discord bot that moderates, stops attacks, answers tickets and greets newcomers.',
  },
  {
    path: '/docs',
    title: 'Documentation',
    description: 'Every command and setting, and guides for the first hour, hosting, backups and trouble.',
  },
  ...categories.map(({ title }) => ({
    path: `/docs/${slug(title)}`,
    title: `${title} · Documentation`,
    description: descriptionOf(title),
  })),
  ...guides.map(({ id, title, summary }) => ({
    path: `/docs/${id}`,
    title: `${title} · Documentation`,
    description: summary,
  })),
  {
    path: '/features',
    title: 'Features',
    description:
      'Twelve feature groups for a Discord server: protection, moderation, tickets, levels and more, with pictures.',
  },
  {
    path: '/docs/api',
    title: 'API reference',
    description: 'Every call of the dashboard, with what it takes and answers.',
  },
]

/** Renders the content of `#root` at a path, for a visitor who is not signed in. */
export async function render(path: string): Promise<string> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  return renderToString(
    <StrictMode>
      <App router={router} queryClient={createQueryClient()} />
    </StrictMode>,
  )
}
