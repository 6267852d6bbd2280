import { createFileRoute } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SearchInput } from '#web/ui/form/text-input.tsx'
import { RequireUser } from '../guard.tsx'
import { managedFirst, matching } from '../guild-list.ts'
import { Page } from '../page.tsx'
import { useProductName } from '../queries.ts'
import { useRefreshOnReturn } from '../refresh-on-return.ts'
import { GuildTile } from '../selector/guild-tile.tsx'
import { useAuth } from '../session.tsx'
import '../selector/selector.css'

export const Route = createFileRoute('/selector')({
  component: () => (
    <RequireUser>
      <Selector />
    </RequireUser>
  ),
})

const version = 'V1.1.0'

function Selector() {
  const { guilds } = useAuth()
  useRefreshOnReturn()
  const name = useProductName()
  const [search, setSearch] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const clear = () => {
    setSearch('')
    box.current?.focus()
  }
  const shown = managedFirst(matching(guilds, search), location.origin)
  return (
    <Page title="Servers" className="selector">
      <div className="selector-head">
        <div>
          <div className="selector-title">
            <h1>{name}</h1>
            <Badge>{version}</Badge>
          </div>
          <p className="muted">Choose the server you want to look after.</p>
        </div>
        <SearchInput
          ref={box}
          label="Search for servers"
          placeholder="Search for servers..."
          value={search}
          onChange={setSearch}
        />
      </div>
      {shown.length > 0 ? (
        <ul className="selector-grid">
          {shown.map(guild => (
            <GuildTile key={guild.id} guild={guild} />
          ))}
        </ul>
      ) : (
        <Card>
          {search.trim() === '' ? (
            <Empty title="No servers found">
              No servers to display. Make sure you're logged in with the correct account.
            </Empty>
          ) : (
            <Empty title="No servers found" action={<Button onClick={clear}>Clear search</Button>}>
              No servers match your search. Try adjusting your search criteria.
            </Empty>
          )}
        </Card>
      )}
      <p className="selector-foot">
        Is a server missing? You need Manage Server or Administrator there, or to be its owner.
      </p>
    </Page>
  )
}
