import { Ellipsis } from 'lucide-react'
import type { BoardRow } from '#features/leveling/contract.ts'
import { MemberLink } from '#web/app/people/member-link.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import './xp-progress.css'

export type XpAction = 'give' | 'take' | 'reset'

const nameOf = ({ user }: BoardRow) => user.name ?? user.id

/** Members by XP, with actions for each. */
export function BoardTable({
  rows,
  readOnly,
  onChoose,
}: {
  rows: readonly BoardRow[]
  readOnly: boolean
  onChoose: (row: BoardRow, action: XpAction) => void
}) {
  return (
    <table className="board">
      <thead>
        <tr>
          <th scope="col">Rank</th>
          <th scope="col">Member</th>
          <th scope="col" className="number">
            Level
          </th>
          <th scope="col" className="wide">
            XP
          </th>
          <th scope="col" className="number wide">
            Messages
          </th>
          <th>
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.user.id}>
            <td className="board-rank">#{formatNumber(row.rank)}</td>
            <td>
              <span className="board-person">
                <Avatar src={row.user.avatarURL} size={32} />
                <b>
                  <MemberLink id={row.user.id}>{nameOf(row)}</MemberLink>
                </b>
              </span>
            </td>
            <td className="number">{formatNumber(row.level)}</td>
            <td className="board-xp wide">
              <span>
                {formatNumber(row.xp)} of {formatNumber(row.needed)}
              </span>
              <progress
                className="xp-progress"
                max={row.needed}
                value={row.xp}
                aria-label={`XP of ${nameOf(row)} toward the next level`}
              />
            </td>
            <td className="number wide">{formatNumber(row.messages)}</td>
            <td>
              <Menu
                label={nameOf(row)}
                trigger={
                  <IconButton
                    size="sm"
                    why={readOnly}
                    label={`Change XP of ${nameOf(row)}`}
                    icon={<Ellipsis aria-hidden />}
                  />
                }
              >
                <MenuItem onSelect={() => onChoose(row, 'give')}>Give XP</MenuItem>
                <MenuItem onSelect={() => onChoose(row, 'take')}>Take XP</MenuItem>
                <MenuSeparator />
                <MenuItem danger onSelect={() => onChoose(row, 'reset')}>
                  Reset
                </MenuItem>
              </Menu>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
