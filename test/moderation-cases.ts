import type { Harness } from './harness.ts'

interface ListedCase {
  kind: string
  number: number
  count: number | null
  detail: string | null
  reason: string | null
  target: { id: string } | null
  moderator: { id: string } | null
  channel: { id: string } | null
}

/** The newest case, as its page receives it. */
export async function lastCaseOf(harness: Harness): Promise<ListedCase | undefined> {
  const visitor = await harness.signIn('owner')
  const { body } = await visitor.call('GET', `/api/guild/${harness.guildId}/moderation/cases?limit=1`)
  return (body as { cases: ListedCase[] }).cases[0]
}
