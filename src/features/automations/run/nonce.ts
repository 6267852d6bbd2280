import type { Run } from '../table.ts'

const pattern = /^auto-(\d{1,10})-\d-[\da-z]{1,9}$/

/** At most 25 characters; the time distinguishes it from ids of an earlier database. */
export const nonceOf = ({ id, step, startedAt }: Pick<Run, 'id' | 'step' | 'startedAt'>): string =>
  `auto-${id}-${step}-${startedAt.toString(36)}`

/** The id of the run that a nonce belongs to. */
export function runOfNonce(nonce: string | number | null): number | undefined {
  const [, id] = pattern.exec(String(nonce ?? '')) ?? []
  return id === undefined ? undefined : Number(id)
}
