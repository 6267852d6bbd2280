import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import tickets from '#features/tickets/contract.ts'
import type { TranscriptFacts } from '#features/tickets/transcripts/contract.ts'
import { ApiError } from '#web/app/api.ts'
import { PageHead } from '#web/app/manage/page-head.tsx'
import { SettingsPage } from '#web/app/settings-form/settings-page.tsx'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { useClearing } from '#web/app/use-clearing.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { TicketActions, Trail } from '../ticket-head.tsx'
import { Configuration } from '../transcripts/configuration.tsx'
import { downloadTranscript } from '../transcripts/download.ts'
import { TranscriptList } from '../transcripts/transcript-list.tsx'
import { TranscriptViewer } from '../transcripts/transcript-viewer.tsx'
import { type TranscriptFilter, useDeleteTranscript } from '../transcripts/use-transcripts.ts'
import '../transcripts/transcripts.css'

interface Address extends TranscriptFilter {
  /** The transcript being read. */
  id?: string | undefined
}

const dayPattern = /^\d{4}-\d\d-\d\d$/

/** The state in the URL. Without zod: this is in the first chunk of the site. */
function readAddress(given: Record<string, unknown>): Address {
  // The router parses a search for digits as a number.
  const text = (key: string) => {
    const value = given[key]
    return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 60) : undefined
  }
  const day = (key: string) => (dayPattern.test(text(key) ?? '') ? text(key) : undefined)
  const all = { id: text('id'), search: text('search'), panel: text('panel'), from: day('from'), to: day('to') }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== ''))
}

export const Route = createFileRoute('/manage/$guildId/tickets_/transcript')({
  component: Transcripts,
  validateSearch: readAddress,
})

const sentences = {
  load: 'Failed to load transcript configuration',
  saved: 'Transcript configuration saved successfully!',
  refused: 'Failed to save transcript configuration',
  failed: 'Error saving configuration',
} as const

interface Outcome {
  tone: 'success' | 'danger'
  title: string
}

function Transcripts() {
  const { guildId } = Route.useParams()
  const { id, ...filter } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const form = useSettingsForm({ guildId, form: tickets.forms.transcript, sentences })
  const remove = useDeleteTranscript(guildId)
  const [deleting, setDeleting] = useState<TranscriptFacts>()
  const [outcome, setOutcome] = useState<Outcome>()
  useClearing(outcome, () => setOutcome(undefined))
  const go = (next: Address, replace: boolean) => void navigate({ search: readAddress({ ...next }), replace })
  const back = () => {
    go(filter, false)
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-transcript="${id}"]`)?.focus())
  }
  const confirm = () => {
    if (!deleting) return
    remove.mutate(deleting.id, {
      onSuccess() {
        setOutcome({ tone: 'success', title: 'Transcript deleted successfully!' })
        go(filter, true)
      },
      onError: error =>
        setOutcome({
          tone: 'danger',
          title:
            error instanceof ApiError && error.status > 0 ? 'Failed to delete transcript' : 'Error deleting transcript',
        }),
      onSettled: () => setDeleting(undefined),
    })
  }
  return (
    <>
      <Trail guildId={guildId} here="Transcripts" />
      <div className="transcripts-page">
        {form.notShared ? (
          <PageHead title="Transcripts" actions={<TicketActions guildId={guildId} />}>
            What was written in your own tickets, and in those that a role of yours reads or answers.
          </PageHead>
        ) : (
          <SettingsPage
            form={form}
            feature={tickets.name}
            title="Transcripts"
            purpose="What was written in closed tickets. Only managers, the opener and roles that answer or see its tickets may read it."
            actions={<TicketActions guildId={guildId} />}
            where="Configuration"
            wide
          >
            <Configuration form={form} />
          </SettingsPage>
        )}
        {outcome && (
          <Banner tone={outcome.tone} title={outcome.title} of={outcome} onClose={() => setOutcome(undefined)} />
        )}
        {/* Loaded while hidden, and shown once its position is final. */}
        <Card
          className="transcript-panes"
          data-open={id !== undefined}
          hidden={!form.ready && !form.failed && !form.notShared}
        >
          <TranscriptList
            guildId={guildId}
            filter={filter}
            chosen={id}
            onFilter={change => go({ ...filter, ...change, id }, true)}
            onOpen={chosen => go({ ...filter, id: chosen }, false)}
          />
          {id === undefined ? (
            <div className="transcript-none">
              <Empty title="Nothing chosen">Choose a transcript to read it.</Empty>
            </div>
          ) : (
            <TranscriptViewer
              key={id}
              guildId={guildId}
              guild={form.guild}
              id={id}
              search={filter.search ?? ''}
              onBack={back}
              onDownload={async format => setOutcome(await downloadTranscript(guildId, id, format))}
              onDelete={setDeleting}
            />
          )}
        </Card>
        <ConfirmDialog
          open={deleting !== undefined}
          title="Delete this transcript?"
          action="Delete"
          busy={remove.isPending}
          onConfirm={confirm}
          onCancel={() => setDeleting(undefined)}
        >
          Everything that was written in ticket {deleting?.ticketId} is deleted, with its files. This cannot be undone.
        </ConfirmDialog>
      </div>
    </>
  )
}
