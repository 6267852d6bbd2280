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

/** Of one place, the last ones. */
const mostKept = 20

const isPress = (value: Partial<Record<keyof Press, unknown>> | null): value is Press =>
  typeof value?.content === 'string' && typeof value.key === 'string' && typeof value.at === 'number'

function readPresses(memory: string): readonly Press[] {
  try {
    const kept: unknown = JSON.parse(tabMemory.read(memory))
    return Array.isArray(kept) ? kept.filter(isPress) : []
  } catch {
    return []
  }
}

/**
 * Presses that are done once: the same thing, tried again, has the same key, also when it was left meanwhile or another
 * was tried, until it is known what became of it. One that is another has its own. Once any is known to be done, nothing is
 * in doubt: whoever has just seen what they did sees beside it what became of the others.
 * @param place what it is about, and to whom: 'warn <guild> <user>'
 */
export function usePress(place: string) {
  const memory = `press ${place}`
  const [left, setLeft] = useState(() => readPresses(memory))
  const inDoubt = useRef(left)
  const keep = (presses: readonly Press[]) => {
    inDoubt.current = presses
    tabMemory.write(memory, presses.length === 0 ? '' : JSON.stringify(presses.slice(-mostKept)))
  }
  /** What became of the last one is known, or that it is not. */
  const settle = (presses: readonly Press[]) => {
    keep(presses)
    setLeft(presses)
  }
  const others = (press: Press) => inDoubt.current.filter(one => one !== press)
  return {
    /** What is in doubt, the last of it: from an earlier time, or since no answer came just now. */
    left: left.at(-1),
    /** What is sent from now on is another thing. */
    forget() {
      settle([])
    },
    /** Has `perform` send it under its key. @throws what that throws */
    async send<R>(wanted: unknown, perform: (key: string) => Promise<R>): Promise<R> {
      const content = JSON.stringify(wanted)
      const earlier = inDoubt.current.find(one => one.content === content)
      const press = earlier ?? { content, key: randomUuid(), at: Date.now() }
      keep([...others(press), press])
      try {
        const result = await perform(press.key)
        settle([])
        return result
      } catch (error) {
        // Being refused now says nothing of the time before.
        settle(!earlier && isRefusal(error) ? others(press) : inDoubt.current)
        throw error
      }
    },
  }
}
