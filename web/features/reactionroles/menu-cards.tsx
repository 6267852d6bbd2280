import { Hash, TriangleAlert } from 'lucide-react'
import type { GuildCore } from '#kernel/contract.ts'
import { type Menu, modeNames } from '#features/reactionroles/menus/contract.ts'
import { placeName } from '#web/app/preview/guild-lookup.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Select } from '#web/ui/form/combobox.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { narrow, useMedia } from '#web/ui/use-media.ts'

interface Props {
  menus: readonly Menu[]
  guild: GuildCore | undefined
  /** The menu being edited; a new one is not in the list yet. */
  selected: string
  isNew: boolean
  onSelect: (id: string) => void
}

function StateBadge({ menu }: { menu: Menu }) {
  const { length } = menu.problems
  if (length > 0)
    return (
      <Badge tone="warning" icon={<TriangleAlert aria-hidden />}>
        {length === 1 ? '1 problem' : `${length} problems`}
      </Badge>
    )
  if (menu.message_id === null) return <Badge>Draft</Badge>
  return menu.outdated ? <Badge tone="accent">Changed since</Badge> : <Badge tone="success">Deployed</Badge>
}

const modeOf = ({ mode, most }: Menu) => (mode === 'limit' ? `At most ${most}` : modeNames[mode])
const given = (count: number) => `${formatNumber(count)} ${count === 1 ? 'role' : 'roles'} given`

/** The menus of a server, with the edited one selected; on phones a select. */
export function MenuCards({ menus, guild, selected, isNew, onSelect }: Props) {
  const isPhone = useMedia(narrow)
  const places = (menu: Menu) => placeName(guild, menu.message_channel_id ?? menu.channel_id, 'no channel chosen')
  if (isPhone) {
    const options = [
      ...menus.map(menu => ({
        value: menu.id,
        label: menu.name,
        note: [
          `${places(menu)} · ${modeOf(menu)}`,
          ...(menu.problems.length > 0
            ? [menu.problems.length === 1 ? '1 problem' : `${menu.problems.length} problems`]
            : []),
        ].join(' · '),
      })),
      ...(isNew ? [{ value: selected, label: 'New menu' }] : []),
    ]
    return <Select label="Menu" options={options} value={selected} onChange={onSelect} />
  }
  return (
    <ul className="menu-cards" aria-label="Menus">
      {menus.map(menu => (
        <li key={menu.id}>
          <button
            type="button"
            className="menu-card"
            aria-pressed={menu.id === selected}
            onClick={() => onSelect(menu.id)}
          >
            <span className="menu-card-head">
              <b>{menu.name}</b>
              <StateBadge menu={menu} />
            </span>
            <span className="menu-card-note">
              <Hash aria-hidden />
              {places(menu)} · {modeOf(menu)}
            </span>
            <span className="menu-card-note">{given(menu.given)}</span>
          </button>
        </li>
      ))}
      {isNew && (
        <li>
          <button type="button" className="menu-card" aria-pressed onClick={() => onSelect(selected)}>
            <span className="menu-card-head">
              <b>New menu</b>
              <Badge>Not saved</Badge>
            </span>
            <span className="menu-card-note">Nobody sees it yet</span>
          </button>
        </li>
      )}
    </ul>
  )
}
