import { Link2, Plus, Send } from 'lucide-react'
import { momentWithin } from '#web/app/dates.ts'
import { PageHead } from '#web/app/manage/page-head.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { problemsId } from '#web/app/message/side/problems-card.tsx'
import type { Editor } from './use-editor.ts'

/** Which message it is, whether anybody in the server sees it, and buttons for the message as a whole. */
export function Head({
  editor: { place, content, dirty },
  now,
  readOnly,
  busy,
  blocked,
  hasProblems,
  onRestore,
  onNew,
  onSend,
}: {
  editor: Editor
  now: number
  readOnly: boolean
  busy: boolean
  blocked: boolean
  hasProblems: boolean
  onRestore: () => void
  onNew: () => void
  onSend: () => void
}) {
  const { post, savedAt } = place
  const isNew = place.saved === undefined && !dirty
  const kept =
    savedAt === undefined ? 'Not saved yet.' : `Draft saved ${momentWithin(savedAt, Math.max(now, savedAt))}.`
  const lead = post
    ? `Sent ${momentWithin(post.postedAt, now)} to #${post.channelName}. Changes show there once you update it.`
    : isNew
      ? 'Design an embed and post it anywhere.'
      : `${kept} Nobody in the server sees it.`
  return (
    <PageHead
      title="Embeds Configuration"
      badge={
        post ? (
          <Badge tone="success">Sent</Badge>
        ) : (
          !isNew && <Badge>{place.onlyYou ? 'Draft, only you see it' : 'Draft'}</Badge>
        )
      }
      actions={
        <>
          <Button
            icon={<Plus aria-hidden />}
            onClick={onNew}
            why={readOnly || (isNew && 'You are already writing a new message.')}
          >
            New
          </Button>
          <Button icon={<Link2 aria-hidden />} onClick={onRestore} why={readOnly}>
            Restore from a link
          </Button>
          <Button
            variant="primary"
            icon={<Send aria-hidden />}
            why={blocked}
            busy={busy}
            aria-describedby={hasProblems ? problemsId : undefined}
            onClick={onSend}
          >
            {post ? 'Update' : 'Send'}
          </Button>
        </>
      }
    >
      {content.name === '' ? lead : `${content.name}: ${lead}`}
    </PageHead>
  )
}
