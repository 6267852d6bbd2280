import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Mail, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { StoredMessage } from '#kernel/contact/contract.ts'
import kernel from '#kernel/contract.ts'
import { call, isForbidden, failureText } from '#web/app/api.ts'
import { momentText } from '#web/app/dates.ts'
import { FailedAct } from '#web/app/failed-call.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonAnchor } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { CentredSpinner } from '#web/ui/spinner.tsx'

const key = ['contact', 'messages'] as const

/** All messages, newest first. As tall as the window, so that the footer does not move while they load. */
export const Messages = () => (
  <div className="messages-place">
    <MessageList />
  </div>
)

function MessageList() {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      call(kernel, 'contactMessages', { signal, query: pageParam === undefined ? {} : { before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ messages }) => (messages.length === 50 ? messages.at(-1)?.id : undefined),
  })
  if (isForbidden(error))
    return <Empty title="Only the people who run this copy see messages here.">Their IDs are in OWNER_IDS.</Empty>
  if (error && !data)
    return (
      <Banner tone="danger" title={failureText(error, 'The messages could not be loaded.')}>
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </Banner>
    )
  if (isPending) return <CentredSpinner label="Loading the messages..." />
  const messages = data.pages.flatMap(page => page.messages)
  const [first] = data.pages
  if (messages.length === 0) return <Empty title="Nobody has written yet." />
  return (
    <div className="messages">
      {first && first.failed > 0 && (
        <Banner
          tone="warning"
          title={`${first.failed} ${first.failed === 1 ? 'message was' : 'messages were'} not delivered.`}
        >
          Each says why; repair that, then deliver it again.
        </Banner>
      )}
      {messages.map(message => (
        <Message key={message.id} message={message} canDeliver={first?.goesTo !== 'dashboard'} />
      ))}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Older messages
        </Button>
      )}
    </div>
  )
}

const states = {
  kept: ['neutral', 'Kept here'],
  waiting: ['accent', 'On its way'],
  sending: ['accent', 'On its way'],
  delivered: ['success', 'Delivered'],
  failed: ['warning', 'Not delivered'],
} as const

function Message({ message, canDeliver }: { message: StoredMessage; canDeliver: boolean }) {
  const { id, reference, at, name, email, subject, state, problem } = message
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries({ queryKey: key })
  const params = { id: String(id) }
  const delivering = useMutation({
    mutationFn: () => call(kernel, 'deliverContactMessage', { params }),
    onSuccess,
  })
  const deleting = useMutation({ mutationFn: () => call(kernel, 'deleteContactMessage', { params }), onSuccess })
  const [asking, setAsking] = useState(false)
  const [tone, label] = states[state]
  const title = subject === '' ? 'No subject' : subject
  return (
    <Card as="article" className="message-card" aria-label={`${reference}, ${title}`}>
      <div className="message-top">
        <h2>{title}</h2>
        <span className="code">{reference}</span>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p>
        {name === '' ? email : `${name}, ${email}`} · <span className="num">{momentText(at)}</span>
      </p>
      <p className="message-text">{message.message}</p>
      {problem !== null && <Banner tone="warning" title={problem} />}
      <FailedAct of={delivering} />
      <FailedAct of={deleting} />
      <div className="message-acts">
        <ButtonAnchor
          size="sm"
          href={`mailto:${email}?subject=${encodeURIComponent(`${title} (${reference})`)}`}
          icon={<Mail aria-hidden />}
        >
          Answer by email
        </ButtonAnchor>
        {canDeliver && (state === 'failed' || state === 'kept') && (
          <Button size="sm" icon={<Send aria-hidden />} busy={delivering.isPending} onClick={() => delivering.mutate()}>
            {state === 'failed' ? 'Deliver again' : 'Deliver to Discord'}
          </Button>
        )}
        <Button size="sm" variant="danger-quiet" icon={<Trash2 aria-hidden />} onClick={() => setAsking(true)}>
          Delete
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={`Delete message ${reference}?`}
        action="Delete"
        busy={deleting.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => deleting.mutate(undefined, { onSettled: () => setAsking(false) })}
      >
        This cannot be undone.
      </ConfirmDialog>
    </Card>
  )
}
