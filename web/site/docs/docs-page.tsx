import { Link, useNavigate } from '@tanstack/react-router'
import commands from 'virtual:commands'
import defaults from 'virtual:defaults'
import guides from 'virtual:guides'
import { slug } from '#web/app/docs-topic.ts'
import { NotFound } from '#web/app/not-found.tsx'
import { Page } from '#web/app/page.tsx'
import { Select } from '#web/ui/form/combobox.tsx'
import { DocsSide } from './docs-side.tsx'
import { GuideBody } from './guide-body.tsx'
import { MoreHelp } from './more-help.tsx'
import { TopicBody } from './topic-body.tsx'
import { listTopics, start } from './topics.ts'
import './docs.css'
import './print.css'

const topics = listTopics(commands, defaults)

/** A category or a guide, beside the list of all of them. */
export function DocsPage({ id }: { id: string }) {
  const navigate = useNavigate()
  const topic = topics.find(one => one.id === id)
  const guide = guides.find(one => one.id === id)
  if (!topic && !guide) return <NotFound />
  const title = topic?.title ?? guide?.title ?? ''
  const open = (page: string) =>
    void navigate(page === slug(start) ? { to: '/docs' } : { to: '/docs/$page', params: { page } })
  return (
    <Page title={id === slug(start) ? 'Documentation' : `${title} · Documentation`} className="docs">
      <DocsSide topics={topics} guides={guides} current={id} />
      <div className="docs-main">
        <div className="docs-pick">
          <Select
            label="Category"
            options={[
              ...topics.map(one => ({ value: one.id, label: one.title })),
              ...guides.map(one => ({ value: one.id, label: one.title, note: 'Guide' })),
            ]}
            value={id}
            onChange={open}
          />
          <noscript>
            <ul className="docs-plain">
              {[...topics, ...guides].map(one => (
                <li key={one.id}>
                  <Link to="/docs/$page" params={{ page: one.id }}>
                    {one.title}
                  </Link>
                </li>
              ))}
            </ul>
          </noscript>
        </div>
        <h1>{title}</h1>
        {topic && <TopicBody topic={topic} />}
        {guide && (
          <div className="guide">
            <GuideBody blocks={guide.blocks} />
          </div>
        )}
        <MoreHelp />
      </div>
    </Page>
  )
}
