import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../button.tsx'
import { copyText } from '../copy-text.ts'
import { useToast } from '../toast.tsx'

/** How long the check mark confirms a copy (ms). */
const confirmed = 2000

/** Copies `text`; a check mark confirms it for two seconds, and a toast says if it failed. */
export function CopyButton({ text, label = `Copy ${text}` }: { text: string; label?: string }) {
  const toast = useToast()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), confirmed)
    return () => clearTimeout(timer)
  }, [isCopied])
  const name = isCopied ? 'Copied' : label
  return (
    <IconButton
      size="sm"
      label={name}
      title={name}
      className={isCopied ? 'copied' : ''}
      icon={isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      onClick={() => {
        copyText(text).then(
          () => setCopied(true),
          () =>
            toast({
              tone: 'danger',
              title: 'Copying is not allowed here',
              detail: 'Select the text and copy it yourself.',
            }),
        )
      }}
    />
  )
}
