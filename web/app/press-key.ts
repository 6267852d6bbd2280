import { useState } from 'react'
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

/** Blanks around what was typed make nothing else of it: nobody sees them. */
const contentOf = (wanted: unknown) =>
  JSON.stringify(wanted, (_, value: unknown) => (typeof value === 'string' ? value.trim() : value))

/** To whom it is done; undefined where it is about nobody. */
function personIn({ content }: Press): unknown {
  const { userId, memberId } = (JSON.parse(content) ?? {}) as { userId?: unknown; memberId?: unknown }
  return userId ?? memberId
}

/**
 * Presses that are done once: the same thing, tried again, has the same key, also when it was left meanwhile or another
 * was tried, until it is known what became of it. One that is another has its own. Once any is known to be done, nothing
 * to the same person is in doubt: whoever has just seen what they did sees beside it what became of the others.
 * @param place what is done, and where: 'warn <guild>'
 * @param person to whom; where that is still to be chosen, what is in doubt is anybody's. What is sent says it as
 *   `userId` or `memberId`
 */
export function usePress(place: string, person?: string) {
  const memory = `press ${place}`
  // Another dialog may do the same: what is kept is read anew each time.
  const mine = () => readPresses(memory).filter(one => person === undefined || personIn(one) === person)
  const [left, setLeft] = useState(mine)
  const keep = (presses: readonly Press[]) =>
    tabMemory.write(memory, presses.length === 0 ? '' : JSON.stringify(presses.slice(-mostKept)))
  const without = (press: Press) => readPresses(memory).filter(({ key }) => key !== press.key)
  const drop = (whose: unknown) => keep(readPresses(memory).filter(one => personIn(one) !== whose))
  /** What became of the last one is known, or that it is not. */
  const settle = () => setLeft(mine())
  return {
    /** What is in doubt, the last of it: from an earlier time, or since no answer came just now. */
    left: left.at(-1),
    /** What is sent to them from now on is another thing. */
    forget() {
      const last = left.at(-1)
      drop(last ? personIn(last) : person)
      settle()
    },
    /** Has `perform` send it under its key. @throws what that throws */
    async send<R>(wanted: object, perform: (key: string) => Promise<R>): Promise<R> {
      const content = contentOf(wanted)
      const earlier = readPresses(memory).find(one => one.content === content)
      const press = earlier ?? { content, key: randomUuid(), at: Date.now() }
      keep([...without(press), press])
      try {
        const result = await perform(press.key)
        drop(personIn(press))
        return result
      } catch (error) {
        // Being refused now says nothing of the time before.
        if (!earlier && isRefusal(error)) keep(without(press))
        throw error
      } finally {
        settle()
      }
    },
  }
}
