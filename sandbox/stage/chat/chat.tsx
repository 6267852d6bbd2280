import { Hash, Search, Users } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { ActionsProvider } from '#web/ui/discord/actions.ts'
import { channelName, kindOf } from '../client/channels.ts'
import type { StageMessage } from '../client/model.ts'
import { useStage } from '../context.ts'
import { ChannelIcon } from '../side/channel-icon.tsx'
import { Composer } from './composer.tsx'
import { Find } from './find.tsx'
import { Forum } from './forum.tsx'
import { MessageList } from './message-list.tsx'
import { Pins } from './pins.tsx'
import { Profile } from './profile.tsx'
import { ThreadButton } from './thread-button.tsx'
import { useMessageActions } from './use-message-actions.ts'
import './chat.css'

/** One channel: its header, its messages and the composer. */
export function Chat() {
  const { channel, guild } = useStage()
  const [reply, setReply] = useState<StageMessage>()
  const [text, setText] = useState('')
  const area = useRef<HTMLTextAreaElement>(null)
  const [person, setPerson] = useState<string>()
  const [finding, setFinding] = useState<string>()
  const runCommand = useCallback((name: string) => {
    setText(`/${name}`)
    area.current?.focus()
  }, [])
  const actions = useMessageActions({ openPerson: setPerson, runCommand })
  if (!channel) return <Nothing sentence={guild ? 'This account sees no channel here.' : 'Choose a conversation.'} />

  const forum = kindOf(channel) === 'forum'
  return (
    <section className="chat" aria-label="Chat">
      <div className="chat-top">
        <ChannelIcon kind={kindOf(channel)} />
        <h2>{channelName(channel)}</h2>
        {channel.topic && <p className="chat-topic truncate">{channel.topic}</p>}
        <span className="chat-tools">
          {guild && !forum && <ThreadButton channel={channel} />}
          {!forum && <Pins channelId={channel.id} />}
          {!forum && (
            <IconButton
              label="Find in this channel"
              icon={<Search aria-hidden />}
              aria-expanded={finding !== undefined}
              onClick={() => setFinding(finding === undefined ? '' : undefined)}
            />
          )}
        </span>
      </div>
      <ActionsProvider value={actions}>
        {finding !== undefined && <Find text={finding} onChange={setFinding} channelId={channel.id} />}
        {forum ? (
          <Forum channel={channel} />
        ) : (
          <>
            <MessageList
              channel={channel}
              onReply={message => {
                setReply(message)
                area.current?.focus()
              }}
            />
            <Composer
              channel={channel}
              reply={reply}
              onReplyEnd={() => setReply(undefined)}
              area={area}
              text={text}
              onText={setText}
            />
          </>
        )}
        {person !== undefined && <Profile userId={person} onClose={() => setPerson(undefined)} />}
      </ActionsProvider>
    </section>
  )
}

function Nothing({ sentence }: { sentence: string }) {
  return (
    <section className="chat" aria-label="Chat">
      <div className="chat-top">
        <Hash aria-hidden />
        <h2>No channel</h2>
      </div>
      <p className="chat-nothing">
        <Users className="icon-lg" aria-hidden /> {sentence}
      </p>
    </section>
  )
}
