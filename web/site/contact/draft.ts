import { tabMemory } from '#web/app/tab-memory.ts'

/** A message that has not been sent. It is kept across reloads in this tab only. */
export interface ContactDraft {
  /** An idempotency key, by which the server recognizes a message that is sent again. */
  key: string
  name: string
  email: string
  subject: string
  message: string
}

const place = 'contact'

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

export const emptyDraft = (): ContactDraft => ({ key: newKey(), name: '', email: '', subject: '', message: '' })

export const isEmpty = ({ name, email, subject, message }: ContactDraft): boolean =>
  name + email + subject + message === ''

export function readDraft(): ContactDraft {
  const empty = emptyDraft()
  try {
    const stored = JSON.parse(tabMemory.read(place)) as Partial<Record<keyof ContactDraft, unknown>>
    const text = (name: keyof ContactDraft) => {
      const value = stored[name]
      return typeof value === 'string' ? value : empty[name]
    }
    return {
      key: text('key'),
      name: text('name'),
      email: text('email'),
      subject: text('subject'),
      message: text('message'),
    }
  } catch {
    return empty
  }
}

export const keepDraft = (draft: ContactDraft | undefined): void =>
  tabMemory.write(place, draft && !isEmpty(draft) ? JSON.stringify(draft) : '')
