import { useEffect, useEffectEvent } from 'react'
import type { Contract, Streams } from '#contract'
import { address } from '../api.ts'
import { followStream } from './shared-stream.ts'

/** How long changes are collected before the page is notified (ms): an action on a hundred members is one change. */
const gatherMs = 300

interface Following {
  /** Whether an event is about what the page shows; without it, every event is. */
  concerns?(data: unknown): boolean
  /** Called with whether the stream is connected, whenever that changes. */
  onConnection?(connected: boolean): void
}

/**
 * Calls `onChange` when a guild's stream reports a change, or may have missed one. The page should then fetch again.
 */
export function useLive<C extends Contract>(
  contract: C,
  name: Streams<C>,
  guildId: string,
  onChange: () => void,
  { concerns = () => true, onConnection }: Following = {},
): void {
  const endpoint = contract.endpoints[name]
  const url = endpoint && address(endpoint.path, { params: { guildId } })
  const events =
    endpoint && 'answers' in endpoint.reply && endpoint.reply.answers === 'stream' ? endpoint.reply.events : {}
  const names = Object.keys(events).join(' ')
  const changed = useEffectEvent(onChange)
  const isMeant = useEffectEvent((event: string, data: unknown) => event === 'missed' || concerns(data))
  const told = useEffectEvent((connected: boolean) => onConnection?.(connected))
  useEffect(() => {
    if (url === undefined) return undefined
    let gathering: ReturnType<typeof setTimeout> | undefined
    const gather = (event: string, data: unknown) => {
      if (!isMeant(event, data)) return
      gathering ??= setTimeout(() => {
        gathering = undefined
        changed()
      }, gatherMs)
    }
    const stop = followStream(url, names.split(' '), gather, connected => told(connected))
    return () => {
      clearTimeout(gathering)
      stop()
    }
  }, [url, names])
}
