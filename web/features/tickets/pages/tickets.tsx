import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { BookOpen, LifeBuoy, Send } from 'lucide-react'
import { useState } from 'react'
import { type Edited, editedFrom, type Form } from '#contract'
import tickets from '#features/tickets/contract.ts'
import { readForms } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { PageHead } from '#web/app/manage/page-head.tsx'
import { useAbout } from '#web/app/queries.ts'
import { slug } from '#web/app/docs-topic.ts'
import { useMayManage } from '#web/app/sidebar/closed-entries.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { HubGroups } from '../hub/groups.tsx'
import { SendPanelDialog } from '../hub/send-panel-dialog.tsx'
import { useHub } from '../use-hub.ts'
import '../hub/hub.css'

export const Route = createFileRoute('/manage/$guildId/tickets')({ component: Hub })

function Hub() {
  const { guildId } = Route.useParams()
  const hub = useHub(guildId)
  const [sending, setSending] = useState(false)
  const readOnly = !useMayManage(guildId)('tickets')
  // Read here: what stands outside is loaded with the first page of the site, which has no use for contracts.
  const limited = useSaved(guildId, tickets.forms.limits)
  const kept = useSaved(guildId, tickets.forms.transcript)
  const settings = hub.data?.settings
  const facts =
    settings && limited && kept
      ? {
          open: settings.categories.open.length,
          closed: settings.categories.closed.length,
          panels: settings.panels.length,
          deployed: settings.panels.filter(panel => panel['message_id'] !== null).length,
          perMember: limited.maxTicketsPerUser,
          openAtOnce: limited.maxOpenTickets,
          transcripts: kept.transcriptsEnabled,
          retention: kept.retention,
        }
      : undefined
  return (
    <>
      <PageHead
        title="Ticket Management"
        badge={
          settings && <Badge tone={settings.enabled ? 'success' : 'neutral'}>{settings.enabled ? 'On' : 'Off'}</Badge>
        }
        actions={
          <Button variant="primary" icon={<Send aria-hidden />} onClick={() => setSending(true)} disabled={readOnly}>
            Send Embed Panel
          </Button>
        }
      >
        Members open tickets from a panel. Your team answers in Discord.
      </PageHead>
      {hub.isError && (
        <Banner tone="danger" title="Failed to load ticket settings. Please try refreshing the page.">
          <TextButton onClick={() => void hub.refetch()}>Retry</TextButton>
        </Banner>
      )}
      {hub.isPending && <Loading />}
      <div className="hub">
        <div className="hub-groups">
          <HubGroups guildId={guildId} facts={facts} {...(!readOnly && { onSend: () => setSending(true) })} />
        </div>
        <Links />
      </div>
      {sending && <SendPanelDialog guildId={guildId} onClose={() => setSending(false)} />}
    </>
  )
}

/** What is saved of a form, for telling how things stand. */
function useSaved<F extends Form>(guildId: string, form: F): Edited<F> | undefined {
  const { data } = useQuery({
    queryKey: [...guildKey(guildId), 'form', form.address],
    queryFn: ({ signal }) => readForms(form, guildId, signal),
  })
  return data && editedFrom(form, data[form.under])
}

function Loading() {
  return (
    <div className="hub-groups">
      <Spinner label="Loading tickets..." />
      <Skeleton className="hub-skeleton" />
      <Skeleton className="hub-skeleton" />
      <Skeleton className="hub-skeleton" />
    </div>
  )
}

function Links() {
  const support = useAbout()?.supportUrl
  return (
    <p className="hub-links">
      <Link to="/docs" search={{ topic: slug(tickets.title) }} className="link">
        <BookOpen aria-hidden />
        Documentation
      </Link>
      {support && (
        <a href={support} className="link" target="_blank" rel="noreferrer">
          <LifeBuoy aria-hidden />
          Support
        </a>
      )}
    </p>
  )
}
