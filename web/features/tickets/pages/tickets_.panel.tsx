import { createFileRoute } from '@tanstack/react-router'
import { Plus, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Panel } from '#features/tickets/panels/contract.ts'
import { isForbidden } from '#web/app/api.ts'
import { FailedLoad } from '#web/app/failed-call.tsx'
import { NotShared } from '#web/app/manage/not-shared.tsx'
import { PageHead } from '#web/app/manage/page-head.tsx'
import { usePreview } from '#web/app/preview/use-preview.ts'
import { useMayManage } from '#web/app/own-access.ts'
import { useClearing } from '#web/app/use-clearing.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PanelEditor } from '../editor/panel-editor.tsx'
import { DeployDialog } from '../panels/deploy-dialog.tsx'
import { PanelCard } from '../panels/panel-card.tsx'
import { PanelPreview } from '../panels/preview-dialog.tsx'
import { isDeployed } from '../panels/panel-view.ts'
import { copyOf, problemOf, usePanelCalls, usePanels } from '../panels/use-panels.ts'
import { TicketActions, Trail } from '../ticket-head.tsx'
import { useHub } from '../use-hub.ts'
import '../panels/panels.css'

export const Route = createFileRoute('/manage/$guildId/tickets_/panel')({
  /** `fresh` opens the editor for a new panel. */
  validateSearch: ({ fresh }: Record<string, unknown>): { fresh?: true } => (fresh === true ? { fresh } : {}),
  component: Panels,
})

interface Result {
  tone: 'success' | 'danger'
  title: string
}

/** The dialog that is open over the list. */
type Open = { kind: 'editor'; panel?: Panel } | { kind: 'preview' | 'delete' | 'deploy'; panel: Panel }

function Panels() {
  const { guildId } = Route.useParams()
  const query = usePanels(guildId)
  const hidden = isForbidden(query.error)
  const panels = hidden ? [] : (query.data?.panels ?? [])
  const hub = useHub(guildId)
  const guild = hub.data?.guild
  const isEmpty = query.data !== undefined && !hidden && panels.length === 0
  const preview = usePreview(guild)
  const readOnly = !useMayManage(guildId)('tickets')
  const { save, deploy, remove } = usePanelCalls(guildId)
  const [result, setResult] = useState<Result>()
  useClearing(result, () => setResult(undefined))
  const { fresh } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [open, setOpen] = useState<Open | undefined>(fresh && { kind: 'editor' })
  const close = () => setOpen(undefined)
  useEffect(() => {
    // Reloaded or returned to, the page should not open it again.
    if (fresh) void navigate({ search: {}, replace: true })
  }, [fresh, navigate])
  const told = (title: string) => ({ onSuccess: () => setResult({ tone: 'success', title }) })
  const failing = (otherwise: string) => ({
    onError: (error: unknown) => setResult({ tone: 'danger', title: problemOf(error, otherwise) }),
  })
  const joinedTo = (panel: Panel) => panels.filter(one => one.joined_to === panel.id)
  const actions = {
    edit: (panel: Panel) => setOpen({ kind: 'editor', panel }),
    preview: (panel: Panel) => setOpen({ kind: 'preview', panel }),
    remove: (panel: Panel) => setOpen({ kind: 'delete', panel }),
    deploy(panel: Panel) {
      if (panel.channel_id === null) {
        setResult({ tone: 'danger', title: 'Panel must have a channel assigned before deployment' })
        return
      }
      setOpen({ kind: 'deploy', panel })
    },
    duplicate(panel: Panel) {
      // A second press would create a second copy.
      if (save.isPending) return
      save.mutate(copyOf(panel), {
        ...told('Panel duplicated successfully!'),
        ...failing('Failed to duplicate panel'),
      })
    },
  }
  const create = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setOpen({ kind: 'editor' })} why={readOnly}>
      Create Panel
    </Button>
  )
  return (
    <>
      <Trail guildId={guildId} here="Ticket Panels" />
      <PageHead
        title="Ticket Panels"
        actions={
          <TicketActions guildId={guildId}>
            {!hidden && (
              <>
                <Button icon={<RefreshCw aria-hidden />} busy={query.isFetching} onClick={() => void query.refetch()}>
                  Refresh
                </Button>
                {!isEmpty && create}
              </>
            )}
          </TicketActions>
        }
      >
        Messages with a button that opens a ticket.
      </PageHead>
      <div className="panels-page">
        {result && <Banner tone={result.tone} title={result.title} onClose={() => setResult(undefined)} />}
        {hidden ? (
          <NotShared />
        ) : (
          <>
            <FailedLoad query={query} title="Failed to load ticket panels" />
            <FailedLoad query={hub} title="Failed to load channels and categories" />
          </>
        )}
        {query.isPending && (
          <div className="panels-list">
            <Skeleton className="settings-skeleton" />
            <Skeleton className="settings-skeleton" />
            <Skeleton className="settings-skeleton" />
          </div>
        )}
        {query.data && !hidden && <Stats panels={panels} />}
        {isEmpty && (
          <Card>
            <Empty title="No panels created yet" action={create}>
              A panel is a message with a button. Members press it to open a ticket.
            </Empty>
          </Card>
        )}
        {panels.length > 0 && (
          <ul className="panels-list">
            {panels.map(panel => (
              <PanelCard
                key={panel.id}
                panel={panel}
                joined={joinedTo(panel)}
                preview={preview}
                readOnly={readOnly}
                busy={deploy.isPending && deploy.variables.id === panel.id}
                actions={actions}
              />
            ))}
          </ul>
        )}
        {/* An address may ask for a new panel, also of somebody who may only look. */}
        {open?.kind === 'editor' && (open.panel !== undefined || !readOnly) && (
          <PanelEditor
            guildId={guildId}
            guild={guild}
            panel={open.panel}
            panels={panels}
            readOnly={readOnly}
            onClose={close}
            onDeleted={() => {
              close()
              setResult({ tone: 'success', title: 'Panel deleted successfully!' })
            }}
          />
        )}
        {open?.kind === 'preview' && (
          <PanelPreview
            panel={open.panel}
            joined={joinedTo(open.panel)}
            guild={guild}
            supportRole={hub.data?.settings.support_role}
            preview={preview}
            onClose={close}
          />
        )}
        {open?.kind === 'deploy' && (
          <DeployDialog
            guildId={guildId}
            panel={open.panel}
            busy={deploy.isPending}
            onClose={close}
            onDeploy={channelId =>
              deploy.mutate(
                { id: open.panel.id, channelId },
                {
                  ...told('Panel deployed successfully!'),
                  ...failing('Failed to deploy panel'),
                  onSettled: close,
                },
              )
            }
          />
        )}
        {open?.kind === 'delete' && (
          <ConfirmDialog
            open
            title={`Delete ${open.panel.title}?`}
            action="Delete Panel"
            busy={remove.isPending}
            onCancel={close}
            onConfirm={() =>
              remove.mutate(open.panel.id, {
                ...told('Panel deleted successfully!'),
                ...failing('Failed to delete panel'),
                onSettled: close,
              })
            }
          >
            Its message is deleted in Discord; its tickets stay. This cannot be undone.
          </ConfirmDialog>
        )}
      </div>
    </>
  )
}

function Stats({ panels }: { panels: readonly Panel[] }) {
  const deployed = panels.filter(isDeployed)
  const drafts = panels.filter(({ message_id: id }) => id === null).length
  const missing = panels.length - drafts - deployed.length
  const channels = new Set(deployed.map(({ channel_id: id }) => id)).size
  const unlimited = panels.filter(({ max_open: most }) => most === 0).length
  const stats = [
    [
      'Total Panels',
      panels.length,
      drafts === 0 ? 'none of them a draft' : `${drafts} of them ${drafts === 1 ? 'a draft' : 'drafts'}`,
    ],
    [
      'Deployed',
      deployed.length,
      `in ${channels} ${channels === 1 ? 'channel' : 'channels'}${missing === 0 ? '' : `, ${missing} with a deleted message`}`,
    ],
    ['Unlimited', unlimited, 'without a cap on open tickets'],
  ] as const
  return (
    <dl className="panels-stats">
      {stats.map(([label, figure, note]) => (
        <Card key={label}>
          <dt>{label}</dt>
          <dd>{figure}</dd>
          <dd>{note}</dd>
        </Card>
      ))}
    </dl>
  )
}
