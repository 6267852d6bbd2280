import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type ListedEmoji, mostAtOnce } from '#features/emojis/emoji/contract.ts'
import type { GuildCore } from '#kernel/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Select } from '#web/ui/form/combobox.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { SearchInput } from '#web/ui/form/text-input.tsx'
import { formatCount } from '#web/ui/numbers.ts'
import { EmojiRow } from './emoji-rows.tsx'
import { type Filter, shownEmojis, unusedText } from './shown.ts'
import type { EmojiList as List } from './use-emojis.ts'

/** Rows shown before somebody asks for more. */
const pageSize = 100

const kinds = [
  { value: 'all', label: 'All' },
  { value: 'static', label: 'Static' },
  { value: 'animated', label: 'Animated' },
  { value: 'unused', label: 'Unused' },
] as const
const orders = [
  { value: 'used', label: 'Most used' },
  { value: 'unused', label: 'Least used' },
  { value: 'name', label: 'Name' },
  { value: 'newest', label: 'Newest' },
  { value: 'oldest', label: 'Oldest' },
] as const

const initial: Filter = { search: '', kind: 'all', order: 'used' }

/** The server's emoji, with search, sorting, selection, editing and deleting. */
export function EmojiList({
  list,
  guild,
  now,
  readOnly,
  onAdd,
  onEdit,
  onRemove,
}: {
  list: List
  guild: GuildCore | undefined
  now: number
  readOnly: boolean
  onAdd: React.ReactNode
  onEdit: (emoji: ListedEmoji) => void
  onRemove: (emojis: ListedEmoji[]) => void
}) {
  const [filter, setFilter] = useState(initial)
  const [most, setMost] = useState(pageSize)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const { emojis, countingSince } = list
  const shown = shownEmojis(emojis, filter)
  // Emoji deleted in the meantime are no longer selected.
  const chosen = emojis.filter(({ id, locked }) => picked.has(id) && locked === null)
  const change = (patch: Partial<Filter>) => {
    setFilter({ ...filter, ...patch })
    setMost(pageSize)
  }
  const tooMany = chosen.length > mostAtOnce
  if (emojis.length === 0)
    return (
      <Card>
        <Empty title="No emojis yet" action={onAdd}>
          Add one from a link, a file, or an emoji of another server.
        </Empty>
      </Card>
    )
  return (
    <Card as="section" aria-label="Emojis">
      <CardHead title="Emojis">
        <span className="muted" role="status">
          {shown.length === emojis.length
            ? formatCount(emojis.length, 'emoji')
            : `${shown.length} of ${formatCount(emojis.length, 'emoji')}`}
        </span>
      </CardHead>
      <search className="emoji-filters">
        <SearchInput
          label="Search emojis"
          placeholder="Search by name"
          value={filter.search}
          onChange={search => change({ search })}
        />
        <Segmented
          label="Kind"
          name="emoji-kind"
          value={filter.kind}
          onChange={kind => change({ kind })}
          options={kinds}
        />
        <Select label="Order" options={orders} value={filter.order} onChange={order => change({ order })} />
      </search>
      {filter.kind === 'unused' && <p className="emoji-note">{unusedText(countingSince, now)}</p>}
      {chosen.length > 0 && (
        <div className="emoji-chosen" role="group" aria-label="Chosen emojis">
          <span role="status">{formatCount(chosen.length, 'emoji')} chosen</span>
          {tooMany && <small className="muted">At most {mostAtOnce} are deleted at once.</small>}
          <Button size="sm" variant="ghost" onClick={() => setPicked(new Set())}>
            Choose none
          </Button>
          <Button
            size="sm"
            variant="danger-quiet"
            icon={<Trash2 aria-hidden />}
            why={tooMany && `At most ${mostAtOnce} are deleted at once.`}
            onClick={() => onRemove(chosen)}
          >
            Delete chosen
          </Button>
        </div>
      )}
      {shown.length === 0 ? (
        <Empty
          title="No emoji matches"
          action={
            <Button size="sm" onClick={() => change({ search: '', kind: 'all' })}>
              Clear filters
            </Button>
          }
        >
          {filter.kind === 'unused' ? 'All of them were used.' : 'Try another name or another kind.'}
        </Empty>
      ) : (
        <ul className="emoji-rows">
          {shown.slice(0, most).map(emoji => (
            <EmojiRow
              key={emoji.id}
              emoji={emoji}
              guild={guild}
              now={now}
              readOnly={readOnly}
              chosen={picked.has(emoji.id) && emoji.locked === null}
              onChoose={isChosen => {
                const next = new Set(picked)
                if (isChosen) next.add(emoji.id)
                else next.delete(emoji.id)
                setPicked(next)
              }}
              onEdit={() => onEdit(emoji)}
              onRemove={() => onRemove([emoji])}
            />
          ))}
        </ul>
      )}
      {shown.length > most && (
        <div className="emoji-more">
          <Button size="sm" onClick={() => setMost(most + pageSize)}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  )
}
