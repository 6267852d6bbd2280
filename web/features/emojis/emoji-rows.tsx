import { roleNameIn } from '#web/app/guild-names.ts'
import { Ellipsis, Lock, PencilLine, Trash2 } from 'lucide-react'
import type { ListedEmoji } from '#features/emojis/emoji/contract.ts'
import type { GuildCore } from '#kernel/contract.ts'
import { agoText, longDayText } from '#web/app/dates.ts'
import { MemberLink } from '#web/app/people/member-link.tsx'
import { nameOf } from '#web/app/people/people-list.tsx'
import { useProductName } from '#web/app/queries.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { formatCount } from '#web/ui/numbers.ts'
import { lastText, usesOf } from './shown.ts'
import { UseChart } from './use-chart.tsx'

function Added({ emoji, now }: { emoji: ListedEmoji; now: number }) {
  const product = useProductName()
  const { addedBy, throughBot, createdAt } = emoji
  return (
    <small className="muted">
      Added <time title={longDayText(createdAt)}>{agoText(createdAt, now)}</time>
      {addedBy && (
        <>
          {' '}
          by <MemberLink id={addedBy.id}>{nameOf(addedBy)}</MemberLink>
        </>
      )}
      {throughBot && ` through ${product}`}
    </small>
  )
}

function Uses({ emoji, now }: { emoji: ListedEmoji; now: number }) {
  const { messages, reactions, lastUsedAt, weeks } = emoji
  return (
    <div className="emoji-uses">
      <UseChart weeks={weeks} />
      <span title={`${formatCount(messages, 'message')}, ${formatCount(reactions, 'reaction')}`}>
        <b>{formatCount(usesOf(emoji), 'use')}</b>
        <small className="muted">{lastUsedAt === null ? 'not used' : lastText(lastUsedAt, now)}</small>
      </span>
    </div>
  )
}

/** One emoji: picture, name, who added it, how often it is used, and its buttons. */
export function EmojiRow({
  emoji,
  guild,
  now,
  chosen,
  readOnly,
  onChoose,
  onEdit,
  onRemove,
}: {
  emoji: ListedEmoji
  guild: GuildCore | undefined
  now: number
  chosen: boolean
  readOnly: boolean
  onChoose: (chosen: boolean) => void
  onEdit: () => void
  onRemove: () => void
}) {
  const { name, roles, locked, available } = emoji
  const reason = readOnly ? 'You can look at emojis, not change them.' : (locked ?? undefined)
  const closed = reason !== undefined
  const names = roles.map(id => roleNameIn(guild, id))
  return (
    <li className="emoji-row emoji-row-line" data-chosen={chosen || undefined}>
      <input
        type="checkbox"
        className="check"
        aria-label={`Choose :${name}:`}
        checked={chosen}
        disabled={closed}
        onChange={({ target }) => onChoose(target.checked)}
      />
      <img className="emoji-picture" src={emoji.url} alt="" width={32} height={32} loading="lazy" draggable={false} />
      <div className="emoji-words">
        <b className="truncate">:{name}:</b>
        <Added emoji={emoji} now={now} />
      </div>
      <span className="emoji-marks">
        {emoji.animated && <Badge>Animated</Badge>}
        {!available && <Badge tone="warning">Needs boosts</Badge>}
        {roles.length > 0 && (
          <Badge icon={<Lock aria-hidden />}>
            <span title={names.join(', ')}>{formatCount(roles.length, 'role')}</span>
          </Badge>
        )}
      </span>
      <Uses emoji={emoji} now={now} />
      <Menu
        label={`:${name}:`}
        trigger={<IconButton size="sm" label={`What to do with :${name}:`} icon={<Ellipsis aria-hidden />} />}
      >
        <MenuItem icon={<PencilLine aria-hidden />} why={reason} onSelect={onEdit}>
          Edit
        </MenuItem>
        <MenuItem icon={<Trash2 aria-hidden />} danger why={reason} onSelect={onRemove}>
          Delete
        </MenuItem>
      </Menu>
    </li>
  )
}
