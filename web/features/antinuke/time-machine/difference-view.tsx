import { ArrowRight, Hash, TriangleAlert, Volume2 } from 'lucide-react'
import { useState } from 'react'
import type { ShownChange, ShownDifference } from '#features/antinuke/time-machine/contract.ts'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { formatNumber } from '#web/ui/numbers.ts'

/** '#general', or a replacement if there is no name. */
export const titleOf = ({ name, kind, channelType }: ShownDifference): string =>
  name === null
    ? 'A channel you cannot see'
    : kind === 'channel' && channelType !== 4 && channelType !== 2
      ? `#${name}`
      : name

/** An icon for the kind of object: a role's color, a channel's sign. */
export function ObjectIcon({ one }: { one: ShownDifference }) {
  if (one.kind === 'role')
    return (
      <span className="tm-dot" style={one.color ? { background: `#${one.color.toString(16).padStart(6, '0')}` } : {}} />
    )
  if (one.kind !== 'channel' || one.channelType === 4) return null
  return one.channelType === 2 || one.channelType === 13 ? (
    <Volume2 className="lucide" aria-hidden />
  ) : (
    <Hash className="lucide" aria-hidden />
  )
}

function Line({ change: { label, before, after } }: { change: ShownChange }) {
  return (
    <span className="tm-change">
      {label} <code>{before ?? 'none'}</code> <ArrowRight className="lucide" aria-label="to" />{' '}
      <code>{after ?? 'none'}</code>
    </span>
  )
}

const mostLines = 6

/** What changed about an object, one line each; if there are many, only the first lines, and the rest on request. */
export function ChangeLines({ changes }: { changes: readonly ShownChange[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? changes : changes.slice(0, mostLines)
  return (
    <>
      {shown.map((change, place) => (
        // Two lines may be identical.
        <Line key={place} change={change} />
      ))}
      {shown.length < changes.length && (
        <TextButton
          tabIndex={-1}
          onClick={event => {
            event.stopPropagation()
            setAll(true)
          }}
        >
          and {formatNumber(changes.length - shown.length)} more
        </TextButton>
      )}
    </>
  )
}

/** A badge for changes that let somebody do harm. */
export const GivesPower = () => (
  <span className="tm-power">
    <TriangleAlert className="lucide" aria-hidden /> gives power
  </span>
)
