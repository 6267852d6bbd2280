import { useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { agoText } from './dates.ts'

/**
 * Of what was sent, and of which no answer came, in the dialog that sends it.
 * @param left see `usePress`
 * @param onStartAnew forgets it
 */
export const InDoubt = ({ left, onStartAnew }: { left: { at: number } | undefined; onStartAnew: () => void }) =>
  left ? <Told key={left.at} at={left.at} onStartAnew={onStartAnew} /> : null

function Told({ at, onStartAnew }: { at: number; onStartAnew: () => void }) {
  const [now] = useState(() => Date.now())
  return (
    <Banner tone="warning" title="It is not known whether this was done.">
      You sent it {agoText(at, now)}. If it was done, sending it unchanged does nothing more; changed, it is another
      one. <TextButton onClick={onStartAnew}>Start anew</TextButton>
    </Banner>
  )
}
