import { useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { agoText } from './dates.ts'

/**
 * Shown in a dialog whose request got no answer, so that it is not known whether it took effect.
 * @param request the request in doubt, see `useIdempotentRequests`
 * @param onStartOver forgets it
 */
export const InDoubt = ({ request, onStartOver }: { request: { at: number } | undefined; onStartOver: () => void }) =>
  request ? <InDoubtBanner key={request.at} at={request.at} onStartOver={onStartOver} /> : null

function InDoubtBanner({ at, onStartOver }: { at: number; onStartOver: () => void }) {
  const [now] = useState(() => Date.now())
  return (
    <Banner tone="warning" title="It is not known whether this went through.">
      You sent it {agoText(at, now)}. If it went through, sending it again unchanged does nothing more; if you change
      it, it counts as a new one. <TextButton onClick={onStartOver}>Start over</TextButton>
    </Banner>
  )
}
