import { Send, Tag } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import type { TicketFacts } from '#features/tickets/live/contract.ts'
import { useAvatarUrl } from '#web/app/avatar-url.ts'
import { useProductName } from '#web/app/queries.ts'
import { useAuth } from '#web/app/session.tsx'
import { usePrefix } from '#web/app/own-access.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { useCaret } from '#web/ui/form/use-caret.ts'
import { AttachButton, AttachedFiles } from './answer-files.tsx'
import { useAnswerFiles } from './use-answer-files.ts'
import { useTags } from './use-ticket.ts'
import './answer.css'

/** How often others are notified that somebody is writing (ms). */
const noteMs = 5000
/** The counter appears when this many characters are left. */
const countedFrom = 100
const mostSuggested = 2

/** Whether others have to be notified again. */
function isDue(noted: RefObject<number>): boolean {
  const now = performance.now()
  if (noted.current > 0 && now - noted.current < noteMs) return false
  noted.current = now
  return true
}

/** The box for an answer to the member, with the name it is sent under and ready answers. */
export function AnswerBox({
  guildId,
  facts,
  draft: [text, setText],
  box,
  others,
  lastMessageId,
  onSend,
  onTyping,
}: {
  guildId: string
  facts: TicketFacts
  draft: [string, (text: string) => void]
  box: RefObject<HTMLTextAreaElement | null>
  /** Who else is writing. */
  others: readonly string[]
  lastMessageId: string | undefined
  onSend: (answer: { text: string; tag: string | undefined; files: readonly { id: string; name: string }[] }) => void
  onTyping: () => void
}) {
  const { user } = useAuth()
  const face = useAvatarUrl(user, 64)
  const product = useProductName()
  const prefix = usePrefix(guildId)
  const { signature, ticket } = facts
  const tags = useTags(guildId, String(ticket.id), lastMessageId, facts.may.write)
  const [tag, setTag] = useState<string>()
  const noted = useRef(0)
  const placeCaret = useCaret(box)
  const left = signature.room - [...text.trim()].length
  const type = (next: string) => {
    setText(next)
    if (next.trim() !== '' && isDue(noted)) onTyping()
  }
  const insert = (name: string, inserted: string) => {
    const element = box.current
    const from = element?.selectionStart ?? text.length
    const to = element?.selectionEnd ?? text.length
    type(text.slice(0, from) + inserted + text.slice(to))
    setTag(name)
    placeCaret(from + inserted.length)
  }
  const files = useAnswerFiles(guildId, String(ticket.id))
  const isSendable = (text.trim() !== '' || files.all.length > 0) && left >= 0 && files.ready
  const send = () => {
    if (!isSendable) return
    const sent = files.all.flatMap(({ id, name }) => (id === undefined ? [] : [{ id, name }]))
    onSend({ text: text.trim(), tag, files: sent })
    files.clear()
    setText('')
    setTag(undefined)
    noted.current = 0
  }
  return (
    <form
      className="live-answer"
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      <p className="live-others" role="status">
        {others.length > 0 &&
          `${others.join(' and ')} ${others.length === 1 ? 'is' : 'are'} writing an answer in the dashboard.`}
      </p>
      <textarea
        ref={box}
        className="textarea"
        aria-label={`Answer to ${ticket.member.name ?? 'the member'}`}
        rows={2}
        value={text}
        placeholder="Write an answer"
        aria-invalid={left < 0 || undefined}
        onChange={event => type(event.target.value)}
        onPaste={event => {
          const pasted = [...event.clipboardData.files]
          if (pasted.length === 0) return
          event.preventDefault()
          files.add(pasted)
        }}
        onKeyDown={event => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
          event.preventDefault()
          send()
        }}
      />
      <AttachedFiles files={files} />
      <div className="live-answer-row">
        <AttachButton files={files} />
        <Menu align="start" trigger={<Button icon={<Tag aria-hidden />}>Ready answers</Button>} label="Ready answers">
          {tags.length === 0 && <MenuItem why={`Keep one with ${prefix}tag save.`}>None yet</MenuItem>}
          {tags.map(one => (
            <MenuItem key={one.name} onSelect={() => insert(one.name, one.text)}>
              {one.name}
            </MenuItem>
          ))}
        </Menu>
        {tags
          .filter(({ suggested }) => suggested)
          .slice(0, mostSuggested)
          .map(one => (
            <Button
              key={one.name}
              size="sm"
              variant="ghost"
              className="live-suggested"
              onClick={() => insert(one.name, one.text)}
            >
              Suggested: <b>{one.name}</b>
            </Button>
          ))}
        <span className="live-signature">
          <Avatar src={face} size={20} />
          Sent by {product}, signed {signature.name}
          {signature.role !== null && `, ${signature.role}`}
        </span>
        {left <= countedFrom && (
          <span className="field-count" data-state={left < 0 ? 'over' : 'near'} role="status">
            {left < 0 ? `${-left} too many` : `${left} left`}
          </span>
        )}
        <Button
          type="submit"
          variant="primary"
          icon={<Send aria-hidden />}
          why={
            !isSendable &&
            (left < 0
              ? 'It is too long.'
              : files.ready
                ? 'Write an answer first.'
                : 'Wait until the files are uploaded.')
          }
          title="Ctrl+Enter"
        >
          Send
        </Button>
      </div>
    </form>
  )
}
