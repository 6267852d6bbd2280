import { createContext, type ReactNode, use } from 'react'

/** Why something cannot be pressed now; `true` where the reason is that of all that stands around it, see `Because`. */
export type WhyNot = string | boolean | undefined

const Around = createContext<string | undefined>(undefined)

/** Why what stands in here cannot be changed, told by each button in it that has no reason of its own. */
export function Because({ why, children }: { why: string | undefined; children: ReactNode }) {
  const around = use(Around)
  return <Around value={why ?? around}>{children}</Around>
}

/** To be spread on a button: disabled for a reason, which its tooltip tells, also to those who hear the page. */
export function useWhyNot(why: WhyNot, title?: string) {
  const around = use(Around)
  const disabled = why !== undefined && why !== false
  const reason = why === true ? around : why
  return { disabled, title: disabled && reason ? reason : title }
}

/** Fields that cannot be changed, all for one reason, or for that of what they stand in; undefined while they can. */
export function FieldsUnless({
  why,
  className,
  children,
}: {
  why: string | undefined
  className?: string
  children: ReactNode
}) {
  const around = use(Around)
  const told = why === undefined ? undefined : (around ?? why)
  return (
    <fieldset className={className} disabled={why !== undefined} title={told}>
      <Because why={told}>{children}</Because>
    </fieldset>
  )
}

const waiting = 'Wait until this is done.'
export const nothingChanged = 'Nothing has been changed.'

/** Why what waits for something else cannot be pressed: Cancel, while what it would cancel is under way. */
export const whileBusy = (busy: boolean) => (busy ? waiting : undefined)

/**
 * Why what needs something that is read first cannot be pressed: it is on its way, or it could not be read.
 * @param failed says that it could not, and what to do then
 */
export function untilRead(
  { data, isError, isFetching }: { data: unknown; isError: boolean; isFetching: boolean },
  failed: string,
): string | undefined {
  if (isError) return isFetching ? waiting : failed
  return whileBusy(data === undefined)
}

/** Why no more can be added to a list, if that is so. */
export const full = (count: number, most: number, what = 'entries') =>
  count >= most ? `There can be at most ${most} ${what}.` : undefined
