import { createFileRoute } from '@tanstack/react-router'
import { ArrowUpRight } from 'lucide-react'
import { useOperatorQuery, useProductName } from '#web/app/queries.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { CentredSpinner } from '#web/ui/spinner.tsx'
import { CopyEntry } from '../dev/copy-entry.tsx'
import { Team } from '../dev/team.tsx'
import { OperatorNote, useOperatorNotes } from '../shared/operator-note.tsx'
import { outside } from '../shared/outside-link.ts'
import { PublicHead, PublicPage } from '../shared/public-page.tsx'

export const Route = createFileRoute('/dev')({ component: Developer })

function Developer() {
  const name = useProductName()
  return (
    <PublicPage title="Developer">
      <PublicHead title="Who looks after this copy">
        {name} is self-hosted. These are the people who run this copy and answer for it, as they describe themselves.
      </PublicHead>
      <People />
      <HowItIsMade />
    </PublicPage>
  )
}

function People() {
  const { data, isError, refetch } = useOperatorQuery()
  if (isError)
    return (
      <Banner tone="danger" title="Who runs this copy could not be loaded.">
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </Banner>
    )
  if (!data) return <CentredSpinner label="Loading who runs this copy..." />
  const { team } = data
  const examples = team.filter(({ example }) => example).length
  return (
    <>
      <Note team={team.length} examples={examples} />
      {team.length > 0 ? (
        <Team team={team} />
      ) : (
        <Empty title="Nobody is named here.">The server's administrators can tell you who runs this copy.</Empty>
      )}
    </>
  )
}

/** 'Both entries are examples.' */
function exampleText(team: number, examples: number): string {
  if (examples < team) return `${examples} of ${team} entries ${examples === 1 ? 'is an example' : 'are examples'}.`
  if (team === 1) return 'The entry is an example.'
  return team === 2 ? 'Both entries are examples.' : `All ${team} entries are examples.`
}

function Note({ team, examples }: { team: number; examples: number }) {
  const file = useOperatorNotes()?.file ?? 'operator.json'
  if (examples === 0) return <OperatorNote />
  return (
    <OperatorNote action={<CopyEntry />}>
      {exampleText(team, examples)} Write your own under <span className="code">team</span> in{' '}
      <span className="code">{file}</span>; no restart needed.
    </OperatorNote>
  )
}

function HowItIsMade() {
  const source = useOperatorQuery().data?.sourceUrl
  return (
    <section className="made" aria-labelledby="made-title">
      <div>
        <h2 id="made-title">How it is made</h2>
        <p>The source is open. Anyone who runs a copy can read what it does with a message.</p>
        {source && (
          <a className="link" href={source} {...outside}>
            Read the source <ArrowUpRight className="icon-sm" aria-hidden />
          </a>
        )}
      </div>
      <dl>
        <div>
          <dt>One process</dt>
          <dd>discord.js and Fastify side by side, so a preview goes straight to the live bot.</dd>
        </div>
        <div>
          <dt>One file</dt>
          <dd>SQLite through Drizzle. One command makes a checked copy.</dd>
        </div>
        <div>
          <dt>One folder per feature</dt>
          <dd>Deleting a folder and its line removes the feature. A test proves it.</dd>
        </div>
        <div>
          <dt>A Discord to try it on</dt>
          <dd>The sandbox speaks Discord's protocols, so nobody needs a token to contribute.</dd>
        </div>
      </dl>
    </section>
  )
}
