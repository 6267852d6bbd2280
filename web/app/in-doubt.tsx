import { useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { agoText } from './dates.ts'

/**
 * Shown in a dialog whose request got no answer, so that it is not known whether it took effect.
 * @param left the request in doubt, see `usePress`
 * @param onStartAnew forgets it
 */
export const InDoubt = ({ left, onStartAnew }: { left: { at: number } | undefined; onStartAnew: () => void }) =>
  left ? <Told key={left.at} at={left.at} onStartAnew={onStartAnew} /> : null

function Told({ at, onStartAnew }: { at: number; onStartAnew: () => void }) {
  const [now] = useState(() => Date.now())
  return (
    <Banner tone="warning" title="It is not known whether this went through.">
      You sent it {agoText(at, now)}. If it went through, sending it again unchanged does nothing more; if you change
      it, it counts as a new one. <TextButton onClick={onStartAnew}>Start over</TextButton>
    </Banner>
  )
}
