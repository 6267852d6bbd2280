import { createFileRoute } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { UsedTag } from '#features/tickets/tags/contract.ts'
import { isForbidden } from '#web/app/api.ts'
import { FailedAct } from '#web/app/failed-call.tsx'
import { NotShared } from '#web/app/manage/not-shared.tsx'
import { PageHead } from '#web/app/manage/page-head.tsx'
import { useMayManage, usePrefix } from '#web/app/own-access.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TagDialog } from '../tags/tag-dialog.tsx'
import { TagList } from '../tags/tag-list.tsx'
import { useTagChanges, useTags } from '../tags/use-tags.ts'
import { TicketActions, Trail } from '../ticket-head.tsx'
import '../tags/tags.css'

export const Route = createFileRoute('/manage/$guildId/tickets_/tags')({ component: Tags })

/** The dialog that is open over the list. */
type Open = { kind: 'new' } | { kind: 'edit' | 'delete'; tag: UsedTag }

function Tags() {
  const { guildId } = Route.useParams()
  const query = useTags(guildId)
  const changes = useTagChanges(guildId)
  const readOnly = !useMayManage(guildId)('tickets')
  const prefix = usePrefix(guildId)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const hidden = isForbidden(query.error)
  const tags = hidden ? undefined : query.data?.tags
  const isEmpty = tags?.length === 0
  const create = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setOpen({ kind: 'new' })} why={readOnly}>
      New Answer
    </Button>
  )
  return (
    <>
      <Trail guildId={guildId} here="Ready Answers" />
      <PageHead
        title="Ready Answers"
        actions={<TicketActions guildId={guildId}>{!hidden && !isEmpty && create}</TicketActions>}
      >
        What the team says again and again: with {prefix}tag in a ticket, or in the dashboard.
      </PageHead>
      <div className="tags-page">
        {hidden && <NotShared />}
        {query.isError && !hidden && (
          <Banner tone="danger" title="The answers could not be loaded.">
            <TextButton onClick={() => void query.refetch()}>Try again</TextButton>
          </Banner>
        )}
        <FailedAct of={changes.remove} />
        {query.isPending && <Skeleton className="settings-skeleton" />}
        {isEmpty && (
          <Card>
            <Empty title="No answers yet" action={create}>
              Keep one here, or in Discord with {prefix}tag save, and the team has it at hand.
            </Empty>
          </Card>
        )}
        {tags && tags.length > 0 && (
          <TagList
            tags={tags}
            prefix={prefix}
            readOnly={readOnly}
            onEdit={tag => setOpen({ kind: 'edit', tag })}
            onDelete={tag => setOpen({ kind: 'delete', tag })}
          />
        )}
        {(open?.kind === 'new' || open?.kind === 'edit') && (
          <TagDialog
            tag={open.kind === 'edit' ? open.tag : undefined}
            changes={changes}
            prefix={prefix}
            onClose={close}
          />
        )}
        {open?.kind === 'delete' && (
          <ConfirmDialog
            open
            title={`Delete ${open.tag.name}?`}
            action="Delete"
            onCancel={close}
            onConfirm={() => {
              changes.remove.mutate(open.tag.name)
              close()
            }}
          >
            The answer and its count of uses are deleted. Messages that were sent with it stay.
          </ConfirmDialog>
        )}
      </div>
    </>
  )
}
