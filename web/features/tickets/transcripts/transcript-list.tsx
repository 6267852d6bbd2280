import { Fragment, type KeyboardEvent } from 'react'
import type { ListedTranscript } from '#features/tickets/transcripts/contract.ts'
import { avatarUrl } from '#web/app/avatar-url.ts'
import { clockText, dayText } from '#web/app/dates.ts'
import { ListFrame } from '#web/app/list/list-frame.tsx'
import { useAbout } from '#web/app/queries.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { formatBytes } from '#web/ui/numbers.ts'
import { Empty } from '#web/ui/empty.tsx'
import { TranscriptFilters } from './transcript-filters.tsx'
import { type TranscriptFilter, useTranscripts } from './use-transcripts.ts'

/** A text with all occurrences of `search` marked. */
function Marked({ text, search }: { text: string; search: string }) {
  if (search === '') return text
  const pieces: { text: string; hit: boolean }[] = []
  const wanted = search.toLowerCase()
  const lower = text.toLowerCase()
  let from = 0
  // Lower-casing may change the length of a text, and then positions do not match.
  for (let at = lower.length === text.length ? lower.indexOf(wanted) : -1; at >= 0; at = lower.indexOf(wanted, from)) {
    pieces.push({ text: text.slice(from, at), hit: false }, { text: text.slice(at, at + wanted.length), hit: true })
    from = at + wanted.length
  }
  pieces.push({ text: text.slice(from), hit: false })
  return pieces.map((piece, key) => (piece.hit ? <mark key={key}>{piece.text}</mark> : piece.text))
}

function Row({
  one,
  search,
  chosen,
  onOpen,
}: {
  one: ListedTranscript
  search: string
  chosen: boolean
  onOpen: () => void
}) {
  const about = useAbout()
  const face =
    about && one.userId !== null ? avatarUrl(about.cdnUrl, { id: one.userId, avatar: one.avatar }, 64) : undefined
  return (
    <li>
      <button
        type="button"
        className="transcript-row"
        data-transcript={one.id}
        aria-current={chosen ? 'true' : undefined}
        onClick={onOpen}
        onKeyDown={moveFocus}
      >
        <Avatar src={face} size={32} />
        <span className="transcript-row-text">
          <b>
            {one.ticketId} <Marked text={one.userName ?? 'Forgotten member'} search={search} />
          </b>
          <small>
            {one.hit ? (
              <>
                {one.hit.author ?? 'Forgotten member'}: <Marked text={one.hit.text} search={search} />
              </>
            ) : (
              one.panelTitle
            )}
          </small>
        </span>
        <span className="transcript-row-end">
          <time dateTime={new Date(one.createdAt).toISOString()}>{clockText(one.createdAt)}</time>
          <small>{formatBytes(one.size)}</small>
        </span>
      </button>
    </li>
  )
}

/** The arrow keys move between the rows. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const rows = [
    ...(event.currentTarget.closest('.transcript-days')?.querySelectorAll<HTMLElement>('.transcript-row') ?? []),
  ]
  const at = rows.findIndex(row => row === document.activeElement)
  const next = at < 0 ? undefined : rows[at + (event.key === 'ArrowDown' ? 1 : -1)]
  if (!next) return
  event.preventDefault()
  next.focus()
}

const isFiltered = ({ search, panel, from, to }: TranscriptFilter) =>
  [search, panel, from, to].some(value => value !== undefined)

/** Transcripts by day, newest first, with search and filters. */
export function TranscriptList({
  guildId,
  filter,
  chosen,
  onFilter,
  onOpen,
}: {
  guildId: string
  filter: TranscriptFilter
  chosen: string | undefined
  onFilter: (change: TranscriptFilter) => void
  onOpen: (id: string) => void
}) {
  const query = useTranscripts(guildId, filter)
  const { data, dataUpdatedAt } = query
  const [first] = data?.pages ?? []
  const all = data?.pages.flatMap(({ transcripts }) => transcripts) ?? []
  const days = Map.groupBy(all, ({ createdAt }) => dayText(createdAt, dataUpdatedAt))
  const { search = '' } = filter
  const within = filter.from !== undefined || filter.to !== undefined ? ' in these days' : ''
  return (
    <section className="transcript-list" aria-label="Transcripts">
      <div className="transcript-filters">
        <TranscriptFilters filter={filter} panels={first?.panels ?? []} onChange={onFilter} />
      </div>
      <ListFrame
        noun={['transcript', 'transcripts']}
        failed="Failed to load transcripts"
        query={query}
        shown={all.length}
        total={first?.total ?? 0}
        more="Show older transcripts"
        filtered={isFiltered(filter)}
        onClear={() => onFilter({ search: undefined, panel: undefined, from: undefined, to: undefined })}
        noMatch={{ title: search === '' ? `No transcripts${within}` : `No transcript contains “${search}”${within}.` }}
        empty={
          <Empty title="No transcripts yet">
            When a ticket is closed, what was written in it appears here. The team can make one at any time with .ticket
            transcript.
          </Empty>
        }
      >
        <div className="transcript-days">
          {[...days].map(([day, transcripts]) => (
            <Fragment key={day}>
              <h3>{day}</h3>
              <ul>
                {transcripts.map(one => (
                  <Row
                    key={one.id}
                    one={one}
                    search={search}
                    chosen={one.id === chosen}
                    onOpen={() => onOpen(one.id)}
                  />
                ))}
              </ul>
            </Fragment>
          ))}
        </div>
      </ListFrame>
    </section>
  )
}
