import { Fragment, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { startsDay, startsGroup } from '#web/ui/discord/message-groups.ts'
import { formatTime } from '#web/ui/discord/time.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { channelName, kindOf } from '../client/channels.ts'
import { type LiveChannel, noHistory, type StageMessage } from '../client/model.ts'
import { readPage } from '../client/read-page.ts'
import { addOlder } from '../client/reduce-messages.ts'
import { sentenceOf } from '../client/rest.ts'
import { useStage } from '../context.ts'
import { MessageItem } from './message-item.tsx'

const PAGE = 50
/** How close to the end counts as being there, in px. */
const NEAR = 80

interface MessageListProps {
  channel: LiveChannel
  onReply(message: StageMessage): void
}

/** A channel's messages, newest at the bottom. Older ones load on scrolling up; new ones do not move the view. */
export function MessageList({ channel, onReply }: MessageListProps) {
  const { live } = useStage()
  const { messages, complete, loaded } = live.history[channel.id] ?? noHistory
  const box = useRef<HTMLDivElement>(null)
  const { loadOlder, problem } = useOlder(channel.id)
  usePlaceKeeper(box, messages)

  useEffect(() => {
    if (!loaded) void loadOlder()
  }, [loaded, loadOlder])
  const onScroll = () => {
    if (box.current && box.current.scrollTop < 200 && !complete) void loadOlder()
  }

  return (
    <div
      ref={box}
      className="msgs chat-log"
      role="log"
      aria-label={`Messages in ${channelName(channel)}`}
      onScroll={onScroll}
    >
      <div className="chat-log-in">
        {complete && <Beginning channel={channel} />}
        {!loaded && problem === undefined && <Loading />}
        {problem !== undefined && <p className="chat-nothing">{problem}</p>}
        {messages.map((message, place) => {
          const previous = messages[place - 1]
          return (
            <Fragment key={message.id}>
              {startsDay(message, previous) && <Day time={Date.parse(message.timestamp)} />}
              <MessageItem
                message={message}
                channel={channel}
                grouped={!startsGroup(message, previous)}
                onReply={onReply}
              />
            </Fragment>
          )
        })}
      </div>
    </div>
  )
}

function useOlder(channelId: string) {
  const { session } = useStage()
  const [problem, setProblem] = useState<string>()
  const busy = useRef(false)
  const loadOlder = useCallback(async () => {
    const history = session.live.get().history[channelId] ?? noHistory
    if (busy.current || history.complete) return
    busy.current = true
    const oldest = history.loaded ? history.messages[0]?.id : undefined
    try {
      const query = `limit=${PAGE}${oldest === undefined ? '' : `&before=${oldest}`}`
      const page = await readPage(session, channelId, query)
      session.live.set(live => addOlder(live, channelId, page.toReversed(), page.length < PAGE))
      setProblem(undefined)
    } catch (error) {
      setProblem(sentenceOf(error))
    } finally {
      busy.current = false
    }
  }, [session, channelId])
  return { loadOlder, problem }
}

/** Stays at the end when scrolled there, and keeps the view in place when older messages are added above. */
function usePlaceKeeper(box: React.RefObject<HTMLDivElement | null>, messages: readonly StageMessage[]) {
  const before = useRef({ height: 0, first: '', atEnd: true })
  const first = messages[0]?.id ?? ''
  // After every render, whatever made the list grow.
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const { height, first: firstBefore, atEnd } = before.current
    if (atEnd) element.scrollTo({ top: element.scrollHeight })
    else if (first !== firstBefore) element.scrollBy({ top: element.scrollHeight - height })
    const remember = () => {
      const left = element.scrollHeight - element.scrollTop - element.clientHeight
      before.current = { height: element.scrollHeight, first, atEnd: left < NEAR }
    }
    remember()
    element.addEventListener('scroll', remember, { passive: true })
    return () => element.removeEventListener('scroll', remember)
  })
  useEffect(() => {
    const element = box.current
    const content = element?.firstElementChild
    if (!element || !content) return undefined
    // Pictures grow as they load.
    const watch = new ResizeObserver(() => {
      if (before.current.atEnd) element.scrollTo({ top: element.scrollHeight })
    })
    watch.observe(content)
    watch.observe(element)
    return () => watch.disconnect()
  }, [box])
}

function Day({ time }: { time: number }) {
  return (
    <div className="chat-day" role="separator" aria-label={formatTime(time, 'D', time)}>
      <span>{formatTime(time, 'D', time)}</span>
    </div>
  )
}

function Beginning({ channel }: { channel: LiveChannel }) {
  const name = channelName(channel)
  return (
    <p className="chat-beginning">
      {kindOf(channel) === 'direct' ? `The start of your conversation with ${name}.` : `The start of #${name}.`}
    </p>
  )
}

function Loading() {
  return (
    <div className="chat-loading" role="status">
      <span className="visually-hidden">Loading messages...</span>
      {[0, 1, 2].map(key => (
        <span key={key}>
          <Skeleton />
          <Skeleton />
        </span>
      ))}
    </div>
  )
}
