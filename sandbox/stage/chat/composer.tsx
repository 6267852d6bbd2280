import { Plus, Send, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { formatBytes } from '#web/ui/numbers.ts'
import { isPending, silence } from '../client/access.ts'
import { channelName, kindOf } from '../client/channels.ts'
import type { LiveChannel, StageMessage } from '../client/model.ts'
import { displayName } from '../client/people.ts'
import { addRefused } from '../client/reduce-messages.ts'
import { RestFailure, sentenceOf } from '../client/rest.ts'
import { useStage } from '../context.ts'
import type { SlashCommand } from '../slash/commands.ts'
import { SlashForm } from '../slash/slash-form.tsx'
import { useCommands } from '../slash/use-commands.ts'
import { useRun } from '../slash/use-run.ts'
import { EmojiButton } from './emoji-button.tsx'
import { Screening } from './screening.tsx'
import { Suggestions, useSuggestions } from './suggestions.tsx'
import { Typing } from './typing.tsx'
import './composer.css'

interface ComposerProps {
  channel: LiveChannel
  reply: StageMessage | undefined
  onReplyEnd(): void
  area: RefObject<HTMLTextAreaElement | null>
  text: string
  onText(text: string): void
}

/** Discord's code for a message that its AutoMod keeps back. */
const BLOCKED = 200_000
const LONGEST = 2000
/** Discord shows somebody as typing for ten seconds after each of these. */
const TYPING_EVERY_MS = 8000

/** The composer: text, files, a reply, a slash command. */
export function Composer({ channel, reply, onReplyEnd, area, text, onText }: ComposerProps) {
  const { session, live, guild, now, say } = useStage()
  const [caret, setCaret] = useState(0)
  const [files, setFiles] = useState<readonly File[]>([])
  const [slash, setSlash] = useState<SlashCommand>()
  const picker = useRef<HTMLInputElement>(null)
  const typed = useRef(0)
  const commands = useCommands(channel)
  const { run } = useRun(channel)

  const write = (next: string, at = next.length) => {
    onText(next)
    setCaret(at)
    requestAnimationFrame(() => area.current?.setSelectionRange(at, at))
    area.current?.focus()
  }
  const choose = (command: SlashCommand) => {
    if (command.options.length > 0) return setSlash(command)
    run(command)
    onText('')
    return undefined
  }

  const suggestions = useSuggestions({ text, caret, commands, onComplete: write, onCommand: choose })
  const why = silence(live, channel.id, now)
  const place = kindOf(channel) === 'direct' ? `@${channelName(channel)}` : `#${channelName(channel)}`

  const send = async () => {
    const content = text.trim()
    if (content === '' && files.length === 0) return
    const body = {
      content,
      nonce: String(Date.now()),
      ...(reply && { message_reference: { message_id: reply.id, channel_id: channel.id } }),
    }
    onText('')
    setFiles([])
    onReplyEnd()
    try {
      await session.rest.call('POST', `/channels/${channel.id}/messages`, body, files)
    } catch (error) {
      if (error instanceof RestFailure && error.code === BLOCKED) {
        session.live.set(before => addRefused(before, channel.id, { content, sentence: error.message, now }))
        return
      }
      onText(content)
      setFiles(files)
      say(sentenceOf(error))
    }
  }
  const change = (value: string) => {
    onText(value)
    if (value === '' || value.startsWith('/') || Date.now() - typed.current < TYPING_EVERY_MS) return
    typed.current = Date.now()
    // A failure here does not matter.
    session.rest.call('POST', `/channels/${channel.id}/typing`).catch(() => undefined)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (suggestions.onKeyDown(event) || event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && reply) onReplyEnd()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    void send()
  }

  if (guild && isPending(live, guild)) return <Screening guildId={guild.id} />
  if (why !== undefined) {
    return (
      <div className="composer-place">
        <p className="composer composer-silent">{why}</p>
      </div>
    )
  }
  if (slash) {
    return (
      <div className="composer-place">
        <SlashForm
          channel={channel}
          command={slash}
          onClose={() => {
            setSlash(undefined)
            onText('')
          }}
        />
      </div>
    )
  }
  return (
    <div className="composer-place">
      <Suggestions {...suggestions} />
      {reply && (
        <div className="composer-reply">
          <span>
            Replying to <b>{displayName(live, guild, reply.author.id) ?? reply.author.username}</b>
          </span>
          <IconButton size="sm" label="Stop replying" icon={<X aria-hidden />} onClick={onReplyEnd} />
        </div>
      )}
      {files.length > 0 && (
        <ul className="composer-files">
          {files.map((file, place) => (
            <li key={`${file.name} ${place}`}>
              <span className="truncate">{file.name}</span>
              <small>{formatBytes(file.size)}</small>
              <IconButton
                size="sm"
                label={`Remove ${file.name}`}
                icon={<X aria-hidden />}
                onClick={() => setFiles(files.filter((_, other) => other !== place))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="composer">
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          onChange={event => {
            setFiles([...files, ...(event.target.files ?? [])].slice(0, 10))
            event.target.value = ''
          }}
        />
        <IconButton label="Attach a file" icon={<Plus aria-hidden />} onClick={() => picker.current?.click()} />
        <textarea
          ref={area}
          className="composer-text"
          rows={1}
          value={text}
          maxLength={LONGEST * 2}
          placeholder={`Message ${place} as ${session.account.display_name}`}
          aria-label={`Message ${place}`}
          {...suggestions.inputProps}
          onChange={event => {
            change(event.target.value)
            setCaret(event.target.selectionStart)
          }}
          onSelect={event => setCaret(event.currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
          onPaste={event => {
            const pasted = [...event.clipboardData.files]
            if (pasted.length > 0) setFiles([...files, ...pasted].slice(0, 10))
          }}
        />
        {text.length > LONGEST * 0.95 && (
          <span className="composer-count num" data-over={text.length > LONGEST || undefined}>
            {LONGEST - text.length}
          </span>
        )}
        <EmojiButton
          label="Emoji"
          onPick={emoji => {
            const chosen = emoji.id ? `<:${emoji.name}:${emoji.id}>` : emoji.name
            write(text.slice(0, caret) + chosen + text.slice(caret), caret + chosen.length)
          }}
        />
        {text.trim() !== '' && (
          <IconButton className="composer-send" label="Send" icon={<Send aria-hidden />} onClick={() => void send()} />
        )}
      </div>
      <Typing channelId={channel.id} />
    </div>
  )
}
