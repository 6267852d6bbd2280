import { Link } from '@tanstack/react-router'
import { Gem } from 'lucide-react'
import { useState } from 'react'
import { monthDays, noticeDays, type PremiumServer } from '#features/premium/contract.ts'
import { failureText } from '#web/app/api.ts'
import { longDayText, monthText } from '#web/app/dates.ts'
import { useAbout } from '#web/app/queries.ts'
import { useAuth } from '#web/app/session.tsx'
import { ServerIcon } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { usePremiumMode, usePremiumServers } from './use-premium.ts'
import './servers-card.css'

/**
 * The visitor's servers and their premium; if every server has everything, only that. Claiming asks once, and changes
 * the row in place.
 */
export function ServersCard() {
  const mode = usePremiumMode()
  const { user, loading } = useAuth()
  if (mode.data?.mode === 'all')
    return (
      <Card padded className="premium-all">
        <Gem aria-hidden />
        <p>Everything on this page is on, for every server of this copy.</p>
      </Card>
    )
  return (
    <Card as="section" aria-label="Your servers">
      <CardHead title="Your servers" />
      {mode.isError ? (
        <Failed again={() => void mode.refetch()} />
      ) : loading || !mode.data ? (
        <p className="premium-note">
          <Spinner label="Loading your servers..." />
        </p>
      ) : user ? (
        <Servers />
      ) : (
        <p className="premium-note">
          <Link to="/login" search={{ back: '/premium' }} className="link">
            Log in to see your servers
          </Link>
        </p>
      )}
      <Rules />
    </Card>
  )
}

const Failed = ({ again }: { again(): void }) => (
  <div className="premium-note">
    <Banner tone="danger" title="Your servers could not be loaded.">
      <TextButton onClick={again}>Try again</TextButton>
    </Banner>
  </div>
)

function Rules() {
  const supportUrl = useAbout()?.supportUrl
  return (
    <p className="premium-note premium-rules">
      One month of {monthDays} days per server, claimed once by somebody with Manage Server. It ends by itself,{' '}
      {noticeDays} days after a notice.
      {supportUrl && (
        <>
          {' '}
          Or claim it in the{' '}
          <a className="link" href={supportUrl} rel="noreferrer">
            support server
          </a>
          .
        </>
      )}
    </p>
  )
}

function Servers() {
  const { servers, claiming } = usePremiumServers()
  const [asked, setAsked] = useState<PremiumServer>()
  if (servers.isError) return <Failed again={() => void servers.refetch()} />
  if (!servers.data)
    return (
      <p className="premium-note">
        <Spinner label="Loading your servers..." />
      </p>
    )
  if (servers.data.servers.length === 0)
    return (
      <p className="premium-note">
        You manage no server with the bot.{' '}
        <Link to="/selector" className="link">
          Add it to one
        </Link>
      </p>
    )
  const failure = (id: string) =>
    claiming.isError && claiming.variables === id
      ? failureText(claiming.error, 'The month could not be claimed. Try again.')
      : undefined
  return (
    <>
      <ul className="premium-servers">
        {servers.data.servers.map(server => (
          <Row
            key={server.id}
            server={server}
            busy={claiming.isPending && claiming.variables === server.id}
            failure={failure(server.id)}
            onClaim={() => setAsked(server)}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== undefined}
        title={`Claim for ${asked?.name ?? ''}?`}
        action="Claim a month"
        danger={false}
        onConfirm={() => {
          if (asked) claiming.mutate(asked.id)
          setAsked(undefined)
        }}
        onCancel={() => setAsked(undefined)}
      >
        A server can do this once.
      </ConfirmDialog>
    </>
  )
}

const sources = { claim: 'Free month', grant: 'Granted', discord: 'Subscription' } as const

/** 'Free month until 21 December 2026' */
function stateText({ state, by, until, claimedAt }: PremiumServer): string {
  if (state === 'on') {
    const source = by === null ? 'Premium' : sources[by]
    return until === null ? `${source}, for good` : `${source} until ${longDayText(until)}`
  }
  return claimedAt === null ? 'Not claimed yet' : `Already used, ${monthText(claimedAt)}`
}

function Row({
  server,
  busy,
  failure,
  onClaim,
}: {
  server: PremiumServer
  busy: boolean
  failure: string | undefined
  onClaim(): void
}) {
  const { name, iconURL, state, claimedAt, mayClaim } = server
  return (
    <li>
      <ServerIcon src={iconURL} size={36} />
      <div className="premium-server">
        <b className="truncate">{name}</b>
        <span className="muted">{stateText(server)}</span>
        {failure !== undefined && (
          <span role="alert" className="premium-refusal">
            {failure}
          </span>
        )}
      </div>
      {state === 'on' ? (
        <Badge tone="warning" icon={<Gem aria-hidden />}>
          Premium
        </Badge>
      ) : claimedAt !== null ? (
        <span className="muted">Ask the operator</span>
      ) : mayClaim ? (
        <Button
          variant="primary"
          size="sm"
          busy={busy}
          busyLabel="Claiming..."
          aria-label={`Claim a month for ${name}`}
          onClick={onClaim}
        >
          Claim a month
        </Button>
      ) : (
        <span className="muted">You need Manage Server there</span>
      )}
    </li>
  )
}
