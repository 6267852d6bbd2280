import { ArrowDown } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import tickets from '#features/tickets/contract.ts'
import { address, ApiError } from '#web/app/api.ts'
import { loadMore } from '#web/app/list/reload.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { LookupProvider } from '#web/ui/discord/lookup.ts'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { RecordedMessages } from '../transcripts/recorded-messages.tsx'
import { useNames } from '../transcripts/use-names.ts'
import { OutgoingAnswers } from './outgoing.tsx'
import type { Outbox } from './use-outbox.ts'
import type { ShownTicket } from './use-ticket.ts'

/** Focusable, so that the arrow keys can scroll it. */
const scrolled = { tabIndex: 0 }

/** How close to the end counts as following the conversation (px). */
const nearPx = 48

/** The conversation as Discord shows it, newest at the bottom. */
export function Conversation({
  guildId,
  ticketId,
  query,
  outbox,
}: {
  guildId: string
  ticketId: string
  query: ShownTicket['messages']
  outbox: Outbox
}) {
  const { data, error, hasNextPage, isFetchingNextPage } = query
  // The first page is the newest.
  const messages = data?.pages.toReversed().flatMap(page => page.messages) ?? []
  const names = {
    users: Object.assign({}, ...(data?.pages.map(page => page.names.users) ?? [])) as Record<string, string>,
    channels: Object.assign({}, ...(data?.pages.map(page => page.names.channels) ?? [])) as Record<string, string>,
    roles: Object.assign({}, ...(data?.pages.map(page => page.names.roles) ?? [])) as Record<string, string>,
  }
  const lookup = useNames(guildId, names)
  const { log, unread, toEnd, onScroll } = useReadingPlace(messages)
  const fileAddress = (attachmentId: string) =>
    address(tickets.endpoints.ticketAttachment.path, { params: { guildId, ticketId, attachmentId } })
  return (
    <div className="live-conversation">
      <div
        ref={log}
        className="live-log msgs discord"
        role="log"
        aria-label="Conversation"
        {...scrolled}
        onScroll={onScroll}
      >
        {hasNextPage && (
          <Button size="sm" className="live-earlier" busy={isFetchingNextPage} onClick={() => void loadMore(query)}>
            Load earlier
          </Button>
        )}
        {error && !data && (
          <Banner tone="danger" title={error instanceof ApiError ? error.message : 'The messages could not be loaded.'}>
            <TextButton onClick={() => void query.refetch()}>Try again</TextButton>
          </Banner>
        )}
        {!data && !error && (
          <div role="status">
            <span className="visually-hidden">Loading messages...</span>
            <Skeleton className="settings-skeleton" />
          </div>
        )}
        {data && messages.length === 0 && <p className="live-none">Nothing has been written here yet.</p>}
        <LookupProvider value={lookup}>
          <RecordedMessages messages={messages} fileAddress={fileAddress} />
        </LookupProvider>
        {(data || error) && <OutgoingAnswers outbox={outbox} />}
      </div>
      {unread > 0 && (
        <Button size="sm" className="live-unread" icon={<ArrowDown aria-hidden />} onClick={toEnd}>
          {unread} new
        </Button>
      )}
    </div>
  )
}

/**
 * Scrolls along with new messages while the user is at the end; otherwise stays where they are reading, and counts new
 * messages.
 */
function useReadingPlace(messages: readonly { id: string }[]) {
  const log = useRef<HTMLDivElement>(null)
  const place = useRef({ atEnd: true, height: 0, top: 0, first: undefined as string | undefined })
  const [seen, setSeen] = useState<string>()
  const first = messages[0]?.id
  const last = messages.at(-1)?.id
  const onScroll = () => {
    const element = log.current
    if (!element) return
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < nearPx
    place.current = { ...place.current, atEnd, height: element.scrollHeight, top: element.scrollTop }
    if (atEnd) setSeen(last)
  }
  const toEnd = () => {
    const element = log.current
    element?.scrollTo({ top: element.scrollHeight })
    element?.focus()
  }
  useLayoutEffect(() => {
    const element = log.current
    if (!element) return
    const { atEnd, height, top, first: before } = place.current
    if (atEnd) element.scrollTop = element.scrollHeight
    // Messages loaded above must not push away what is being read.
    else if (before !== first) element.scrollTop = top + element.scrollHeight - height
    place.current = { ...place.current, height: element.scrollHeight, top: element.scrollTop, first }
  })
  // Pictures grow when they load, and so does the box below while somebody types.
  useEffect(() => {
    const element = log.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => {
      if (place.current.atEnd) element.scrollTop = element.scrollHeight
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (place.current.atEnd) setSeen(last)
  }, [last])
  const at = messages.findIndex(({ id }) => id === seen)
  return { log, unread: at < 0 ? 0 : messages.length - 1 - at, toEnd, onScroll }
}
