import { useRef, useState } from 'react'
import { isRefusal } from './api.ts'
import { randomUuid } from './random-uuid.ts'
import { tabMemory } from './tab-memory.ts'

/** What was sent, and of which it is not known whether it arrived. */
interface Press {
  /** As JSON. */
  content: string
  key: string
  /** Unix ms. */
  at: number
}

function readPress(memory: string): Press | undefined {
  try {
    const { content, key, at } = JSON.parse(tabMemory.read(memory)) as Partial<Record<keyof Press, unknown>>
    return typeof content === 'string' && typeof key === 'string' && typeof at === 'number'
      ? { content, key, at }
      : undefined
  } catch {
    return undefined
  }
}

/**
 * Presses that are done once: the same thing, tried again, has the same key, also when it was left meanwhile, until it
 * is known what became of it. One that is another has its own.
 * @param place what it is about, and to whom: 'warn <guild> <user>'
 */
export function usePress(place: string) {
  const memory = `press ${place}`
  const [left, setLeft] = useState(() => readPress(memory))
  const last = useRef(left)
  const keep = (press: Press | undefined) => {
    last.current = press
    tabMemory.write(memory, press ? JSON.stringify(press) : '')
  }
  return {
    /** What was left in doubt the last time, and has not been tried since. */
    left,
    /** What is sent from now on is another thing. */
    forget() {
      keep(undefined)
      setLeft(undefined)
    },
    /** Has `perform` send it under its key. @throws what that throws */
    async send<R>(wanted: unknown, perform: (key: string) => Promise<R>): Promise<R> {
      const content = JSON.stringify(wanted)
      const earlier = last.current?.content === content ? last.current : undefined
      const press = earlier ?? { content, key: randomUuid(), at: Date.now() }
      keep(press)
      try {
        const result = await perform(press.key)
        keep(undefined)
        return result
      } catch (error) {
        // Being refused now says nothing of the time before.
        if (!earlier && isRefusal(error)) keep(undefined)
        throw error
      }
    },
  }
}
