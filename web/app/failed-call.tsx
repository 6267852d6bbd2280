import { Banner } from '#web/ui/banner.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { failureText, isSignedOut } from './api.ts'
import { useClearing } from './use-clearing.ts'

/** Why a call failed, where it was started. Whoever is signed out reads so once, with what to do, see `SignedOut`. */
export const FailedCall = ({
  error,
  onRetry,
}: {
  error: Error | null
  /** Loads it again, where something could not be loaded. */
  onRetry?: () => unknown
}) =>
  error && !isSignedOut(error) ? (
    <Banner tone="danger" title={error.message}>
      {onRetry && <TextButton onClick={() => void onRetry()}>Try again</TextButton>}
    </Banner>
  ) : null

/**
 * Why something that was pressed on a page was not done: for a while, or until it is closed, since what it speaks of may
 * be another by then. In a dialog or an editor, where what was written waits to be sent again, `FailedCall` keeps it.
 * @param otherwise what is said where the server has no sentence of its own
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
