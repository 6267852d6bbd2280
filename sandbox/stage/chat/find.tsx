import { X } from 'lucide-react'
import { useMemo } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { useActions } from '#web/ui/discord/actions.ts'
import { summary } from '#web/ui/discord/message-heading.tsx'
import { useLookup } from '#web/ui/discord/lookup.ts'
import { formatTime } from '#web/ui/discord/time.ts'
import { noHistory } from '../client/model.ts'
import { useStage } from '../context.ts'

interface FindProps {
  text: string
  channelId: string
  onChange(text: string | undefined): void
}

/** Finds among the messages that are loaded here. */
export function Find({ text, channelId, onChange }: FindProps) {
  const { live } = useStage()
  const lookup = useLookup()
  const actions = useActions()
  const { messages } = live.history[channelId] ?? noHistory
  const wanted = text.trim().toLowerCase()
  const found = useMemo(
    () =>
      wanted === ''
        ? []
        : messages
            .filter(each => each.removed === undefined)
            .map(message => ({ message, line: summary(message, lookup) }))
            .filter(({ message, line }) => `${line} ${message.author.username}`.toLowerCase().includes(wanted))
            .slice(-20)
            .toReversed(),
    [messages, wanted, lookup],
  )
  return (
    <search className="find">
      <div className="find-head">
        <input
          className="input"
          type="search"
          aria-label="Find in this channel"
          placeholder="Find in loaded messages"
          value={text}
          ref={element => element?.focus()}
          onChange={event => onChange(event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Escape') onChange(undefined)
          }}
        />
        <IconButton label="Close" icon={<X aria-hidden />} onClick={() => onChange(undefined)} />
      </div>
      {wanted !== '' && (
        <ul>
          {found.map(({ message, line }) => (
            <li key={message.id}>
              <button type="button" onClick={() => actions?.openMessage(channelId, message.id)}>
                <b>{lookup.user(message.author.id)?.name ?? message.author.username}</b>
                <span className="truncate">{line}</span>
                <time className="num">{formatTime(Date.parse(message.timestamp), 't', 0)}</time>
              </button>
            </li>
          ))}
          {found.length === 0 && <li className="find-none">No loaded message contains this.</li>}
        </ul>
      )}
    </search>
  )
}
