import { ExternalLink, PencilLine, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ListedDraft, ListedPost } from '#features/embeds/contract.ts'
import { momentWithin } from '#web/app/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonAnchor } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

interface ListState {
  isPending: boolean
  isError: boolean
  refetch: () => unknown
}

/** What a list shows while there is nothing in it. */
function Around({
  query,
  failed,
  isEmpty,
  title,
  hint,
  children,
}: {
  query: ListState
  failed: string
  isEmpty: boolean
  title: string
  hint: string
  children: ReactNode
}) {
  if (query.isPending)
    return (
      <div className="builder-list">
        <Skeleton className="settings-skeleton" />
        <Skeleton className="settings-skeleton" />
      </div>
    )
  if (query.isError && isEmpty)
    return (
      <Banner tone="danger" title={failed}>
        <TextButton onClick={() => void query.refetch()}>Try again</TextButton>
      </Banner>
    )
  if (isEmpty)
    return (
      <Card>
        <Empty title={title}>{hint}</Empty>
      </Card>
    )
  return children
}

const titleOf = ({ name, summary }: { name: string; summary: string }) => name || summary || 'Without a name'

/** Drafts, last saved first. */
export function DraftList({
  query,
  drafts,
  now,
  readOnly,
  openId,
  onOpen,
  onRemove,
}: {
  query: ListState
  drafts: readonly ListedDraft[]
  now: number
  readOnly: boolean
  openId: string
  onOpen: (draft: ListedDraft) => void
  onRemove: (draft: ListedDraft) => Promise<unknown>
}) {
  const [asking, setAsking] = useState<ListedDraft>()
  return (
    <Around
      query={query}
      failed="Failed to load drafts"
      isEmpty={drafts.length === 0}
      title="No drafts"
      hint="What you write is kept here by itself, three seconds after the last change."
    >
      <ul className="builder-list" aria-label="Drafts">
        {drafts.map(draft => (
          <Card as="li" key={draft.id} className="builder-item">
            <div>
              <b className="truncate">{titleOf(draft)}</b>
              {draft.name !== '' && <span className="truncate muted">{draft.summary}</span>}
              <small className="muted">
                Kept {momentWithin(draft.savedAt, now)}
                {draft.savedBy && ` by ${draft.savedBy.name}`}
              </small>
            </div>
            <span className="builder-marks">
              {draft.id === openId && <Badge tone="accent">Open</Badge>}
              {draft.postId !== null && <Badge>Changes a sent message</Badge>}
              {draft.onlyYou && <Badge>Only you see it</Badge>}
            </span>
            <span className="builder-acts">
              <Button size="sm" icon={<PencilLine aria-hidden />} onClick={() => onOpen(draft)}>
                Open
              </Button>
              <Button
                size="sm"
                variant="ghost"
                icon={<Trash2 aria-hidden />}
                disabled={readOnly}
                onClick={() => setAsking(draft)}
                aria-label={`Delete ${titleOf(draft)}`}
              >
                Delete
              </Button>
            </span>
          </Card>
        ))}
      </ul>
      {asking && (
        <Deleting
          title={`Delete ${titleOf(asking)}?`}
          action="Delete draft"
          onClose={() => setAsking(undefined)}
          onConfirm={() => onRemove(asking)}
        >
          The draft and its files are deleted. Nothing changes in Discord.
        </Deleting>
      )}
    </Around>
  )
}

function Deleting({
  title,
  action,
  onClose,
  onConfirm,
  children,
}: {
  title: string
  action: string
  onClose: () => void
  onConfirm: () => Promise<unknown>
  children: ReactNode
}) {
  const [busy, setBusy] = useState(false)
  return (
    <ConfirmDialog
      open
      title={title}
      action={action}
      busy={busy}
      onCancel={onClose}
      onConfirm={() => {
        setBusy(true)
        void onConfirm().finally(onClose)
      }}
    >
      {children}
    </ConfirmDialog>
  )
}

/** What was sent, newest first. */
export function PostList({
  query,
  posts,
  now,
  readOnly,
  more,
  onMore,
  onEdit,
  onCopy,
  onRemove,
}: {
  query: ListState
  posts: readonly ListedPost[]
  now: number
  readOnly: boolean
  more: boolean
  onMore: () => void
  onEdit: (post: ListedPost) => void
  onCopy: (post: ListedPost) => void
  onRemove: (post: ListedPost) => Promise<unknown>
}) {
  const [asking, setAsking] = useState<ListedPost>()
  return (
    <Around
      query={query}
      failed="Failed to load what was sent"
      isEmpty={posts.length === 0}
      title="Nothing was sent yet"
      hint="Messages that are sent from here are listed, to be edited or deleted in their place."
    >
      <ul className="builder-list" aria-label="Sent messages">
        {posts.map(post => (
          <Card as="li" key={post.id} className="builder-item">
            <div>
              <b className="truncate">{titleOf(post)}</b>
              <span className="truncate muted">
                #{post.channelName}
                {post.sender && `, as ${post.sender.name}`}
              </span>
              <small className="muted">
                Sent {momentWithin(post.postedAt, now)}
                {post.postedBy && ` by ${post.postedBy.name}`}
                {post.editedAt !== null && `, edited ${momentWithin(post.editedAt, now)}`}
              </small>
            </div>
            <span className="builder-marks">
              {post.unsure && <Badge tone="warning">Not known if sent</Badge>}
              {post.missing && <Badge tone="danger">Deleted in Discord</Badge>}
            </span>
            <span className="builder-acts">
              {post.link !== null && !post.missing && (
                <ButtonAnchor
                  size="sm"
                  variant="ghost"
                  icon={<ExternalLink aria-hidden />}
                  href={post.link}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={`Open ${titleOf(post)} in Discord`}
                >
                  Open
                </ButtonAnchor>
              )}
              <Button
                size="sm"
                icon={<PencilLine aria-hidden />}
                disabled={readOnly || post.unsure || post.missing}
                onClick={() => onEdit(post)}
                aria-label={`Edit ${titleOf(post)}`}
              >
                Edit
              </Button>
              <Button size="sm" disabled={readOnly} onClick={() => onCopy(post)} aria-label={`Copy ${titleOf(post)}`}>
                Copy
              </Button>
              <Button
                size="sm"
                variant="ghost"
                icon={<Trash2 aria-hidden />}
                disabled={readOnly}
                onClick={() => setAsking(post)}
                aria-label={`Delete ${titleOf(post)}`}
              >
                Delete
              </Button>
            </span>
          </Card>
        ))}
      </ul>
      {more && <Button onClick={onMore}>Show more</Button>}
      {asking && (
        <Deleting
          title={`Delete ${titleOf(asking)}?`}
          action="Delete message"
          onClose={() => setAsking(undefined)}
          onConfirm={() => onRemove(asking)}
        >
          {asking.missing
            ? 'It is taken off this list. In Discord it is gone already.'
            : `It is deleted in #${asking.channelName}, too. This cannot be undone.`}
        </Deleting>
      )}
    </Around>
  )
}
