import { useState } from 'react'
import { isRefusal } from './api.ts'
import { randomUuid } from './random-uuid.ts'
import { tabMemory } from './tab-memory.ts'

/** A request of which it is not known whether it arrived. */
interface PendingRequest {
  /** As JSON. */
  content: string
  key: string
  /** Unix ms. */
  at: number
}

/** How many requests are remembered for each place; the latest are kept. */
const mostKept = 20

const isPendingRequest = (value: Partial<Record<keyof PendingRequest, unknown>> | null): value is PendingRequest =>
  typeof value?.content === 'string' && typeof value.key === 'string' && typeof value.at === 'number'

function readPending(memory: string): readonly PendingRequest[] {
  try {
    const kept: unknown = JSON.parse(tabMemory.read(memory))
    return Array.isArray(kept) ? kept.filter(isPendingRequest) : []
  } catch {
    return []
  }
}

/** Surrounding blanks are ignored, because nobody sees them. */
const contentOf = (wanted: unknown) =>
  JSON.stringify(wanted, (_, value: unknown) => (typeof value === 'string' ? value.trim() : value))

/** The member that a request is about; undefined if it is about nobody. */
function personIn({ content }: PendingRequest): unknown {
  const { userId, memberId } = (JSON.parse(content) ?? {}) as { userId?: unknown; memberId?: unknown }
  return userId ?? memberId
}

/**
 * Gives requests idempotency keys, so that each takes effect once: a repeated request with the same content has the
 * same key, even if the dialog was left or another request was made in between, until its outcome is known. A request
 * with other content has its own key. Once any request about a person is known to have succeeded, none about them is in
 * doubt any more: the user has just seen the page with the outcome of the others.
 * @param place what is done, and where: 'warn <guild>'
 * @param person whom it is done to; without it, requests about anybody count. The request names them as `userId` or
 * `memberId`
 */
export function useIdempotentRequests(place: string, person?: string) {
  const memory = `press ${place}`
  // Another dialog may use the same place, so the stored requests are read each time.
  const readInDoubt = () => readPending(memory).filter(one => person === undefined || personIn(one) === person)
  const [inDoubt, setInDoubt] = useState(readInDoubt)
  const keep = (requests: readonly PendingRequest[]) =>
    tabMemory.write(memory, requests.length === 0 ? '' : JSON.stringify(requests.slice(-mostKept)))
  const without = (request: PendingRequest) => readPending(memory).filter(({ key }) => key !== request.key)
  const drop = (whose: unknown) => keep(readPending(memory).filter(one => personIn(one) !== whose))
  /** Updates which request is in doubt. */
  const settle = () => setInDoubt(readInDoubt())
  return {
    /** The latest request in doubt: from an earlier visit, or because no answer came just now. */
    inDoubt: inDoubt.at(-1),
    /** Forgets it: whatever is sent from now on is a new request. */
    forget() {
      const last = inDoubt.at(-1)
      drop(last ? personIn(last) : person)
      settle()
    },
    /** Lets `perform` send the request under its key. @throws what `perform` throws */
    async send<R>(wanted: object, perform: (key: string) => Promise<R>): Promise<R> {
      const content = contentOf(wanted)
      const earlier = readPending(memory).find(one => one.content === content)
      const request = earlier ?? { content, key: randomUuid(), at: Date.now() }
      keep([...without(request), request])
      try {
        const result = await perform(request.key)
        drop(personIn(request))
        return result
      } catch (error) {
        // A refusal now says nothing about an earlier attempt.
        if (!earlier && isRefusal(error)) keep(without(request))
        throw error
      } finally {
        settle()
      }
    },
  }
}
