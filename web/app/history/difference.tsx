import { ArrowRight } from 'lucide-react'
import type { Difference as Changed } from '#kernel/history/contract.ts'
import './difference.css'

const Gone = ({ children }: { children: string }) => <del className="difference-removed">{children}</del>
const New = ({ children }: { children: string }) => <ins className="difference-added">{children}</ins>

const Became = ({ isAhead }: { isAhead: boolean }) => (
  <>
    <ArrowRight className="difference-arrow" aria-hidden />
    <span className="visually-hidden">{isAhead ? ' becomes ' : ' became '}</span>
  </>
)

/**
 * How a setting changed: both values, the words of a text, or the entries added to and removed from a list.
 * @param isAhead the change has not been made yet
 * @param only show just the old or the new value: the other is empty, because the thing was created or deleted
 */
export function Difference({
  of,
  isAhead = false,
  only,
}: {
  of: Changed
  isAhead?: boolean
  only?: 'before' | 'after' | undefined
}) {
  if (of.kind === 'value' && only === 'after') return <span className="difference difference-one">{of.after}</span>
  if (of.kind === 'value' && only === 'before')
    return (
      <span className="difference">
        <Gone>{of.before}</Gone>
      </span>
    )
  // The same value was posted again.
  if (of.kind === 'value' && of.before === of.after)
    return <span className="difference difference-one">{of.after}</span>
  if (of.kind === 'value')
    return (
      <span className="difference">
        <Gone>{of.before}</Gone>
        <Became isAhead={isAhead} />
        <New>{of.after}</New>
      </span>
    )
  if (of.kind === 'text')
    return (
      <span className="difference difference-text">
        {of.parts.map(({ text, is }, place) => {
          const key = `${place}${is}`
          if (is === 'added') return <New key={key}>{text}</New>
          return is === 'removed' ? <Gone key={key}>{text}</Gone> : <span key={key}>{text}</span>
        })}
      </span>
    )
  const { added, removed, changed, more, moved, unchanged } = of
  const rest = [
    more > 0 && `${more} more changed`,
    moved && 'in another order',
    unchanged > 0 && `${unchanged} unchanged`,
  ].filter(Boolean)
  return (
    <span className="difference">
      {added.map((item, place) => (
        <New key={`${place}${item}`}>{`+ ${item}`}</New>
      ))}
      {removed.map((item, place) => (
        <Gone key={`${place}${item}`}>{`− ${item}`}</Gone>
      ))}
      {changed.map(({ before, after }, place) => (
        <span key={`${place}${after}`} className="difference-pair">
          <Gone>{before}</Gone>
          <Became isAhead={isAhead} />
          <New>{after}</New>
        </span>
      ))}
      {rest.length > 0 && <small className="difference-rest">{rest.join(', ')}</small>}
    </span>
  )
}
