import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { BookOpen, Braces, Rocket } from 'lucide-react'
import { useState } from 'react'
import commands from 'virtual:commands'
import switches from 'virtual:switches'
import { slug } from '#web/app/docs-topic.ts'
import { Page } from '#web/app/page.tsx'
import { useProductName } from '#web/app/queries.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Select } from '#web/ui/form/combobox.tsx'
import { SearchInput } from '#web/ui/form/text-input.tsx'
import { CommandCard } from '../docs/command-card.tsx'
import { DefaultList } from '../docs/default-list.tsx'
import { atFirst } from '../at-first.ts'
import { MoreHelp } from '../docs/more-help.tsx'
import { filterTopics, listTopics, start } from '../docs/topics.ts'
import '../docs/docs.css'

export const Route = createFileRoute('/docs')({
  validateSearch: (search: Record<string, unknown>): { topic?: string } =>
    typeof search['topic'] === 'string' ? { topic: search['topic'] } : {},
  component: Docs,
})

function Docs() {
  const { topic: wanted = slug(start) } = Route.useSearch()
  const navigate = useNavigate()
  const name = useProductName()
  const [search, setSearch] = useState('')
  const topics = listTopics(commands)
  const shown = filterTopics(topics, search)
  const topic = topics.find(({ id }) => id === wanted) ?? topics[0]

  return (
    <Page title="Documentation" className="docs">
      <aside className="docs-side" aria-label="Documentation categories">
        <SearchInput label="Search documentation..." value={search} onChange={setSearch} />
        <nav aria-label="Categories">
          {shown.map(({ id, title }) => (
            <Link
              key={id}
              to="/docs"
              search={id === slug(start) ? {} : { topic: id }}
              resetScroll={false}
              activeOptions={{ exact: true }}
              aria-current={id === topic?.id ? 'page' : undefined}
            >
              {title === start ? <Rocket aria-hidden /> : <BookOpen aria-hidden />}
              {title}
            </Link>
          ))}
          {shown.length === 0 && <p className="muted">Nothing matches your search.</p>}
        </nav>
        <nav aria-label="For programs">
          <Link to="/docs/api">
            <Braces aria-hidden />
            API reference
          </Link>
        </nav>
      </aside>
      <div className="docs-main">
        <div className="docs-pick">
          <Select
            label="Category"
            options={topics.map(({ id, title }) => ({ value: id, label: title }))}
            value={topic?.id ?? slug(start)}
            onChange={id => void navigate({ to: '/docs', search: { topic: id }, resetScroll: false })}
          />
        </div>
        <h1>{topic?.title}</h1>
        <p className="docs-lede">
          Every command works with the server's prefix, <code className="code">.</code> by default, and as a slash
          command.
        </p>
        <Banner tone="info" title="A mention of the bot always works as a prefix.">
          Use it when you have forgotten yours.
        </Banner>
        {topic?.title === start && (
          <>
            <h2>First steps</h2>
            <ol className="docs-steps">
              <li>
                <Link to="/invite">Invite {name}</Link> to a server you manage.
              </li>
              <li>
                <Link to="/selector">Choose the server</Link> and open its dashboard. {atFirst(switches)}.
              </li>
              <li>
                Type <code className="code">.help</code> in a channel
                {commands.some(command => command.name === 'doctor') && (
                  <>
                    , or <code className="code">.doctor</code> to see what the bot lacks
                  </>
                )}
                .
              </li>
            </ol>
          </>
        )}
        {topic && topic.commands.length > 0 && (
          <>
            <h2>Commands</h2>
            <ul className="commands">
              {topic.commands.map(command => (
                <CommandCard key={command.name} command={command} />
              ))}
            </ul>
          </>
        )}
        {topic && <DefaultList topic={topic.title} />}
        <MoreHelp />
      </div>
    </Page>
  )
}
