import { guildOf } from '../../world/lookup.ts'
import { joinGuild } from '../../world/members/join.ts'
import { createAccount } from '../../world/members/new-account.ts'
import type { Trouble } from '../trouble.ts'

const joins = 50
const lastsMs = 20_000

const raid: Trouble = {
  place: 1,
  title: 'Raid with 50 accounts',
  sentence: '50 accounts join in 20 s by one invite link.',
  async run({ sandbox, guildId, progress, pause }) {
    const { world } = sandbox
    const code = guildOf(world, guildId).invites.keys().next().value
    let joined = 0
    for (let place = 1; place <= joins; place += 1) {
      const id = createAccount(sandbox, 'raider')
      try {
        joinGuild(sandbox, id, guildId, code)
        joined += 1
      } catch (error) {
        world.accounts.delete(id)
        progress(`Turned away after ${joined} joins: ${error instanceof Error ? error.message : String(error)}`)
        return
      }
      progress(`${joined} of ${joins} accounts have joined`)
      await pause(lastsMs / joins)
    }
    const left = [...guildOf(world, guildId).members.keys()].filter(id =>
      world.accounts.get(id)?.login.startsWith('raider'),
    )
    progress(`${joins} accounts joined, ${left.length} are still members`)
  },
}

export default raid
