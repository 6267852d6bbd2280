import { Banner } from '#web/ui/banner.tsx'
import { isSignedOut } from './api.ts'

/** Why a call failed, where it was started. Whoever is signed out reads so once, with what to do, see `SignedOut`. */
export const FailedCall = ({ error }: { error: Error | null }) =>
  error && !isSignedOut(error) ? <Banner tone="danger" title={error.message} /> : null
