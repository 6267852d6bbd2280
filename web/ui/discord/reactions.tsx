import { clsx } from 'clsx'
import type { APIPoll } from 'discord-api-types/v10'
import { useState } from 'react'
import { useActions } from './actions.ts'
import { useLookup } from './lookup.ts'
import { CustomEmoji, Markdown } from './markdown/view.tsx'
import type { MessageView } from './model.ts'
import { relativeTime } from './time.ts'
import { UnicodeEmoji } from './unicode-emoji.tsx'
import './reactions.css'

type Emoji = { id?: string | null; name?: string | null; animated?: boolean }

function EmojiView({ emoji }: { emoji: Emoji }) {
  if (emoji.id) return <CustomEmoji id={emoji.id} name={emoji.name ?? 'emoji'} animated={emoji.animated ?? false} />
  return <UnicodeEmoji emoji={emoji.name ?? '?'} />
}

export function Reactions({ message }: { message: MessageView }) {
  const actions = useActions()
  const reactions = message.reactions ?? []
  if (reactions.length === 0) return undefined
  return (
    <div className="reactions">
      {reactions.map(({ emoji, count, me }) => {
        const inside = (
          <>
            <EmojiView emoji={emoji} />
            <span className="num">{count}</span>
          </>
        )
        const key = emoji.id ?? emoji.name ?? ''
        const className = clsx('reaction', me && 'reaction-mine')
        if (!actions) {
          return (
            <span key={key} className={className}>
              {inside}
            </span>
          )
        }
        return (
          <button
            key={key}
            type="button"
            className={className}
            aria-pressed={me}
            aria-label={`${emoji.name ?? 'emoji'}, ${count} ${count === 1 ? 'reaction' : 'reactions'}`}
            onClick={() => actions.react(message, emoji, !me)}
          >
            {inside}
          </button>
        )
      })}
    </div>
  )
}

export function Poll({ message, poll }: { message: MessageView; poll: APIPoll }) {
  const actions = useActions()
  const now = useLookup().now()
  const counts = new Map(poll.results?.answer_counts.map(each => [each.id, each]))
  const total = [...counts.values()].reduce((sum, each) => sum + each.count, 0)
  const voted = [...counts.values()].some(each => each.me_voted)
  const closed = poll.results?.is_finalized === true || (poll.expiry !== null && Date.parse(poll.expiry) <= now)
  const [picked, setPicked] = useState<number[]>([])
  const toggle = (id: number) => {
    if (!poll.allow_multiselect) setPicked([id])
    else setPicked(picked.includes(id) ? picked.filter(each => each !== id) : [...picked, id])
  }
  const canVote = actions && !voted && !closed
  return (
    <fieldset className="poll">
      <legend>{poll.question.text}</legend>
      {poll.answers.map(answer => {
        const count = counts.get(answer.answer_id)
        return (
          <label key={answer.answer_id} className="poll-answer" data-mine={count?.me_voted || undefined}>
            {canVote && (
              <input
                type={poll.allow_multiselect ? 'checkbox' : 'radio'}
                name={`poll-${message.id}`}
                checked={picked.includes(answer.answer_id)}
                onChange={() => toggle(answer.answer_id)}
              />
            )}
            {answer.poll_media.emoji && <EmojiView emoji={answer.poll_media.emoji} />}
            <span className="poll-text">
              <Markdown line text={answer.poll_media.text ?? ''} />
            </span>
            {!canVote && (
              <span className="num">{total === 0 ? 0 : Math.round(((count?.count ?? 0) / total) * 100)} %</span>
            )}
          </label>
        )
      })}
      <div className="poll-foot">
        <span className="num">
          {total} {total === 1 ? 'vote' : 'votes'}
          {closed ? ', closed' : poll.expiry !== null && `, ends ${relativeTime(Date.parse(poll.expiry), now)}`}
        </span>
        {canVote && (
          <button
            type="button"
            className="msg-button msg-button-primary"
            disabled={picked.length === 0}
            onClick={() => actions.vote(message, picked)}
          >
            Vote
          </button>
        )}
      </div>
    </fieldset>
  )
}
