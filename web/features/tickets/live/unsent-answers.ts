import { tabMemory } from '#web/app/tab-memory.ts'

/** An answer that has not arrived, or of which it is not known whether it has. */
export interface Outgoing {
  /** The same for every attempt, so that it is sent only once. */
  key: string
  text: string
  tag?: string | undefined
  /** In the order they were added. */
  files: readonly { id: string; name: string }[]
  state: 'waiting' | 'sending' | 'failed'
  /** Why it failed. */
  error?: string
}

const left = 'This page was closed before it was known whether this arrived. Trying again sends it only once.'

const isText = (value: unknown): value is string => typeof value === 'string'
const isFile = (value: { id?: unknown; name?: unknown } | null): value is { id: string; name: string } =>
  isText(value?.id) && isText(value.name)

function isAnswer(value: Partial<Record<keyof Outgoing, unknown>> | null): value is Outgoing {
  return (
    isText(value?.key) &&
    isText(value.text) &&
    (value.tag === undefined || isText(value.tag)) &&
    Array.isArray(value.files) &&
    value.files.every(isFile)
  )
}

/**
 * What had not been sent when this tab left a ticket's page. Nothing is sent automatically: that may have been hours
 * ago.
 */
export function readUnsent(key: string): Outgoing[] {
  try {
    const kept: unknown = JSON.parse(tabMemory.read(key))
    if (!Array.isArray(kept)) return []
    return kept.filter(isAnswer).map(({ key: name, text, tag, files }) => ({
      key: name,
      text,
      tag,
      files,
      state: 'failed',
      error: left,
    }))
  } catch {
    return []
  }
}

export const keepUnsent = (key: string, all: readonly Outgoing[]): void =>
  tabMemory.write(key, all.length === 0 ? '' : JSON.stringify(all))
