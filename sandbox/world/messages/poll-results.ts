import type { APIMessage } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'

/** A message's poll with its votes. Counts only answers that somebody chose, as Discord does. */
export function pollFor(sandbox: Sandbox, message: APIMessage, viewerId?: string): APIMessage['poll'] {
  const { poll } = message
  if (!poll) return undefined
  const votes = sandbox.world.pollVotes.get(message.id) ?? new Map<number, Set<string>>()
  const answer_counts = [...votes]
    .filter(([, users]) => users.size > 0)
    .map(([id, users]) => ({ id, count: users.size, me_voted: viewerId !== undefined && users.has(viewerId) }))
    .sort((one, other) => one.id - other.id)
  return { ...poll, results: { is_finalized: poll.results?.is_finalized ?? false, answer_counts } }
}
