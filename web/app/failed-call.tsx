import { Banner } from '#web/ui/banner.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { isSignedOut } from './api.ts'

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
