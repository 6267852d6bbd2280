import { useEffect, useEffectEvent, useState } from 'react'
import { answerKey } from './answer-key.ts'

interface Outgoing {
  /** The same for every try, so that it is sent once. */
  key: string
  text: string
  tag: string | undefined
  /** As they were put into it. */
  files: readonly { id: string; name: string }[]
  state: 'waiting' | 'sending' | 'failed'
  /** Why it failed. */
  error?: string
}

type Send = (answer: { key: string; text: string; tag?: string; files: string[] }) => Promise<unknown>

/** Answers that are on their way or were refused. While the connection is broken they wait. */
export function useOutbox(send: Send, connected: boolean) {
  const [all, setAll] = useState<readonly Outgoing[]>([])
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
      const one: Outgoing = { key: answerKey(), ...answer, state: connected ? 'sending' : 'waiting' }
      setAll(known => [...known, one])
      if (connected) void start(one)
    },
    again: (one: Outgoing) => void start(one),
    drop,
  }
}

export type Outbox = ReturnType<typeof useOutbox>
