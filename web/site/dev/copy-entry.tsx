import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useClearing } from '#web/app/use-clearing.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'

const entry = `"team": [
  {
    "name": "Your name",
    "role": "Operator",
    "about": "A sentence about you.",
    "skills": ["Hosting"],
    "contributions": ["Hosts this copy and pays for it"],
    "links": [{ "label": "Mail", "url": "mailto:you@example.org" }]
  }
]
`

/** Copies an entry to fill in, in the format of the operator's file. */
export function CopyEntry() {
  const [result, setResult] = useState<'copied' | 'failed'>()
  useClearing(result, () => setResult(undefined))
  const copy = () =>
    copyText(entry).then(
      () => setResult('copied'),
      () => setResult('failed'),
    )
  return (
    <Button
      size="sm"
      icon={result === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
      onClick={() => void copy()}
    >
      {result === 'failed' ? 'Copying is not allowed here' : result === 'copied' ? 'Copied' : 'Copy the entry'}
    </Button>
  )
}
