import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { BookOpen, FileText, LifeBuoy, Send } from 'lucide-react'
import { useState } from 'react'
import { type Edited, editedFrom, type Form } from '#contract'
import tickets from '#features/tickets/contract.ts'
import { limitOfAll } from '#features/tickets/opening/contract.ts'
import { isForbidden, readForms } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { PageHead } from '#web/app/manage/page-head.tsx'
import { useAbout } from '#web/app/queries.ts'
import { docsLink } from '#web/app/docs-topic.ts'
import { useMayManage, useMaySee, useOwnAccess } from '#web/app/own-access.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { HubGroups } from '../hub/groups.tsx'
import { OpenTicketsCard, shownOpen } from '../hub/open-tickets-card.tsx'
import { SendPanelDialog } from '../hub/send-panel-dialog.tsx'
import { useOpenTickets } from '../open-tickets/use-open-tickets.ts'
import { StatisticsCards } from '../statistics/statistics-cards.tsx'
import { useHub } from '../use-hub.ts'
import '../hub/hub.css'

export const Route = createFileRoute('/manage/$guildId/tickets')({ component: Hub })

function Hub() {
  const { guildId } = Route.useParams()
  const maySee = useMaySee(guildId)
  // Until it is known what the user may see, nothing is requested that could be refused.
  if (!useOwnAccess(guildId)) return <Loading />
  return maySee('tickets') ? <WholeHub guildId={guildId} /> : <TeamHub guildId={guildId} />
}

const purpose = 'Members open tickets from a panel. Your team answers here or in Discord.'

function WholeHub({ guildId }: { guildId: string }) {
  const hub = useHub(guildId)
  const open = useOpenTickets(guildId, shownOpen)
  const [sending, setSending] = useState(false)
  const readOnly = !useMayManage(guildId)('tickets')
  // Read in the component: the module's top level is in the first chunk of the site, which should not load contracts.
  const limited = useSaved(guildId, tickets.forms.limits)
  const kept = useSaved(guildId, tickets.forms.transcript)
  const settings = hub.data?.settings
  const facts =
    settings && limited && kept
      ? {
          open: settings.categories.open.length,
          closed: settings.categories.closed.length,
          panels: settings.panels.length,
          deployed: settings.panels.filter(panel => panel['message_id'] !== null && panel['message_missing'] !== true)
            .length,
          perMember: limitOfAll(limited).most,
          openAtOnce: limited.maxOpenTickets,
          transcripts: kept.transcriptsEnabled,
          retention: kept.retention,
        }
      : undefined
  const noPanel = settings?.panels.length === 0
  return (
    <>
      <PageHead
        title="Ticket Management"
        badge={
          settings && <Badge tone={settings.enabled ? 'success' : 'neutral'}>{settings.enabled ? 'On' : 'Off'}</Badge>
        }
        actions={
          <Button
            // Without a panel, Create Panel is what comes first.
            variant={noPanel ? 'secondary' : 'primary'}
            icon={<Send aria-hidden />}
            onClick={() => setSending(true)}
            why={readOnly}
          >
            Send Embed Panel
          </Button>
        }
      >
        {purpose}
      </PageHead>
      {hub.isError && (
        <Banner tone="danger" title="Failed to load ticket settings. Please try refreshing the page.">
          <TextButton onClick={() => void hub.refetch()}>Retry</TextButton>
        </Banner>
      )}
      {hub.isPending && <Spinner label="Loading tickets..." />}
      <div className="hub">
        <OpenTicketsCard guildId={guildId} query={open} noPanel={noPanel} />
        <div className="hub-side">
          <HubGroups guildId={guildId} facts={facts} {...(!readOnly && { onSend: () => setSending(true) })} />
          <Links />
        </div>
        {!(noPanel && open.data?.all === 0) && (
          <div className="hub-statistics">
            <StatisticsCards guildId={guildId} />
          </div>
        )}
      </div>
      {sending && <SendPanelDialog guildId={guildId} onClose={() => setSending(false)} />}
    </>
  )
}

/** For people who answer tickets but manage nothing, and for those who opened one, who may read its transcript. */
function TeamHub({ guildId }: { guildId: string }) {
  const open = useOpenTickets(guildId, shownOpen)
  const onlyOwn = isForbidden(open.error)
  return (
    <>
      <PageHead title="Ticket Management">{purpose}</PageHead>
      <Banner tone="info">
        {onlyOwn
          ? 'You may read the transcripts of your own tickets. The rest is for those who answer tickets or manage the server.'
          : 'You see the tickets that a role of yours reads or answers. Settings are for those who manage the server.'}
      </Banner>
      <OpenTicketsCard guildId={guildId} query={open} noPanel={false} />
      {!onlyOwn && <StatisticsCards guildId={guildId} />}
      <div className="hub-links">
        <Link className="link" to="/manage/$guildId/$" params={{ guildId, _splat: 'tickets/transcript' }}>
          <FileText aria-hidden />
          Transcripts
        </Link>
      </div>
    </>
  )
}

/** The saved values of a form, for stating the current settings. */
function useSaved<F extends Form>(guildId: string, form: F): Edited<F> | undefined {
  const { data } = useQuery({
    queryKey: [...guildKey(guildId), 'form', form.address],
    queryFn: ({ signal }) => readForms(form, guildId, signal),
  })
  return data && editedFrom(form, data[form.under])
}

function Loading() {
  return (
    <>
      <PageHead title="Ticket Management">{purpose}</PageHead>
      <Spinner label="Loading tickets..." />
      <Skeleton className="hub-skeleton" />
    </>
  )
}

function Links() {
  const support = useAbout()?.supportUrl
  return (
    <div className="hub-links">
      <Link {...docsLink(tickets.title)} className="link">
        <BookOpen aria-hidden />
        Documentation
      </Link>
      {support ? (
        <a href={support} className="link" target="_blank" rel="noreferrer">
          <LifeBuoy aria-hidden />
          Support
        </a>
      ) : (
        <Link to="/contact" className="link">
          <LifeBuoy aria-hidden />
          Support
        </Link>
      )}
    </div>
  )
}
