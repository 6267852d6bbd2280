import { useEffect, useEffectEvent, useState } from 'react'
import { randomUuid } from '#web/app/random-uuid.ts'
import { keepUnsent, type Outgoing, readUnsent } from './unsent-answers.ts'

type Send = (answer: { key: string; text: string; tag?: string; files: string[] }) => Promise<unknown>

/**
 * Answers to a ticket that are being sent or were refused. They wait while the connection is broken; if the page is
 * left, they are still there when it is opened again in the same tab.
 * @param arrived keys of answers that are in the conversation, whether or not their request has been answered
 */
export function useOutbox(place: string, send: Send, connected: boolean, arrived: readonly string[]) {
  const memory = `unsent ${place}`
  const [all, setAll] = useState<readonly Outgoing[]>(() => readUnsent(memory))
  const open = all.filter(({ key }) => !arrived.includes(key))
  // Permanently: that part of the conversation may not be loaded the next time.
  if (open.length < all.length) setAll(open)
  useEffect(() => keepUnsent(memory, all), [memory, all])
  const change = (key: string, part: Partial<Outgoing>) =>
    setAll(known => known.map(one => (one.key === key ? { ...one, ...part } : one)))
  const drop = (key: string) => setAll(known => known.filter(one => one.key !== key))
  const start = async ({ key, text, tag, files }: Outgoing) => {
    change(key, { state: 'sending' })
    try {
      await send({ key, text, files: files.map(({ id }) => id), ...(tag !== undefined && { tag }) })
      drop(key)
    } catch (error) {
      change(key, { state: 'failed', error: error instanceof Error ? error.message : 'It was not sent.' })
    }
  }
  const startWaiting = useEffectEvent(() => {
    for (const one of all) if (one.state === 'waiting') void start(one)
  })
  useEffect(() => {
    if (!connected) return undefined
    const starting = setTimeout(() => startWaiting())
    return () => clearTimeout(starting)
  }, [connected])
  return {
    all,
    add(answer: Pick<Outgoing, 'text' | 'tag' | 'files'>) {
      const one: Outgoing = { key: randomUuid(), ...answer, state: connected ? 'sending' : 'waiting' }
      setAll(known => [...known, one])
      if (connected) void start(one)
    },
    again: (one: Outgoing) => void start(one),
    drop,
  }
}

export type Outbox = ReturnType<typeof useOutbox>
