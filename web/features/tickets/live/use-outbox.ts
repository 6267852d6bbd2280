import { useEffect, useEffectEvent, useState } from 'react'
import { randomUuid } from '#web/app/random-uuid.ts'
import { keepUnsent, type Outgoing, readUnsent } from './unsent-answers.ts'

type Send = (answer: { key: string; text: string; tag?: string; files: string[] }) => Promise<unknown>

/**
 * Answers to a ticket that are on their way or were refused. While the connection is broken they wait; when the page is
 * left, they are there again for whoever comes back to it in the same tab.
 * @param arrived keys of answers that stand in the conversation, whether or not their sending has been answered
 */
export function useOutbox(place: string, send: Send, connected: boolean, arrived: readonly string[]) {
  const memory = `unsent ${place}`
  const [all, setAll] = useState<readonly Outgoing[]>(() => readUnsent(memory))
  const open = all.filter(({ key }) => !arrived.includes(key))
  // For good: that part of the conversation need not be loaded the next time.
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
