import type { GuildEvent } from '../discord/intents.ts'

type Walk = () => Promise<void> | undefined

/**
 * Makes a member's return wait until every feature has handled the departure before it: Discord may send both at once,
 * and a member who is back must not be treated as gone. A departure waits for nothing, so that nobody is greeted who
 * has left in the meantime.
 */
export function createReturns(): (event: GuildEvent, guildId: string, args: unknown[], walk: Walk) => ReturnType<Walk> {
  const leaving = new Map<string, Promise<void>>()
  return (event, guildId, args, walk) => {
    if (event !== 'guildMemberRemove' && event !== 'guildMemberAdd') return walk()
    // The library passes the member as the first argument.
    const { id } = args[0] as { id: string }
    const key = `${guildId}/${id}`
    const before = leaving.get(key)
    if (event === 'guildMemberAdd') return before ? before.then(walk) : walk()
    const walking = walk()
    if (!walking) return undefined
    const told = before ? Promise.all([before, walking]).then(() => undefined) : walking
    leaving.set(key, told)
    const ended = () => {
      if (leaving.get(key) === told) leaving.delete(key)
    }
    told.then(ended, ended)
    return told
  }
}
