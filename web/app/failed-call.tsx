import type { UseQueryResult } from '@tanstack/react-query'
import { Banner } from '#web/ui/banner.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { failureText, isSignedOut } from './api.ts'
import { useClearing } from './use-clearing.ts'

/**
 * Why a call failed, shown where it was started. Not shown to somebody who is signed out: `SignedOut` says so once,
 * with what to do.
 */
export const FailedCall = ({
  error,
  onRetry,
}: {
  error: Error | null
  /** Loads it again, if it was loading that failed. */
  onRetry?: () => unknown
}) =>
  error && !isSignedOut(error) ? (
    <Banner tone="danger" title={error.message}>
      {onRetry && <TextButton onClick={() => void onRetry()}>Try again</TextButton>}
    </Banner>
  ) : null

/** That something could not be loaded, and a button to try again. Renders nothing once it has been loaded. */
export const FailedLoad = ({
  query,
  title,
}: {
  query: Pick<UseQueryResult, 'data' | 'isError' | 'refetch'>
  /** As in 'Failed to load ticket panels' */
  title: string
}) =>
  query.isError && !query.data ? (
    <Banner tone="danger" title={title}>
      <TextButton onClick={() => void query.refetch()}>Try again</TextButton>
    </Banner>
  ) : null

/**
 * Why a press on a page failed. It disappears after a while, or when closed, because the page may have moved on by
 * then. In a dialog or an editor, where the input waits to be sent again, `FailedCall` stays instead.
 * @param otherwise the text if the server gave no sentence
 */
export function FailedAct({
  of: act,
  otherwise,
}: {
  of: { error: Error | null; reset: () => void }
  otherwise?: string
}) {
  const { error, reset } = act
  useClearing(error, reset)
  if (!error || isSignedOut(error)) return null
  const title = otherwise === undefined ? error.message : failureText(error, otherwise)
  return <Banner tone="danger" title={title} of={error} onClose={reset} />
}
