import { createContext, type ReactNode, use } from 'react'

/**
 * Why something cannot be pressed now; `true` if the reason is the one given by the surrounding {@link
 * DisabledReasonProvider}.
 */
export type DisabledReason = string | boolean | undefined

const SurroundingReason = createContext<string | undefined>(undefined)

/** Gives a reason why its content cannot be changed to every button in it that has no reason of its own. */
export function DisabledReasonProvider({ why, children }: { why: string | undefined; children: ReactNode }) {
  const surrounding = use(SurroundingReason)
  return <SurroundingReason value={why ?? surrounding}>{children}</SurroundingReason>
}

/** Props for a button that is disabled for a reason, which its tooltip shows and screen readers announce. */
export function useDisabledReason(why: DisabledReason, title?: string) {
  const surrounding = use(SurroundingReason)
  const disabled = why !== undefined && why !== false
  const reason = why === true ? surrounding : why
  return { disabled, title: disabled && reason ? reason : title }
}

/**
 * Fields that are all disabled while `why` is set. They show that reason, or that of the surrounding
 * {@link DisabledReasonProvider} if there is one.
 */
export function FieldsUnless({
  why,
  className,
  children,
}: {
  why: string | undefined
  className?: string
  children: ReactNode
}) {
  const surrounding = use(SurroundingReason)
  const told = why === undefined ? undefined : (surrounding ?? why)
  return (
    <fieldset className={className} disabled={why !== undefined} title={told}>
      <DisabledReasonProvider why={told}>{children}</DisabledReasonProvider>
    </fieldset>
  )
}

const waiting = 'Wait until this is done.'
export const nothingChanged = 'Nothing has been changed.'

/** Why a button has to wait for something else, such as Cancel while the act that it would cancel is under way. */
export const whileBusy = (busy: boolean) => (busy ? waiting : undefined)

/**
 * Why a button that needs loaded data cannot be pressed: the data is loading, or could not be loaded.
 * @param failed says that it could not be loaded, and what to do
 */
export function whileNotLoaded(
  { data, isError, isFetching }: { data: unknown; isError: boolean; isFetching: boolean },
  failed: string,
): string | undefined {
  if (isError) return isFetching ? waiting : failed
  return whileBusy(data === undefined)
}

/** Why nothing more can be added to a list, if it is full. */
export const whileFull = (count: number, most: number, what = 'entries') =>
  count >= most ? `There can be at most ${most} ${what}.` : undefined
