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

/** What a list shows while it has no entries. */
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

const titleOf = ({ name, summary }: Entry) => name || summary || 'Without a name'

interface Entry {
  id: string
  name: string
  summary: string
}

/** A list of stored messages, with buttons for each; deleting asks first. */
function EntryList<T extends Entry>({
  query,
  entries,
  label,
  words,
  mayRemove,
  renderAbout,
  renderMarks,
  renderActs,
  onRemove,
  foot,
}: {
  query: ListState
  entries: readonly T[]
  label: string
  /** Texts shown instead of the list, and asked before an entry is deleted. */
  words: { failed: string; title: string; hint: string; remove: string; consequence: (entry: T) => string }
  mayRemove: boolean
  renderAbout: (entry: T) => ReactNode
  renderMarks: (entry: T) => ReactNode
  renderActs: (entry: T) => ReactNode
  onRemove: (entry: T) => Promise<unknown>
  foot?: ReactNode
}) {
  const [asking, setAsking] = useState<T>()
  const [busy, setBusy] = useState(false)
  const remove = (entry: T) => {
    setBusy(true)
    void onRemove(entry).finally(() => {
      setBusy(false)
      setAsking(undefined)
    })
  }
  return (
    <Around query={query} isEmpty={entries.length === 0} {...words}>
      <ul className="builder-list" aria-label={label}>
        {entries.map(entry => (
          <Card as="li" key={entry.id} className="builder-item">
            <div>
              <b className="truncate">{titleOf(entry)}</b>
              {renderAbout(entry)}
            </div>
            <span className="builder-marks">{renderMarks(entry)}</span>
            <span className="builder-acts">
              {renderActs(entry)}
              <Button
                size="sm"
                variant="ghost"
                icon={<Trash2 aria-hidden />}
                why={!mayRemove}
                onClick={() => setAsking(entry)}
                aria-label={`Delete ${titleOf(entry)}`}
              >
                Delete
              </Button>
            </span>
          </Card>
        ))}
      </ul>
      {foot}
      {asking && (
        <ConfirmDialog
          open
          title={`Delete ${titleOf(asking)}?`}
          action={words.remove}
          busy={busy}
          onCancel={() => setAsking(undefined)}
          onConfirm={() => remove(asking)}
        >
          {words.consequence(asking)}
        </ConfirmDialog>
      )}
    </Around>
  )
}

/** Drafts, most recently saved first. */
export function DraftList({
  drafts,
  now,
  openId,
  onOpen,
  ...list
}: {
  query: ListState
  drafts: readonly ListedDraft[]
  now: number
  mayRemove: boolean
  openId: string
  onOpen: (draft: ListedDraft) => void
  onRemove: (draft: ListedDraft) => Promise<unknown>
}) {
  return (
    <EntryList
      {...list}
      entries={drafts}
      label="Drafts"
      words={{
        failed: 'Failed to load drafts',
        title: 'No drafts',
        hint: 'What you write is saved here automatically, three seconds after the last change.',
        remove: 'Delete draft',
        consequence: () => 'The draft and its files are deleted. Nothing changes in Discord.',
      }}
      renderAbout={draft => (
        <>
          {draft.name !== '' && <span className="truncate muted">{draft.summary}</span>}
          <small className="muted">
            Kept {momentWithin(draft.savedAt, now)}
            {draft.savedBy && ` by ${draft.savedBy.name}`}
          </small>
        </>
      )}
      renderMarks={draft => (
        <>
          {draft.id === openId && <Badge tone="accent">Open</Badge>}
          {draft.postId !== null && <Badge>Changes a sent message</Badge>}
          {draft.onlyYou && <Badge>Only you see it</Badge>}
        </>
      )}
      renderActs={draft => (
        <Button size="sm" icon={<PencilLine aria-hidden />} onClick={() => onOpen(draft)}>
          Open
        </Button>
      )}
    />
  )
}

/** Sent messages, newest first. */
export function PostList({
  posts,
  now,
  more,
  onMore,
  readOnly,
  onEdit,
  onCopy,
  ...list
}: {
  query: ListState
  posts: readonly ListedPost[]
  now: number
  /** Whether they can be neither changed nor copied. */
  readOnly: boolean
  mayRemove: boolean
  more: boolean
  onMore: () => void
  onEdit: (post: ListedPost) => void
  onCopy: (post: ListedPost) => void
  onRemove: (post: ListedPost) => Promise<unknown>
}) {
  return (
    <EntryList
      {...list}
      entries={posts}
      label="Sent messages"
      words={{
        failed: 'Failed to load what was sent',
        title: 'Nothing was sent yet',
        hint: 'Messages that were sent from here are listed, and can be edited or deleted in place.',
        remove: 'Delete message',
        consequence: post =>
          post.missing
            ? 'It is removed from this list. In Discord it is already gone.'
            : `It is deleted in #${post.channelName}, too. This cannot be undone.`,
      }}
      renderAbout={post => (
        <>
          <span className="truncate muted">
            #{post.channelName}
            {post.sender && `, as ${post.sender.name}`}
          </span>
          <small className="muted">
            Sent {momentWithin(post.postedAt, now)}
            {post.postedBy && ` by ${post.postedBy.name}`}
            {post.editedAt !== null && `, edited ${momentWithin(post.editedAt, now)}`}
          </small>
        </>
      )}
      renderMarks={post => (
        <>
          {post.unsure && <Badge tone="warning">Not known if sent</Badge>}
          {post.missing && <Badge tone="danger">Deleted in Discord</Badge>}
        </>
      )}
      renderActs={post => (
        <>
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
          {!post.missing && (
            <Button
              size="sm"
              icon={<PencilLine aria-hidden />}
              why={readOnly || (post.unsure && 'Whether it was sent is not known.')}
              onClick={() => onEdit(post)}
              aria-label={`Edit ${titleOf(post)}`}
            >
              Edit
            </Button>
          )}
          <Button size="sm" why={readOnly} onClick={() => onCopy(post)} aria-label={`Copy ${titleOf(post)}`}>
            Copy
          </Button>
        </>
      )}
      foot={more && <Button onClick={onMore}>Show more</Button>}
    />
  )
}
