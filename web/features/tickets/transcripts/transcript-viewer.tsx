import { Link } from '@tanstack/react-router'
import { ArrowLeft, Download, Eye, Trash2 } from 'lucide-react'
import { Fragment, useEffect, useMemo, useRef, useState } from 'react'
import type { GuildCore } from '#kernel/contract.ts'
import type { TranscriptFacts, TranscriptMessage } from '#features/tickets/transcripts/contract.ts'
import { serverSentence } from '#web/app/api.ts'
import { momentText, momentWithin, shortDayText, shortMomentText } from '#web/app/dates.ts'
import { loadMore } from '#web/app/list/reload.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { LookupProvider } from '#web/ui/discord/lookup.ts'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useKeyDown } from '#web/ui/use-key-down.ts'
import { ticketPlace } from '../open-tickets/places.ts'
import { attachmentAddress, type DownloadFormat } from './download.ts'
import { RecordedMessages } from './recorded-messages.tsx'
import { useHits } from './use-hits.ts'
import { useNames } from './use-names.ts'
import { useReaders, useTranscript } from './use-transcripts.ts'

const formats: readonly { format: DownloadFormat; label: string }[] = [
  { format: 'html', label: 'HTML' },
  { format: 'txt', label: 'Text' },
  { format: 'json', label: 'JSON' },
]

function Facts({
  guildId,
  facts,
  pageOf,
}: {
  guildId: string
  facts: TranscriptFacts
  /** Its ticket, if the reader may open it. */
  pageOf: number | null
}) {
  return (
    <ul className="transcript-viewer-facts">
      <li>
        Panel <b>{facts.panelTitle}</b>
      </li>
      {facts.closedAt !== null && (
        <li title={momentText(facts.closedAt)}>
          {facts.closedByName === null ? 'Closed ' : 'Closed by '}
          <b>{facts.closedByName ?? shortMomentText(facts.closedAt)}</b>
        </li>
      )}
      <li>
        <b>{facts.messages}</b> {facts.messages === 1 ? 'message' : 'messages'}
      </li>
      <li>
        Kept until <b>{shortDayText(facts.keptUntil)}</b>
      </li>
      {facts.rating !== null && (
        <li>
          Rated <b>{facts.rating} of 5</b>
        </li>
      )}
      {pageOf !== null && (
        <li>
          <Link className="link" to="/manage/$guildId/$" params={{ guildId, _splat: ticketPlace(pageOf) }}>
            Its ticket
          </Link>
        </li>
      )}
      {facts.ratingComment !== null && <li className="transcript-viewer-comment">“{facts.ratingComment}”</li>}
    </ul>
  )
}

function Messages({
  guild,
  guildId,
  facts,
  messages,
  names,
}: {
  guild: GuildCore | undefined
  guildId: string
  facts: TranscriptFacts
  messages: readonly TranscriptMessage[]
  names: Parameters<typeof useNames>[1]
}) {
  const named = useNames(guildId, names, guild)
  return (
    <LookupProvider value={named}>
      <div className="msgs discord" role="log" aria-label="Conversation" aria-live="off">
        <RecordedMessages messages={messages} fileAddress={file => attachmentAddress(guildId, facts.id, file)} />
      </div>
    </LookupProvider>
  )
}

function Readers({ guildId, id, manages }: { guildId: string; id: string; manages: boolean }) {
  const { data, dataUpdatedAt } = useReaders(guildId, id, manages)
  const readers = data?.readers ?? []
  // Newest first, only the latest for each person.
  const people = readers.filter(({ userId }, at) => readers.findIndex(one => one.userId === userId) === at)
  const shown = people.slice(0, 3)
  const told = shown.map(({ name, at }) => `${name ?? 'a forgotten member'}, ${momentWithin(at, dataUpdatedAt)}`)
  const more = people.length - shown.length
  return (
    <p className="transcript-readers">
      <Eye aria-hidden />
      <span>
        {told.length > 0 && `Read by ${told.join('; ')}${more > 0 ? ` and ${more} more` : ''}. `}Every viewing is
        logged.
      </span>
    </p>
  )
}

/** A transcript: what it is about, the conversation with search results marked, and who read it. */
export function TranscriptViewer({
  guildId,
  guild,
  id,
  search,
  onBack,
  onDownload,
  onDelete,
}: {
  guildId: string
  guild: GuildCore | undefined
  id: string
  search: string
  onBack: () => void
  onDownload: (format: DownloadFormat) => Promise<void>
  onDelete: (facts: TranscriptFacts) => void
}) {
  const query = useTranscript(guildId, id)
  const { data, error, hasNextPage, isFetchingNextPage } = query
  const [busy, setBusy] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const messages = useMemo(() => data?.pages.flatMap(page => page.messages) ?? [], [data])
  const [first] = data?.pages ?? []
  useHits(body, search, data)
  // A new viewer is mounted for each transcript.
  useEffect(() => title.current?.focus(), [])
  useKeyDown(event => {
    if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('[role=dialog],[role=menu]'))
      onBack()
  })
  const facts = first?.transcript
  return (
    <section className="transcript-viewer" aria-label="Transcript">
      <header className="transcript-viewer-head">
        <IconButton
          className="transcript-back"
          label="Back to the list"
          icon={<ArrowLeft aria-hidden />}
          onClick={onBack}
        />
        <h2 ref={title} tabIndex={-1}>
          {facts ? `${facts.ticketId}, ${facts.userName ?? 'Forgotten member'}` : 'Transcript'}
        </h2>
        {facts && (
          <Menu
            trigger={
              <Button icon={<Download aria-hidden />} busy={busy}>
                Download
              </Button>
            }
          >
            {formats.map(({ format, label }) => (
              <MenuItem
                key={format}
                onSelect={() => {
                  setBusy(true)
                  void onDownload(format).finally(() => setBusy(false))
                }}
              >
                {label}
              </MenuItem>
            ))}
          </Menu>
        )}
        {facts && first?.manages && (
          <IconButton label="Delete transcript" icon={<Trash2 aria-hidden />} onClick={() => onDelete(facts)} />
        )}
      </header>
      {first && <Facts guildId={guildId} facts={first.transcript} pageOf={first.pageOf} />}
      <div className="transcript-body" ref={body}>
        {error && !data && (
          <Banner tone="danger" title={serverSentence(error) ?? 'Failed to load transcripts'}>
            <TextButton onClick={() => void query.refetch()}>Try again</TextButton>
          </Banner>
        )}
        {!data && !error && (
          <div role="status">
            <span className="visually-hidden">Loading transcript...</span>
            <Skeleton className="settings-skeleton" />
          </div>
        )}
        {facts?.problem && <Banner tone="warning">{facts.problem}</Banner>}
        {first && first.undelivered.length > 0 && <Banner tone="warning">{first.undelivered.join(' ')}</Banner>}
        {facts && facts.answers.length > 0 && (
          <dl className="transcript-answers">
            {facts.answers.map(({ label, value }, key) => (
              <Fragment key={key}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </Fragment>
            ))}
          </dl>
        )}
        {facts && first && (
          <Messages guild={guild} guildId={guildId} facts={facts} messages={messages} names={first.names} />
        )}
        {hasNextPage && (
          <Button busy={isFetchingNextPage} onClick={() => void loadMore(query)}>
            Load later messages
          </Button>
        )}
      </div>
      {first && <Readers guildId={guildId} id={id} manages={first.manages} />}
    </section>
  )
}
