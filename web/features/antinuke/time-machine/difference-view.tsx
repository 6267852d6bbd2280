import { ArrowRight, Hash, TriangleAlert, Volume2 } from 'lucide-react'
import { useState } from 'react'
import { channelLabel, type ShownChange, type ShownDifference } from '#features/antinuke/time-machine/contract.ts'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { formatNumber } from '#web/ui/numbers.ts'

const category = 4
const isVoiceLike = (channelType: number | null) => channelType === 2 || channelType === 13

/** '#general', or a replacement if there is no name. Only channels that have a # in Discord get one. */
export function titleOf({ name, kind, channelType }: ShownDifference): string {
  if (name === null) return 'A channel you cannot see'
  return kind === 'channel' ? channelLabel(name, channelType) : name
}

/** An icon for the kind of object: a role's color, a channel's sign. */
export function ObjectIcon({ one }: { one: ShownDifference }) {
  if (one.kind === 'role')
    return (
      <span className="tm-dot" style={one.color ? { background: `#${one.color.toString(16).padStart(6, '0')}` } : {}} />
    )
  if (one.kind !== 'channel' || one.channelType === category) return null
  return isVoiceLike(one.channelType) ? (
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
