import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import api from 'virtual:api-reference'
import { Page } from '#web/app/page.tsx'
import { useProductName } from '#web/app/queries.ts'
import { Banner } from '#web/ui/banner.tsx'
import { SearchInput } from '#web/ui/form/text-input.tsx'
import { ApiCallCard } from '../docs/api-call-card.tsx'
import { filterGroups, groupCalls } from '../docs/api-reference.ts'
import '../docs/docs.css'
import '../docs/command-card.css'
import '../docs/api-reference.css'

export const Route = createFileRoute('/docs_/api')({ component: ApiReference })

function ApiReference() {
  const name = useProductName()
  const [search, setSearch] = useState('')
  const groups = filterGroups(groupCalls(api), search)
  return (
    <Page title="API reference" className="docs api-reference">
      <aside className="docs-side" aria-label="API categories">
        <nav aria-label="Categories">
          {groups.map(({ id, title }) => (
            <Link key={id} to="/docs/api" hash={id} activeOptions={{ includeHash: true }}>
              {title}
            </Link>
          ))}
        </nav>
      </aside>
      <div className="docs-main">
        <h1>API reference</h1>
        <p className="docs-lede">
          Everything the dashboard does, it does with these calls. They belong to the person who is signed in, so they
          work with the session cookie of a browser and from {name}&rsquo;s own address.
        </p>
        <Banner tone="info" title="Every failed call answers with a sentence and a code.">
          <code className="code">{'{ "success": false, "error": "...", "code": "http.invalid" }'}</code>, with{' '}
          <code className="code">fields</code> where single fields are at fault. As a file for tools:{' '}
          <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).
        </Banner>
        <search className="api-search">
          <SearchInput label="Search the API..." value={search} onChange={setSearch} />
        </search>
        {groups.length === 0 && <p className="muted">Nothing matches your search.</p>}
        {groups.map(({ id, title, calls }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id} className="api-group">
              {title}
            </h2>
            <ul className="commands">
              {calls.map(one => (
                <ApiCallCard key={one.operationId} call={one} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Page>
  )
}
