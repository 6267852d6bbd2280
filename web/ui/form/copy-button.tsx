import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../button.tsx'

/** How long the check mark confirms a copy (ms). */
const confirmed = 2000

/** Copies `text`; a check mark confirms it for two seconds, a failure shows in the button's name. */
export function CopyButton({ text, label = `Copy ${text}` }: { text: string; label?: string }) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready')
  useEffect(() => {
    if (state === 'ready') return undefined
    const timer = setTimeout(() => setState('ready'), confirmed)
    return () => clearTimeout(timer)
  }, [state])
  const name = { ready: label, copied: 'Copied', failed: 'Copying is not allowed here. Select the text instead.' }[
    state
  ]
  return (
    <IconButton
      size="sm"
      label={name}
      title={name}
      className={state === 'copied' ? 'copied' : ''}
      icon={state === 'copied' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => setState('copied'),
          () => setState('failed'),
        )
      }}
    />
  )
}
