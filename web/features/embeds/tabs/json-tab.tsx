import { useDeferredValue, useId, useRef, useState } from 'react'
import { Braces, Copy } from 'lucide-react'
import type { MessageDraft } from '#kit/message/contract.ts'
import { readJson } from '#kit/message/json/reading/contract.ts'
import { asDiscohook, messageAsJson } from '#kit/message/json/writing/contract.ts'
import type { Sender } from '#features/embeds/sender/contract.ts'
import { nothingChanged, whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Select } from '#web/ui/form/combobox.tsx'
import { CopyButton } from '#web/ui/form/copy-button.tsx'

interface Taken {
  message: MessageDraft
  sender: Sender | undefined
  name: string
}

const mostNamed = 5
const names = new Intl.ListFormat('en')

/** Which keys are lost when the message is applied. */
function readyText(leftOut: readonly string[]): string {
  if (leftOut.length === 0) return 'This can be applied.'
  const more = leftOut.length - mostNamed
  const named = [...leftOut.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])]
  return `This can be applied. Left out, because messages here cannot have it: ${names.format(named)}.`
}

/** The message as JSON: pasted text is checked while it is typed, and applied as a single undo step. */
export function JsonTab({
  message,
  name,
  readOnly,
  onApply,
}: {
  message: MessageDraft
  name: string
  readOnly: boolean
  onApply: (taken: Taken) => void
}) {
  const id = useId()
  const own = JSON.stringify(messageAsJson(message), undefined, 2)
  const [typed, setTyped] = useState<string>()
  const text = typed ?? own
  const settled = useDeferredValue(text)
  const read = readJson(settled)
  const [chosen, setChosen] = useState('0')
  const numbers = useRef<HTMLPreElement>(null)
  const lines = text.split('\n').length
  const fault = 'fault' in read ? read.fault : undefined
  const messages = 'messages' in read ? read.messages : []
  const found = messages[Number(chosen)] ?? messages[0]
  return (
    <Card as="section" className="builder-json" aria-label="JSON">
      <p className="muted">
        Discord’s message object. Paste Discohook’s JSON, one of its backups, or a link that carries a message.
      </p>
      <div className="builder-json-box">
        <pre ref={numbers} aria-hidden>
          {Array.from({ length: lines }, (_, line) => line + 1).join('\n')}
        </pre>
        <textarea
          className="textarea"
          aria-label="Message as JSON"
          aria-describedby={`${id}-state`}
          aria-invalid={fault ? true : undefined}
          spellCheck={false}
          wrap="off"
          value={text}
          readOnly={readOnly}
          onChange={event => setTyped(event.target.value)}
          onScroll={event => {
            if (numbers.current) numbers.current.scrollTop = event.currentTarget.scrollTop
          }}
        />
      </div>
      <p id={`${id}-state`} className={fault ? 'field-error' : 'field-help'} role="status">
        {fault
          ? `Line ${fault.line}${fault.path && `, ${fault.path}`}: ${fault.sentence}`
          : typed === undefined
            ? 'This is the message as it is now.'
            : `${messages.length > 1 ? `It contains ${messages.length} messages; choose one. ` : ''}${readyText(found?.leftOut ?? [])}`}
      </p>
      {messages.length > 1 && (
        <Select
          label="Message to take over"
          value={chosen}
          onChange={setChosen}
          options={messages.map((one, place) => ({
            value: String(place),
            label: one.name || `Message ${place + 1}`,
          }))}
        />
      )}
      <div className="builder-adds">
        <Button
          variant="primary"
          icon={<Braces aria-hidden />}
          why={
            readOnly ||
            (typed === undefined && nothingChanged) ||
            fault?.sentence ||
            whileBusy(settled !== text) ||
            (!found && 'It contains no message.')
          }
          onClick={() => {
            if (!found) return
            const { draft, sender } = found
            // What the JSON does not contain stays: the files, and the content of the other kind.
            const kept =
              draft.kind === 'components'
                ? { ...message, kind: draft.kind, layout: draft.layout }
                : { ...draft, layout: message.layout, attachments: message.attachments }
            const { suppress_embeds, silent } = draft
            onApply({ message: { ...kept, suppress_embeds, silent }, sender, name: found.name })
            setTyped(undefined)
          }}
        >
          Apply
        </Button>
        <Button why={typed === undefined && nothingChanged} onClick={() => setTyped(undefined)}>
          Reset
        </Button>
        <span className="builder-copies">
          <Copy aria-hidden />
          <span>For Discohook</span>
          <CopyButton text={JSON.stringify(asDiscohook(message, name), undefined, 2)} />
        </span>
      </div>
    </Card>
  )
}
